"""The table in the browser: a server with the games of the people and agents who sit at it.

Importing this imports nothing heavy; :mod:`.app` makes the application, ``magnate serve`` runs it.
"""
