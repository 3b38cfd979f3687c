"""The numbers of the model of acceptance, written by ``tools/acceptance.py``."""
