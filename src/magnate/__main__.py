"""``python -m magnate``: the command line, as ``magnate``."""

from .cli.main import main

main()
