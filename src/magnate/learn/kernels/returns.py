"""What decisions turned out to be worth: results and later estimates, mixed."""

from __future__ import annotations

from ...runtime.compiler import Floats2, Ints, entry

__all__ = ["returns"]


@entry
def returns(estimates: Floats2, results: Floats2, following: Ints, decay: float, out: Floats2) -> None:
    """Write the λ-returns of decisions, where nothing is won before the end and nothing discounted.

    ``estimates`` (n, k) are the values that were expected at the decisions, ``results`` (n, k) what came of the games.
    ``following`` is the later row of the same seat's next decision, -1 after its last one. Without a next one the
    return of a row is the result. Else it is ``1 - decay`` times the estimate there plus ``decay`` times the return
    there.

    The return less the row's estimate is the generalised advantage estimate (Schulman, Moritz, Levine, Jordan, Abbeel:
    "High-dimensional continuous control using generalized advantage estimation", 2016).
    """
    for row in range(len(estimates) - 1, -1, -1):
        next_row = following[row]
        for k in range(estimates.shape[1]):
            if next_row < 0:
                out[row, k] = results[row, k]
            else:
                out[row, k] = (1.0 - decay) * estimates[next_row, k] + decay * out[next_row, k]
