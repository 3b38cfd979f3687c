"""The games: each a module or package in this folder. :mod:`magnate.core.registry` finds them by their names."""
