"""Agents in Python of the stored tournaments."""


class First:
    """Takes the first legal action."""

    def act(self, positions):
        return [position.legal()[0] for position in positions]


class Fails:
    """Takes the last legal action, and fails where it leads by 12 points in Pig."""

    def act(self, positions):
        if any(position.view()["points"][position.to_move] >= 12 for position in positions):
            raise RuntimeError("this agent fails with 12 points")
        return [position.legal()[-1] for position in positions]
