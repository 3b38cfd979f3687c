"""The general schema, by hand."""

from itertools import pairwise

import numpy as np
import pytest

from magnate.games.monopoly.board import GROUP_DEEDS, GROUP_NAMES, STREET_GROUPS, TITLE_DEEDS
from magnate.values.monopoly import GENERAL, layout
from magnate.values.monopoly.deeds import VISITS

from .showing import position, shown

BROWN = ["mediterranean-avenue", "baltic-avenue"]
LIGHT_BLUE = ["oriental-avenue", "vermont-avenue", "connecticut-avenue"]
DARK_BLUE = ["park-place", "boardwalk"]


def look(players, seat=0, preset="official", options=None, **more):
    """What a seat is shown of a position; what is not there is 0."""
    seen = shown(GENERAL, position(players, preset, options, **more), seat)
    return lambda name: seen.get(name, 0.0)


def ramp(see, block):
    """The numbers of a ramp, lowest step first."""
    return [see(number.name) for number in GENERAL.numbers if number.name.startswith(f"{block}.")]


def on_ramp(value, *steps):
    """What a value looks like on a ramp with these steps."""
    return pytest.approx([min(1, max(0, (value - low) / (high - low))) for low, high in pairwise(steps)], abs=1e-12)


CASH = (0, 50, 100, 150, 200, 300, 450, 700, 1000, 1600, 2500, 5000)
WORTH = (0, 500, 1000, 1700, 2600, 4500, 9000)
RENT = (0, 15, 60, 300)
INCOME = (0, 20, 60, 150, 500)


# -------------------------------------------------------------------------------------------------- money


def test_amounts_stand_on_ramps():
    see = look([{"cash": 520, "deeds": [*BROWN, "boardwalk"], "mortgaged": ["boardwalk"],
                 "buildings": dict.fromkeys(BROWN, 3)}, {"cash": 0}])  # fmt: skip
    assert ramp(see, "seat0.cash") == on_ramp(520, *CASH)
    assert ramp(see, "seat0.worth") == on_ramp(520 + 60 + 60 + 300 + 200, *WORTH)
    assert ramp(see, "seat0.raisable") == on_ramp(150 + 30 + 30, 0, 150, 400, 1000, 3000)
    assert ramp(see, "seat1.cash") == [0] * 11


def test_a_debt_is_taken_off_the_cash_and_added_to_the_creditors():
    players = [{"cash": 900}, {"cash": 100}, {"cash": 40, "deeds": ["water-works"]}]
    see = look(players, phase="landed", frames=[{"kind": "debt", "who": 2, "to": 0, "amount": 60}], turn=1)
    assert ramp(see, "seat0.cash") == on_ramp(960, *CASH)
    assert ramp(see, "seat2.cash") == [0] * 11
    assert ramp(see, "seat2.worth") == on_ramp(40 + 150 - 60, *WORTH)
    assert (see("seat0.is_owed"), see("seat2.owes"), see("seat1.owes")) == pytest.approx((0.06, 0.06, 0))
    assert (see("seat2.cannot_pay"), see("seat2.cannot_raise"), see("interrupt.debt")) == (1, 0, 1)


def test_a_debt_that_cannot_be_raised_is_seen():
    players = [{"cash": 900}, {"cash": 40, "deeds": ["water-works"]}]
    debt = {"kind": "debt", "who": 1, "to": 0, "amount": 600}
    see = look(players, phase="landed", frames=[debt], turn=1)
    assert (see("seat1.cannot_pay"), see("seat1.cannot_raise"), see("seat1.to_move")) == (1, 1, 1)


def test_rents_that_may_still_be_claimed_count_as_owed():
    rents = [{"payer": 0, "owner": 1, "amount": 50, "throws": 1}]
    see = look([{}, {}], phase="throw", turn=1, rents=rents, options={"rent_claim": "next_throw"})
    assert (see("seat0.owes"), see("seat1.is_owed")) == pytest.approx((0.05, 0.05))


def test_a_deed_that_is_bought_but_not_paid_is_its_buyers():
    frames = [{"kind": "award", "who": 1, "deed": "boardwalk"}, {"kind": "debt", "who": 1, "to": "bank", "amount": 400}]
    see = look([{}, {"cash": 300, "square": 39, "deeds": ["park-place"]}], phase="landed", turn=1, frames=frames)
    assert (see("seat1.dark_blue.whole"), see("seat1.dark_blue.owned")) == (1, 1)
    assert ramp(see, "seat1.worth") == on_ramp(300 + 350, *WORTH)


# ------------------------------------------------------------------------------------------ tokens and rents


def test_rent_to_pay_and_to_get_are_exact():
    """From 32 a five takes seat 0 to Park Place, for 35, a seven to Boardwalk, for 50."""
    see = look([{"square": 32}, {"deeds": ["boardwalk"]}, {"deeds": ["park-place"], "square": 20}])
    assert ramp(see, "seat0.rent_to_pay") == on_ramp((4 * 35 + 6 * 50) / 36, *RENT)
    assert ramp(see, "seat1.rent_to_get") == on_ramp(6 * 50 / 36, *RENT)
    assert ramp(see, "seat2.rent_to_get") == on_ramp(4 * 35 / 36, *RENT)
    assert ramp(see, "seat1.rent_to_pay") == ramp(see, "seat2.rent_to_pay") == [0, 0, 0]
    assert ramp(see, "seat1.income") == on_ramp(2 * 50 * VISITS[27] / 1e6, *INCOME)


def test_a_utilitys_rent_goes_by_the_throw():
    see = look([{"square": 3}, {"deeds": ["electric-company"]}])  # nine steps
    assert ramp(see, "seat0.rent_to_pay") == on_ramp(4 / 36 * 9 * 4, *RENT)
    fresh = look([{"square": 3}, {"deeds": ["electric-company"]}], options={"utility_throw": "fresh"})
    assert ramp(fresh, "seat0.rent_to_pay") == on_ramp(4 / 36 * 7 * 4, *RENT)


@pytest.mark.parametrize(("turn", "ways"), [(1, 1), (2, 1), (3, 3)])
def test_only_doubles_leave_jail_but_the_third_turn_ends_it(turn, ways):
    """Virginia Avenue, for 12, is four squares from jail."""
    see = look([{"jail": turn}, {"deeds": ["virginia-avenue"]}])
    assert ramp(see, "seat0.rent_to_pay") == on_ramp(ways * 12 / 36, *RENT)
    assert (see("seat0.jailed"), see("seat1.jailed")) == (1, 0)


def test_an_odd_number_of_steps_leaves_jail_on_the_third_turn_only():
    """States Avenue, for 10, is three squares from jail."""
    for turn, ways in ((1, 0), (3, 2)):
        see = look([{"jail": turn}, {"deeds": ["states-avenue"]}])
        assert ramp(see, "seat0.rent_to_pay") == on_ramp(ways * 10 / 36, *RENT)


def test_a_throw_that_is_made_is_certain():
    see = look(
        [{"square": 32}, {"deeds": ["boardwalk"]}],
        options={"manage_after_throw": True},
        phase="thrown",
        dice=[3, 4],
        asked=1,
    )
    assert ramp(see, "seat0.rent_to_pay") == on_ramp(50, *RENT)
    assert see("seat0.salary") == 0


def test_mortgaged_deeds_and_by_option_jailed_owners_get_nothing():
    mortgaged = look([{"square": 32}, {"deeds": ["boardwalk"], "mortgaged": ["boardwalk"]}])
    jailed = [{"square": 32}, {"deeds": ["boardwalk"], "jail": 1}]
    assert ramp(mortgaged, "seat0.rent_to_pay") == [0, 0, 0]
    assert ramp(look(jailed, options={"rent_in_jail": False}), "seat0.rent_to_pay") == [0, 0, 0]
    assert ramp(look(jailed), "seat0.rent_to_pay") == on_ramp(6 * 50 / 36, *RENT)


def test_short_and_ruined_are_chances():
    """A five: 35 of 40 dollars; a seven: 50, which a mortgage of 75 raises; with hotels nothing does."""
    poor = {"square": 32, "cash": 40, "deeds": ["water-works"]}
    see = look([poor, {"deeds": ["boardwalk"]}, {"deeds": ["park-place"]}])
    assert (see("seat0.short"), see("seat0.ruined")) == (6 / 36, 0)
    see = look([poor, {"deeds": DARK_BLUE, "buildings": dict.fromkeys(DARK_BLUE, "hotel")}])
    assert (see("seat0.short"), see("seat0.ruined")) == (10 / 36, 10 / 36)


def test_the_way_a_card_brought_somebody_does_not_change_other_rents():
    """While the Chance card's double rent of a railroad is asked for, the other railroads cost what they always do."""
    railroads = ["reading-railroad", "pennsylvania-railroad"]
    players = [{"square": 15}, {"deeds": railroads}, {"square": 10}]
    see = look(players, phase="claiming", arrival="railroad-card", options={"rent_claim": "ask"})
    assert ramp(see, "seat2.rent_to_pay") == on_ramp(4 / 36 * 50, *RENT)


def test_the_chance_of_a_salary():
    see = look([{"square": 35}, {"square": 28}, {"square": 27}])
    assert (see("seat0.salary"), see("seat1.salary"), see("seat2.salary")) == (30 / 36, 1 / 36, 0)
    assert see("seat0.lap") == 35 / 40


def test_who_throws_next():
    assert look([{}, {}, {}], turn=1)("seat1.throws_next") == 1
    after = look([{"deeds": BROWN}, {}, {}], phase="after")
    assert (after("seat0.throws_next"), after("seat1.throws_next"), after("seat0.current")) == (0, 1, 1)
    again = look([{"square": 39}, {}], phase="buying", again=True, doubles=1)
    assert (again("seat0.throws_next"), again("again"), again("buying")) == (1, 1, 1)


# --------------------------------------------------------------------------------------------------- deeds


@pytest.mark.parametrize("group", range(STREET_GROUPS))
def test_a_hold_on_a_colour(group):
    deeds, name = [TITLE_DEEDS[d].slug for d in GROUP_DEEDS[group]], GROUP_NAMES[group]
    size = len(deeds)
    whole = look([{}, {"deeds": deeds, "buildings": dict.fromkeys(deeds, 4)}])
    hold = [whole(f"seat1.{name}.{part}") for part in ("owned", "lacks_one", "whole", "mortgaged")]
    assert hold == [1, 0, 1, 0]
    assert ramp(whole, f"seat1.{name}.built") == [1, 0.5]
    part = look([{"deeds": deeds[1:], "mortgaged": deeds[1:2]}, {}])
    hold = [part(f"seat0.{name}.{one}") for one in ("owned", "lacks_one", "whole", "mortgaged")]
    assert hold == pytest.approx([(size - 1) / size, 1, 0, 1 / size])


def test_every_building_shows():
    levels = [{"oriental-avenue": 1}, dict.fromkeys(LIGHT_BLUE, 3), {**dict.fromkeys(LIGHT_BLUE, 4), LIGHT_BLUE[0]: 5}]
    found = [look([{"deeds": LIGHT_BLUE, "buildings": built}, {}]) for built in levels]
    ramps = [ramp(see, "seat0.light_blue.built") for see in found]
    assert np.array(ramps) == pytest.approx(np.array([[1 / 9, 0], [1, 0], [1, 2 / 3]]))


def test_railroads_utilities_and_jail_cards_are_counted():
    see = look([{}, {"deeds": ["short-line", "reading-railroad", "water-works"], "mortgaged": ["short-line"],
                     "jail_cards": ["chest"]}])  # fmt: skip
    assert ramp(see, "seat1.railroads") == [1, 1, 0, 0]
    assert ramp(see, "seat1.utilities") == [1, 0]
    assert (see("seat1.railroads_mortgaged"), see("seat1.utilities_mortgaged")) == (1 / 4, 0)
    assert see("seat1.jail_cards") == 1 / 2


# ------------------------------------------------------------------------------------- what interrupts a turn


def test_an_auction():
    players = [{"deeds": ["park-place"]}, {"square": 39}, {}]
    frame = {"kind": "auction", "lot": "boardwalk", "bidder": 0, "bidders": [0, 1], "bid": 120, "leader": 1}
    see = look(players, 2, phase="landed", turn=1, frames=[frame])
    assert see("stake.dark_blue") == see("interrupt.auction") == 1
    assert [see(f"seat{k}.bidding") for k in range(3)] == [0, 1, 1]  # counted from seat 2
    assert [see(f"seat{k}.leads") for k in range(3)] == [0, 0, 1]
    assert [see(f"seat{k}.completes") for k in range(3)] == [0, 1, 0]
    assert ramp(see, "bid") == on_ramp(120, 0, 100, 400, 3000)


def test_a_deed_for_sale():
    see = look([{"square": 5}, {"deeds": ["short-line"]}], phase="buying")
    assert (see("stake.railroad"), see("buying"), see("seat1.completes")) == (1, 1, 0)


def test_an_offer():
    """Seat 0 gives Oriental and asks 150 for it, which completes light blue for seat 1."""
    players = [{"deeds": ["oriental-avenue"], "jail_cards": ["chest"]}, {"deeds": LIGHT_BLUE[1:]}, {}]
    frame = {"kind": "trade", "who": 0, "to": 1, "items": ["oriental-avenue", "chest-card"], "money": -150}
    see = look(players, 1, phase="before", frames=[{**frame, "step": "answer"}])
    assert (see("seat2.proposer"), see("seat0.partner"), see("interrupt.trade")) == (1, 1, 1)
    assert (ramp(see, "trade.pays"), ramp(see, "trade.asks")) == ([0, 0], on_ramp(150, 0, 500, 5000))
    assert (see("trade.gives"), see("trade.gets")) == pytest.approx((0.15, 0))
    assert (see("trade.completes.proposer"), see("trade.completes.partner")) == (0, 1 / 2)


def test_digits_of_an_offer_count():
    players = [{"deeds": ["oriental-avenue"]}, {"deeds": LIGHT_BLUE[1:]}]
    frame = {"kind": "trade", "who": 0, "to": 1, "items": ["oriental-avenue"], "step": "asks", "typed": 25}
    see = look(players, phase="before", frames=[frame])
    assert (ramp(see, "trade.pays"), ramp(see, "trade.asks")) == ([0, 0], on_ramp(25, 0, 500, 5000))


def test_an_estate():
    lot = {"kind": "auction", "lot": "water-works", "amount": 10, "bidder": 0, "bidders": [0, 1]}
    estate = {"kind": "estate", "who": 2, "deeds": DARK_BLUE}
    players = [{}, {}, {"bankrupt": True, "cash": 0}]
    see = look(players, phase="landed", frames=[estate, lot])
    assert (see("estate"), see("stake.utility")) == (2 / 28, 1)
    assert not any(see(number.name) for number in GENERAL.numbers if number.seat == 2)


# --------------------------------------------------------------------------------------------------- table


def test_the_stage_of_the_game():
    see = look([{"deeds": BROWN}, {}], round=951)
    assert ramp(see, "rounds") == [1, 1, 1]
    assert ramp(see, "limit") == on_ramp(95, 0, 80, 95, 100)
    assert ramp(see, "unsold") == on_ramp(26, 0, 4, 12, 28)
    endless = look([{}, {}], round=31, options={"max_rounds": 0})
    assert (ramp(endless, "limit"), ramp(endless, "rounds")) == ([0, 0, 0], on_ramp(30, 0, 20, 80, 300))


def test_the_buildings_that_the_bank_has():
    see = look([{"deeds": BROWN, "buildings": {BROWN[0]: 4, BROWN[1]: 5}}, {}])
    assert ramp(see, "houses") == on_ramp(28, 0, 4, 12, 32)
    assert ramp(see, "hotels") == on_ramp(11, 0, 12)
    endless = look([{}, {}], preset="thesis", phase="after")
    assert (ramp(endless, "houses"), ramp(endless, "hotels")) == ([1, 1, 1], [1])


def test_a_card_that_is_drawn_and_the_pot():
    see = look([{"square": 7}, {}], phase="draw", drawn="chance", options={"free_parking_pot": True}, pot=250)
    assert (see("draw.chance"), see("draw.chest"), see("pot")) == (1, 0, 0.25)


# -------------------------------------------------------------------------------------------------- layout


def test_the_layout():
    names = [number.name for number in GENERAL.numbers]
    assert len(names) == len(set(names)) == layout.INPUTS == 8 * layout.SEAT_NUMBERS + layout.TABLE_NUMBERS
    assert 300 <= layout.INPUTS <= 900
    first = names[: layout.SEAT_NUMBERS]
    for seat in range(8):
        block = GENERAL.numbers[seat * layout.SEAT_NUMBERS : (seat + 1) * layout.SEAT_NUMBERS]
        assert [number.name for number in block] == [name.replace("seat0", f"seat{seat}") for name in first]
        assert {number.seat for number in block} == {seat}
