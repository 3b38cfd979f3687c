"""The two decks as queues, and the cards that leave jail (rules section 7)."""

from __future__ import annotations

from .table import covers, player

TO_CHANCE_7 = (3, 4)
TO_CHEST_2 = (1, 1)


def chance(table, card, players=None, **settings):
    """Seat 0 goes from GO to Chance 7 and draws ``card``."""
    return table(players or [player(), player(), player()], **settings).throws(*TO_CHANCE_7).draws(card)


# ---------------------------------------------------------------------------------------- the queues


def test_the_first_draw_may_be_any_card(table):
    """R-97 cards: a shuffled deck: all 16 cards are equally likely; section 7."""
    t = table([player(), player()]).throws(*TO_CHANCE_7)
    assert len(t.outcomes) == 16
    assert set(t.outcomes.values()) == {1}


def test_a_drawn_card_does_not_come_again_on_the_first_pass(table):
    """R-97 cards: back to the bottom, face down, no reshuffle; section 7."""
    t = chance(table, "dividend", [player(), player()])
    assert t.queue("chance") == ["dividend"]
    t.throws(*TO_CHANCE_7)
    assert len(t.outcomes) == 15
    assert "card:dividend" not in t.outcomes
    t.draws("building_loan")
    assert t.queue("chance") == ["dividend", "building_loan"]


def test_the_last_unseen_card_is_certain(table):
    """Section 7: when fifteen cards are known, the sixteenth is no chance any more."""
    known = ["advance_go", "advance_illinois", "advance_st_charles", "advance_nearest_utility",
             "advance_nearest_railroad_1", "advance_nearest_railroad_2", "dividend", "get_out_of_jail_free", "back_3",
             "go_to_jail", "general_repairs", "fine_15", "reading_railroad", "boardwalk", "chairman"]  # fmt: skip
    t = table([player(), player()], decks={"chance": {"known": known}})
    t.throws(*TO_CHANCE_7)
    assert t.cash[0] == 1650, "the building loan"
    assert t.queue("chance") == [*known, "building_loan"]


def test_later_passes_come_in_the_known_order(table):
    """Section 7: a true queue: after the first pass the order is known and stays."""
    t = table([player(), player()], decks={"chance": {"top": "dividend"}})
    order = t.queue("chance")
    assert order[0] == "dividend"
    t.throws(*TO_CHANCE_7)
    assert t.cash[0] == 1550
    assert t.queue("chance") == [*order[1:], "dividend"]


def test_each_deck_is_a_queue_of_its_own(table):
    """Section 7: drawing from one deck leaves the other alone."""
    t = table([player(), player()], decks={"chance": {"top": "dividend"}})
    t.throws(*TO_CHEST_2)
    assert len(t.outcomes) == 16
    t.draws("bank_error")
    assert t.queue("chest") == ["bank_error"]
    assert t.queue("chance")[0] == "dividend"


@covers("cards")
def test_without_cards_the_squares_do_nothing(table):
    """E1, option cards none: Chance and Community Chest do nothing."""
    t = table([player(), player()], cards="none")
    t.throws(*TO_CHANCE_7)
    assert t.turn == 1
    assert t.cash == [1500, 1500]


@covers("cards")
def test_independent_draws_always_have_sixteen_cards(table):
    """The exact chain of the board, option cards independent: each draw is from the whole deck, and no card is kept."""
    t = chance(table, "get_out_of_jail_free", [player(), player()], cards="independent")
    assert t.holder("chance") is None
    t.throws(*TO_CHANCE_7)
    assert len(t.outcomes) == 16


@covers("cards")
def test_the_queue_is_the_rule(table):
    """Section 7, option cards queue: in independent draws a card may repeat, in a queue never."""
    t = chance(table, "dividend", [player(), player()], cards="queue")
    assert "card:dividend" not in t.throws(*TO_CHANCE_7).outcomes
    t = chance(table, "dividend", [player(), player()], cards="independent")
    assert "card:dividend" in t.throws(*TO_CHANCE_7).outcomes


# -------------------------------------------------------------------------------------- jail cards


def test_the_jail_card_is_kept_out_of_its_deck(table):
    """R-97 Get Out of Jail Free: held until used or sold; meanwhile the deck has 15 cards; section 7."""
    t = chance(table, "get_out_of_jail_free")
    assert t.holder("chance") == 0
    assert t.queue("chance") == []
    assert t.all_pass().turn == 1
    assert "card:get_out_of_jail_free" not in t.throws(*TO_CHANCE_7).outcomes
    assert len(t.outcomes) == 15


def test_a_used_jail_card_goes_to_the_bottom_of_its_own_deck(table):
    """R-97 Get Out of Jail Free: once used, to the bottom of its own deck; section 7."""
    t = table(
        [player(jail=1, jail_cards=["chest"]), player()],
        decks={"chest": {"known": ["bank_error", "doctor"]}, "chance": {"known": ["dividend"]}},
    )
    t.do("use-chest-card")
    assert t.queue("chest") == ["bank_error", "doctor", "get_out_of_jail_free"]
    assert t.queue("chance") == ["dividend"]


def test_a_used_jail_card_comes_last_in_the_known_order(table):
    """Section 7: in later passes it is drawn after all others."""
    t = table([player(jail=1, jail_cards=["chance"]), player()], decks={"chance": {"top": "dividend"}})
    order = t.queue("chance")
    assert len(order) == 15
    t.do("use-chance-card")
    assert t.queue("chance") == [*order, "get_out_of_jail_free"]


def test_a_sold_jail_card(table):
    """R-97 Get Out of Jail Free: may be sold to another player, who then holds it; sections 7 and 9."""
    t = table([player(jail_cards=["chance"]), player(jail=1)])
    t.offers(1, "chance-card", asks=40).do("accept")
    assert t.holder("chance") == 1
    assert t.cash == [1540, 1460]
    assert t.queue("chance") == [], "it stays out of the deck"
    t.throws(4, 6).all_pass()
    assert t.can("use-chance-card")


def test_both_jail_cards_at_once(table):
    """Section 7: one may hold the cards of both decks and choose which to use."""
    t = table([player(jail=1, jail_cards=["chance", "chest"]), player()])
    assert {"use-chance-card", "use-chest-card"} <= t.legal
    t.do("use-chest-card")
    assert (t.holder("chance"), t.holder("chest")) == (0, None)


# -------------------------------------------------------------------------------------- moving cards
