"""When property is managed: before the throw, after the move, between turns (rules sections 2 and 9)."""

from __future__ import annotations

from .table import BROWN, DARK_BLUE, GREEN, LIGHT_BLUE, ORANGE, built, covers, player

TO_FREE_PARKING = (4, 6)  # from the jail square


def at_jail(**more):
    """A visitor whose throw of ten leads to Free Parking, where nothing happens."""
    return player(at="Jail", **more)


def test_before_the_throw(table):
    """Section 9 default: building, selling, mortgaging, lifting and trading before one's throw."""
    t = table([player(deeds=[*ORANGE, "short-line", "boardwalk"], mortgaged=["boardwalk"]), player()])
    assert t.phase == "before"
    assert {"roll", f"build:{ORANGE[0]}", "mortgage:short-line", "lift:boardwalk", "trade:1"} <= t.legal
    assert "pass" not in t.legal


def test_after_the_move(table):
    """Section 9 default: the same after the move."""
    t = table([at_jail(deeds=[*ORANGE, "short-line"]), player()]).throws(*TO_FREE_PARKING)
    assert (t.phase, t.mover) == ("after", 0)
    assert {"pass", "pass-until-my-turn", f"build:{ORANGE[0]}", "mortgage:short-line", "trade:1"} <= t.legal


def test_between_turns_in_seat_order(table):
    """Issue section 3: between turns every other player, in seat order from the one whose turn it was."""
    t = table([at_jail(deeds=group) for group in (BROWN, ORANGE, DARK_BLUE, GREEN)], turn=2)
    t.throws(*TO_FREE_PARKING)
    asked = []
    while t.phase in ("after", "between"):
        asked.append(t.mover)
        t.do("pass")
    assert asked == [2, 3, 0, 1]
    assert t.turn == 3


def test_several_actions_in_one_window(table):
    """Section 9: any number of actions, until the player passes."""
    t = table([at_jail(deeds=[*ORANGE, "short-line"]), player()]).throws(*TO_FREE_PARKING)
    t.do(f"build:{ORANGE[0]}", f"build:{ORANGE[1]}", "mortgage:short-line", "lift:short-line", f"sell:{ORANGE[0]}")
    assert t.phase == "after"
    assert t.cash[0] == 1500 - 200 + 100 - 110 + 50


def test_doubles_have_no_window_between(table):
    """Section 2: after doubles the same player is before its next throw; the others wait for the end of the turn."""
    t = table([at_jail(deeds=BROWN), player(deeds=ORANGE)]).throws(5, 5)
    assert (t.phase, t.mover) == ("before", 0)
    t.throws(4, 6)
    assert t.jail[0] == 1
    t.do("pass")
    assert (t.phase, t.mover) == ("between", 1)


def test_no_window_without_anything_to_do(table):
    """Issue section 3: players with nothing to manage are not asked."""
    t = table([at_jail(), player()], offers_per_turn=0)
    assert t.mover == "chance"
    t.throws(*TO_FREE_PARKING)
    assert (t.turn, t.mover) == (1, "chance")


def test_pass_until_my_turn(table):
    """Issue section 3: skips the windows up to one's own turn, which has them again."""
    t = table([at_jail(deeds=BROWN), at_jail(deeds=ORANGE), at_jail(deeds=DARK_BLUE)])
    t.throws(*TO_FREE_PARKING).do("pass", "pass", "pass-until-my-turn")
    assert (t.phase, t.mover) == ("before", 1)
    t.throws(*TO_FREE_PARKING).do("pass")
    assert (t.phase, t.mover) == ("between", 0), "seat 2 is not asked"
    t.do("pass")
    assert (t.phase, t.mover) == ("before", 2), "its own turn"
    t.throws(*TO_FREE_PARKING)
    assert (t.phase, t.mover) == ("after", 2)


def test_pass_until_my_turn_after_the_own_move(table):
    """Issue section 3: said after one's own move, it holds for the whole round."""
    t = table([at_jail(deeds=BROWN), at_jail(deeds=ORANGE)])
    t.throws(*TO_FREE_PARKING).do("pass-until-my-turn", "pass")
    t.throws(*TO_FREE_PARKING).do("pass")
    assert (t.phase, t.mover) == ("before", 0)


def test_pass_until_my_turn_before_the_throw(table):
    """Issue section 3: said before the throw, it throws and skips all windows up to one's own next turn."""
    t = table([at_jail(deeds=BROWN), at_jail(deeds=ORANGE)])
    assert {"roll", "pass-until-my-turn"} <= t.legal
    t.do("pass-until-my-turn", "roll:4-6")
    assert (t.phase, t.mover) == ("between", 1), "no window after the move"
    t.do("pass").throws(*TO_FREE_PARKING).do("pass")
    assert (t.phase, t.turn, t.mover) == ("before", 0, 0), "nor between turns; its own turn has them again"


def test_pass_until_my_turn_holds_for_further_throws(table):
    """Issue section 3: nor is there a window before the further throw of a double; buying is asked as ever."""
    t = table([player(deeds=BROWN), player(deeds=ORANGE)])
    t.do("pass-until-my-turn", "roll:3-3")
    assert (t.phase, t.mover) == ("buying", 0)
    t.do("buy")
    assert (t.phase, t.mover) == ("throw", "chance")


def test_a_debt_brings_the_windows_back(table):
    """Issue section 3: a debt clears "pass until my turn"."""
    t = table([player(cash=30, at="Ventnor Avenue", deeds=["short-line"]), player(deeds=ORANGE)])
    t.do("pass-until-my-turn", "roll:5-6")
    assert t.mover == 0
    t.do("mortgage:short-line")
    assert (t.phase, t.mover) == ("after", 0)


def test_rolling_keeps_the_windows(table):
    """Issue section 3: `roll` is the plain pass of the window before the throw."""
    t = table([at_jail(deeds=BROWN), at_jail(deeds=ORANGE)])
    t.do("roll", "roll:4-6")
    assert (t.phase, t.mover) == ("after", 0)


@covers("manage_between")
def test_no_passing_until_ones_turn_without_windows_between(table):
    """Option manage_between off, or nothing to manage: there is only `roll`."""
    t = table([at_jail(deeds=BROWN), player()], manage_between=False)
    assert "pass-until-my-turn" not in t.legal
    t = table([player(jail=1), player()], offers_per_turn=0)
    assert t.legal == {"roll", "pay-fine"}
    t = table([player(jail=1, deeds=BROWN), player()], offers_per_turn=0)
    assert "pass-until-my-turn" in t.legal


@covers("manage_after_throw")
def test_the_thrower_too_may_pass_until_its_turn(table):
    """Issue section 3, option manage_after_throw: said after one's own throw it skips the window after the move."""
    t = table([at_jail(deeds=BROWN), player(deeds=ORANGE)], manage_after_throw=True, offers_per_turn=0)
    t.throws(*TO_FREE_PARKING)
    assert (t.phase, t.mover) == ("thrown", 0)
    t.do("pass-until-my-turn", "pass")
    assert (t.phase, t.mover) == ("between", 1)


def test_passing_once_is_for_this_window_only(table):
    """Issue section 3: plain pass leaves the later windows."""
    t = table([at_jail(deeds=BROWN), at_jail(deeds=ORANGE), at_jail()], offers_per_turn=0)
    t.throws(*TO_FREE_PARKING).do("pass", "pass")
    t.throws(*TO_FREE_PARKING).do("pass")
    assert (t.phase, t.mover) == ("between", 0)


def test_a_bankrupt_has_no_window(table):
    """Section 10: out of the game."""
    t = table([at_jail(deeds=BROWN), player(cash=0, bankrupt=True), at_jail(deeds=GREEN)])
    t.throws(*TO_FREE_PARKING).do("pass")
    assert (t.phase, t.mover) == ("between", 2)


def test_prisoners_have_windows(table):
    """R-97 jail: managing goes on in jail, after a failed throw as well; section 5."""
    t = table([player(jail=1, deeds=BROWN), player(jail=2, deeds=GREEN)]).throws(1, 2)
    assert (t.phase, t.mover) == ("after", 0)
    t.do("pass")
    assert (t.phase, t.mover) == ("between", 1)


def test_who_was_sent_to_jail_has_a_window(table):
    """Sections 2 and 5: the turn ends by being sent to jail; managing after it stays possible."""
    t = table([player(at="Atlantic Avenue", deeds=BROWN), player()]).throws(1, 3)
    assert t.jail[0] == 1
    assert (t.phase, t.mover) == ("after", 0)


def test_windows_are_settled_positions(table):
    """Design section 2: nothing pending in a window or before a throw; a sale, an offer or a debt is not settled."""
    t = table([at_jail(deeds=BROWN), player()])
    assert t.settled
    t.do("trade:1")
    assert not t.settled
    t.do("cancel", "roll")
    assert t.mover == "chance"
    assert t.settled
    t.do("roll:4-6")
    assert t.settled


def test_a_throw_that_begins_a_move_is_settled_and_no_other_chance(table):
    """Design section 2: before a throw one move has ended; a card or a throw for rent belongs to the last one."""

    def at_income_tax():
        players = [player(at="Income Tax"), player(deeds=["electric-company"])]
        return table(players, utility_throw="fresh", offers_per_turn=0)

    assert (at_income_tax().mover, at_income_tax().settled) == ("chance", True)
    for dice, phase, settled in (((3, 3), "throw", True), ((1, 2), "draw", False), ((3, 5), "rent-throw", False)):
        t = at_income_tax().throws(*dice)
        assert (t.mover, t.phase, t.settled) == ("chance", phase, settled)


@covers("manage_before")
def test_no_managing_before_the_throw(table):
    """M2 and E1, option manage_before off: only rolling (and the ways out of jail) before the throw."""
    t = table([at_jail(deeds=BROWN), player()], manage_before=False)
    assert t.mover == "chance"
    t = table([player(jail=1, deeds=BROWN), player()], manage_before=False)
    assert t.legal == {"roll", "pay-fine"}
    assert t.why("build:baltic-avenue") == "NOT_NOW"


@covers("manage_after")
def test_no_managing_after_the_move(table):
    """Option manage_after off: no window after the move."""
    t = table([at_jail(deeds=BROWN), player(deeds=ORANGE)], manage_after=False).throws(*TO_FREE_PARKING)
    assert (t.phase, t.mover) == ("between", 1)


@covers("manage_between")
def test_no_managing_between_turns(table):
    """M2 and E1, option manage_between off: nobody acts in another player's turn, and there is one way to pass."""
    t = table([at_jail(deeds=BROWN), player(deeds=GREEN), player(deeds=ORANGE)], manage_between=False)
    t.throws(*TO_FREE_PARKING)
    assert "pass-until-my-turn" not in t.legal
    t.do("pass")
    assert (t.turn, t.phase) == (1, "before")


@covers("window_order")
def test_the_fixed_order_of_actions(table):
    """M2, option window_order: build, sell, mortgage, lift, trade, with no way back to an earlier kind."""
    lots = built(LIGHT_BLUE, 1)
    everything = at_jail(
        deeds=[*LIGHT_BLUE, *BROWN, "boardwalk", "short-line"], buildings=lots["buildings"], mortgaged=["boardwalk"]
    )
    t = table([everything, player()], window_order="build_first").throws(*TO_FREE_PARKING)
    assert all(t.verbs(verb) for verb in ("build", "sell", "mortgage", "lift", "trade"))
    t.do("build:baltic-avenue")
    assert t.verbs("build")
    t.do("sell:oriental-avenue")
    assert t.why("build:mediterranean-avenue") == "STAGE_CLOSED"
    t.do("mortgage:short-line")
    assert t.why("sell:vermont-avenue") == "STAGE_CLOSED"
    t.do("lift:boardwalk")
    assert t.why("mortgage:boardwalk") == "STAGE_CLOSED"
    t.offers(1, "boardwalk", asks=1).do("reject")
    assert t.why("lift:short-line") == "STAGE_CLOSED"
    assert t.verbs("trade") == {"1"}


@covers("window_order")
def test_the_order_begins_anew_in_each_window(table):
    """Option window_order: it holds within one window (each player's own, before the throw as well)."""
    t = table(
        [at_jail(deeds=[*BROWN, "short-line"]), player(deeds=[*ORANGE, "water-works"])], window_order="build_first"
    )
    t.do("mortgage:short-line")
    assert t.why("build:baltic-avenue") == "STAGE_CLOSED"
    t.throws(*TO_FREE_PARKING)
    assert t.can("build:baltic-avenue")
    t.do("lift:short-line", "pass")
    assert t.mover == 1
    t.do("mortgage:water-works", "pass")
    assert (t.turn, t.phase, t.mover) == (1, "before", 1)
    assert t.can(f"build:{ORANGE[0]}")


@covers("window_order")
def test_the_order_is_each_players_own(table):
    """Option window_order: what one player did between turns does not close the next player's kinds of action."""
    t = table(
        [at_jail(), player(deeds=["water-works"]), player(deeds=ORANGE)], window_order="build_first", offers_per_turn=0
    )
    t.throws(*TO_FREE_PARKING).do("mortgage:water-works", "pass")
    assert t.mover == 2
    assert t.can(f"build:{ORANGE[0]}")


@covers("one_operation")
def test_one_operation_a_window(table):
    """E1, option one_operation: exactly one management action."""
    t = table([at_jail(deeds=[*BROWN, "short-line"]), player()], one_operation=True, manage_before=False,
              offers_per_turn=0)  # fmt: skip
    t.throws(*TO_FREE_PARKING)
    assert {"build:baltic-avenue", "mortgage:short-line", "pass"} <= t.legal
    t.do("build:baltic-avenue")
    assert t.turn == 1


@covers("one_operation")
def test_one_operation_before_the_throw(table):
    """Option one_operation: it holds for the window before the throw too; the window after the move is another one."""
    t = table([at_jail(deeds=[*BROWN, "short-line"]), player()], one_operation=True)
    t.do("build:baltic-avenue")
    assert not t.can("mortgage:short-line")
    t.throws(*TO_FREE_PARKING)
    assert t.can("mortgage:short-line")


@covers("one_operation")
def test_one_operation_for_each_player(table):
    """Option one_operation: between turns each player has a window, hence an action, of its own."""
    t = table(
        [at_jail(), player(deeds=["water-works"]), player(deeds=["short-line"])], one_operation=True, offers_per_turn=0
    )
    t.throws(*TO_FREE_PARKING).do("mortgage:water-works")
    assert t.mover == 2, "seat 1 has had its action"
    assert t.can("mortgage:short-line")


@covers("one_attempt")
def test_one_attempt_to_raise_money(table):
    """M2, option one_attempt: one offer for a debt, and the debtor may give up although it could pay."""
    t = table([player(cash=0, deeds=["short-line", "water-works"]), player(deeds=BROWN), player()], one_attempt=True)
    t.throws(1, 2)
    assert t.can("bankrupt")
    t.offers(2, "water-works", asks=100).do("reject")
    assert t.why("trade:1") == "NO_OFFERS_LEFT"
    t.do("mortgage:water-works")
    assert t.cash == [67, 1508, 1500]


@covers("one_attempt")
def test_one_attempt_ends_a_hopeless_debt(table):
    """M2, option one_attempt: the attempt failed, who cannot pay is out."""
    t = table([player(cash=0, jail_cards=["chance"]), player(deeds=BROWN), player()], one_attempt=True)
    t.throws(1, 2).offers(2, "chance-card", asks=100).do("reject")
    assert t.alive == [1, 2]


@covers("window_order")
def test_the_order_that_raises_money_first(table):
    """M2 (i), option window_order raise_first: sell, mortgage, lift, build, trade."""
    t = table([at_jail(deeds=[*BROWN, "short-line"]), player()], window_order="raise_first").throws(*TO_FREE_PARKING)
    t.do("mortgage:short-line")
    assert t.can("build:baltic-avenue")
    t.do("lift:short-line", "build:baltic-avenue")
    assert t.why("sell:baltic-avenue") == "STAGE_CLOSED"
    assert t.why("mortgage:short-line") == "STAGE_CLOSED"
    assert t.can("trade:1")


@covers("manage_after_throw")
def test_managing_between_the_throw_and_the_move(table):
    """Section 9 [G], option manage_after_throw: read literally, all may build once they have seen the dice."""
    t = table([player(at="Short Line", deeds=BROWN), player(deeds=DARK_BLUE), player()], manage_after_throw=True)
    t.throws(1, 3)
    assert (t.phase, t.mover, t.squares[0]) == ("thrown", 0, 35)
    assert not t.settled
    assert "pass-until-my-turn" in t.legal
    t.do("build:baltic-avenue", "pass")
    assert (t.phase, t.mover) == ("thrown", 1)
    t.do("build:boardwalk", "pass")
    assert t.cash == [1500 - 50 - 200, 1500 - 200 + 200, 1500], "the rent with the house that has just been built"


@covers("manage_after_throw")
def test_the_window_after_the_throw_of_a_prisoner(table):
    """Section 9 [G], option manage_after_throw: before the move that the fine of the third turn has bought."""
    t = table([player(jail=3, deeds=BROWN), player()], manage_after_throw=True, offers_per_turn=0)
    t.do("roll", "roll:1-2")
    assert (t.phase, t.mover, t.cash[0], t.jail[0]) == ("thrown", 0, 1450, 0)
    t.do("pass")
    assert t.squares[0] == 13


@covers("manage_after_throw")
def test_passing_until_ones_turn_covers_the_windows_after_throws(table):
    """Issue section 3, option manage_after_throw: who passes until its turn is not asked after another's throw."""
    t = table([at_jail(), player(deeds=BROWN, quiet=True)], manage_after_throw=True, offers_per_turn=0)
    t.throws(*TO_FREE_PARKING)
    assert (t.turn, t.mover) == (1, 1)
