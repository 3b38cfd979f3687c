"""Tournaments: who plays whom on which deals, the games, and what they show."""
