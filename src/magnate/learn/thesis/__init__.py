"""What the thesis' deep Q agent learns from: recorded games of Monopoly, and their transitions."""
