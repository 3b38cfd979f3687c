"""Measurements, each with the machine named and a yardstick in the same run. Never part of the tests."""

USUAL = 2.0
"""Seconds for a row, if nobody says otherwise."""


def scaled(count: int, seconds: float, least: int = 1) -> int:
    """A fixed count, or a part of it where less than the usual time is asked for, to try a benchmark out."""
    return max(least, round(count * min(1.0, seconds / USUAL)))
