"""The configurations of Monopoly's agents; the ten of ``strategic`` are characters, or strategies that look promising.

The thesis names six of them and says of ``late_game`` that its reserve is at least 250 dollars and that it adapts to
the stage of the game. All other values, and the four characters without a source, are ours.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...core.agents import Configuration


@dataclass(frozen=True, slots=True)
class ThesisConfiguration(Configuration):
    """A configuration of ``strategic``, and whether the thesis names it."""

    named_by_the_thesis: bool = True


def _changes(text: str) -> dict[str, float]:
    """The parameters of a text such as ``greed=0.3 leverage=1``."""
    pairs = (one.split("=") for one in text.split())
    return {name: float(value) if "." in value else int(value) for name, value in pairs}


CHARACTERS = {
    "standard": ThesisConfiguration(
        "plays soundly by what is known: buys, builds to three houses first, with a reserve of 150 dollars"
    ),
    "completionist_builder": ThesisConfiguration(
        "collects groups: pays and trades almost anything for the missing deed, and builds at once",
        changes=_changes("completion_bonus=1.2 completion_reserve=0 group_value=1.6 offer_chance=0.8 leverage=1"),
    ),
    "aggressive_investor": ThesisConfiguration(
        "spends what it has: buys everything, builds to hotels on credit and fears no rent",
        changes=_changes(
            "value_ratio=0 bid_ratio=0.8 buying_reserve=0.2 building_reserve=0.2 target_level=4 leverage=1 "
            "danger_weight=0 cash_reserve=100"
        ),
    ),
    "trademaster": ThesisConfiguration(
        "lives by trade: offers in every turn, takes small gains and shares them generously",
        changes=_changes("offer_chance=1 trade_margin=0 greed=0.3 threat=0.3 group_value=1.2 deed_value=0.6"),
    ),
    "late_game": ThesisConfiguration(
        "has a reserve of 250 dollars and more, buys freely early and grows careful as the deeds are sold",
        changes=_changes("cash_reserve=250 late_reserve=100 stage_adaption=1 target_level=4"),
    ),
    "cautious_accumulator": ThesisConfiguration(
        "hoards cash: buys only good value, builds late and stays out of danger",
        changes=_changes(
            "value_ratio=1.9 cash_reserve=350 building_reserve=1.2 danger_weight=0.6 leverage=0 lift_cash=100 "
            "jail_rent=15 trade_margin=50"
        ),
    ),
    "orange_hunter": ThesisConfiguration(
        "lives by location: goes for orange and red, leaves what is seldom visited",
        named_by_the_thesis=False,
        changes=_changes("location_bonus=3 value_ratio=2 railroad_weight=0.8 utility_weight=0.4 rent_focus=0"),
    ),
    "railroad_baron": ThesisConfiguration(
        "collects railroads and utilities, and builds little",
        named_by_the_thesis=False,
        changes=_changes(
            "railroad_weight=2.5 utility_weight=1.6 target_level=2 last_level=3 buying_reserve=0.6 building_reserve=1.5"
        ),
    ),
    "blocker": ThesisConfiguration(
        "denies: takes what others need, gives no group away and keeps houses scarce",
        named_by_the_thesis=False,
        changes=_changes(
            "blocking_bonus=2 completion_reserve=0 threat=0.95 greed=1 hoarded_houses=20 trade_margin=40 "
            "offer_chance=0.1"
        ),
    ),
    "hotelier": ThesisConfiguration(
        "saves for hotels on dear streets: leaves cheap ones, gives deeds for groups, builds straight to the top",
        named_by_the_thesis=False,
        changes=_changes(
            "value_ratio=1.9 target_level=5 rent_focus=1 hoarded_houses=0 buying_reserve=0.7 building_reserve=0.4 "
            "lift_cash=600 group_value=1.4"
        ),
    ),
}
"""The configurations by name, in the order of the documents."""


ANSWERS_ABOUT = "answers each question by chance: yes or no, a part of a list, a trade"
"""What ``random:answers`` is."""


# ------------------------------------------------------- The configurations of ``character``: types of other players.


TYPES = {
    "refuser": Configuration(
        "never trades: makes no offer and refuses all, but buys, bids and builds soundly",
        _changes("trades=0 completion_reserve=0 bid_ratio=0.8 value_ratio=0"),
    ),
    "careful_refuser": Configuration(
        "refuses whatever completes a group for the other, and trades what does not for a fair price",
        _changes("trades=1 value_ratio=0"),
    ),
    "haggler_10": Configuration(
        "accepts only what is worth a tenth more to it than what it gives up, by cash and deeds",
        _changes("surplus=0.1"),
    ),
    "haggler_20": Configuration(
        "accepts only what is worth a fifth more to it than what it gives up, by cash and deeds",
        _changes("surplus=0.2 value_ratio=1"),
    ),
    "haggler_40": Configuration(
        "accepts only what is worth two fifths more to it than what it gives up, by cash and deeds",
        _changes("surplus=0.4 value_ratio=0"),
    ),
    "haggler_network": Configuration(
        "accepts only what gains it 8 points of win share by a network of its own seed and population (four players)",
        player="magnate.agents.monopoly.pretrained:NetworkHaggler",
    ),
    "fair_trader": Configuration(
        "trades where both gain about alike by cash and deeds: shares the gain evenly and asks as much of others",
        _changes("surplus=0 rivalry=0 fairness=0.8 offer_chance=0.5"),
    ),
    "fair_network": Configuration(
        "accepts what gains it anything by a network of its own seed and population, and offers what is fair by cash "
        "and deeds (four players)",
        player="magnate.agents.monopoly.pretrained:FairNetwork",
    ),
    "hoarder": Configuration(
        "hoards houses: builds four on every lot and no hotels, bids for the last ones, so that the bank runs out",
        _changes(
            "target_level=4 last_level=4 building_reserve=0 cash_reserve=100 leverage=1 rent_focus=0 building_bid=4 "
            "rivalry=0.1 offer_chance=1 completion_reserve=0"
        ),
    ),
    "bidder": Configuration(
        "bids in auctions until only its reserve of cash is left, whatever the deed is worth",
        _changes("all_in=1 value_ratio=1 cash_reserve=200"),
    ),
    "jail_sitter": Configuration(
        "stays in jail as soon as rents have grown, however much is still to be bought",
        _changes("jail_unsold=28 jail_rent=12 value_ratio=0"),
    ),
    "mild": Configuration(
        "plays as a person may: buys what it lands on, builds to three houses, trades fairly and seldom asks",
        _changes("surplus=0 fairness=0.5 offer_chance=0.1 value_ratio=0 cash_reserve=200 leverage=0 hoarded_houses=0"),
    ),
}
"""Who may sit at a table besides the rule traders, in the order of the documents."""


STRANGERS = {
    "rent_haggler": Configuration(
        "haggles by the rents that come in and go out: asks six tenths more than it gives up, and less every round",
        _changes("value_ratio=0 offer_chance=0.4"),
    ),
    "even_refuser": Configuration(
        "refuses whatever lets its share of all wealth and rents grow by less than the other's",
        _changes("shares=1 value_ratio=0 offer_chance=0.3 rent_throws=15"),
    ),
}
"""Who is met by the judging alone: they were written, and their digests kept, before anything was trained for them."""


# ----- The configurations of ``strategic`` that ``magnate tune`` found; the page on tuning says how, and how good they
# are.
#
# They were searched for under certain rules and at certain tables, and are good there; elsewhere they may be
# worse than the standard configuration.


TUNED = {
    "tuned": _changes(
        "value_ratio=1.43 completion_bonus=1.08 location_bonus=0.54 railroad_weight=2.18 utility_weight=0.65 "
        "blocking_bonus=0.23 building_reserve=0.07 target_level=1 rent_focus=0.208 cash_reserve=423 "
        "buying_reserve=1.68 completion_reserve=0.4 late_reserve=216 leverage=0.608 lift_cash=83 group_value=1.73 "
        "deed_value=0.28 threat=0.487 trade_margin=79 greed=0.867 offer_chance=0.293 danger_weight=0.005 jail_rent=12 "
        "jail_unsold=12 stage_adaption=0.341"
    ),
    "tuned_official": _changes(
        "value_ratio=1.03 completion_bonus=0.75 location_bonus=1.07 railroad_weight=0.96 utility_weight=0.77 "
        "blocking_bonus=0.73 bid_ratio=0.46 building_reserve=0.31 rent_focus=0.338 hoarded_houses=5 cash_reserve=61 "
        "buying_reserve=1.14 completion_reserve=0.77 late_reserve=59 lift_cash=282 group_value=1.93 deed_value=0.48 "
        "threat=0.775 trade_margin=30 greed=0.878 offer_chance=0.478 danger_weight=0.303 jail_rent=31 jail_unsold=8 "
        "stage_adaption=0.138"
    ),
}
"""What each changes of the defaults."""

TUNED_ABOUT = {
    "tuned": "found by search for the thesis' rules with two players (preset thesis)",
    "tuned_official": "found by search for the official rules with four players (preset official)",
}
"""What each was searched for."""
