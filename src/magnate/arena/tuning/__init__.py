"""Search for an agent's best parameters: the methods, the gate that a candidate must pass, and the final figure."""
