"""An agent in ten lines: hold at 20 in Pig, against random play."""

import magnate


class HoldAt20:
    """The classical rule of thumb."""

    def act(self, positions):
        """One action for each position: an id, a name or one of ``position.legal()``."""
        return [self.choose(position.view()) for position in positions]

    def choose(self, pig):
        """Hold at 20, or with enough to win."""
        needed = pig["target"] - pig["points"][pig["seat"]]
        return "hold" if pig["total"] >= min(20, needed) else "roll"


results = magnate.load("pig").play_many([HoldAt20(), "random"], seeds=range(200))
print(f"HoldAt20 wins {results.utility[:, 0].mean():.0%} of 200 games")
