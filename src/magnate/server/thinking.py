"""Worker processes in which agents think."""


class Thinkers:
    """``workers`` processes, started when they are needed first."""

    def __init__(self, workers: int = 2) -> None: ...
    async def close(self) -> None:
        """End them."""
