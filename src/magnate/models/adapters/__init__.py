"""Our games in the harnesses of others; each module needs the library that it is called by, and nothing else does."""
