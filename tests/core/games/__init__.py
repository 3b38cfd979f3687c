"""Small games that the tests of the engine play."""
