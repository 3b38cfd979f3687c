"""Exercises for classes: skeletons that students fill in, hidden tests with marks, and a tournament of the class."""
