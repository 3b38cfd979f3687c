"""What every game is made of: states, compiled rules, random streams, drivers. Knows no game."""
