"""Small games that exist for tests only."""
