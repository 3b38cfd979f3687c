"""Rule cases: positions from the rulebook, each with what must happen in it."""
