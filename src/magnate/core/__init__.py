"""What every game is made of: the contract, Game, Position, Record, the drivers that play, and their kernels."""
