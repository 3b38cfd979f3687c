"""A live game."""


class Table:
    """A table."""

    id: str
