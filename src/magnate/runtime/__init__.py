"""Compiled rules: how they are compiled, cached, and interpreted, and what they are written with. Knows no game."""
