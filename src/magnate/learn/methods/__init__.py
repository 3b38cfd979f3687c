"""The ways to learn: a module each (see :mod:`magnate.learn.method`)."""
