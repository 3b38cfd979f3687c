"""Training: agents that learn to play."""
