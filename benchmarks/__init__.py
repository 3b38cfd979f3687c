"""Measurements, each with the machine named and a yardstick in the same run. Never part of the tests."""
