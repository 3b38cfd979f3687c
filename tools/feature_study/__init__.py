"""Positions of games of rule-based agents, by which the features of Monopoly are judged."""
