"""Journeys of people through the pages of `magnate serve`, in a real Chromium."""
