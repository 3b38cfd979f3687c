"""Where tables are kept."""


class TableStore:
    """Opened by ``open_tables(where)``; closed by ``close()``."""

    def close(self) -> None:
        """Let go of it."""


def open_tables(where: str | None = None) -> TableStore:
    """The store at a path or URL (default: MAGNATE_TABLES, or tables.db in the user's data folder)."""
    raise NotImplementedError
