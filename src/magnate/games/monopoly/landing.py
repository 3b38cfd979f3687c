"""Moving the token and resolving the square: rent, taxes, cards, jail (rules sections 2 to 7)."""

from __future__ import annotations

from ...core.contract import CHANCE
from ...runtime.compiler import rule
from ...runtime.primitives import count_bits, emit, low_bit, push
from . import board, events, state
from .board import COLLECT_EACH as CARD_COLLECT_EACH
from .board import PAY_EACH as CARD_PAY_EACH
from .money import in_game, owe, owner_of, owns_group, public_purse, receive, share, taxable_worth
from .state import State

# ---------------- The two decks as queues: a drawn card goes to the bottom
#
# ``unseen`` holds the cards that nobody has seen, which lie on top in an unknown order; ``queue`` holds the known ones
# below them. While cards are unseen a draw is a chance node; afterwards it is forced.


@rule
def drawable(g: State, deck: int) -> int:
    """Mask of the cards that the next draw from ``deck`` may show, each equally likely."""
    if g.opt.cards == state.CARDS_INDEPENDENT:
        return board.ALL_CARDS
    if g.unseen[deck] != 0:
        return g.unseen[deck]
    return 1 << g.queue[deck, 0]


@rule
def draw_is_known(g: State, deck: int) -> bool:
    """Whether only one card can come, so that the draw is no chance node."""
    return count_bits(drawable(g, deck)) == 1


@rule
def put_at_bottom(g: State, deck: int, card: int) -> None:
    """``card`` goes to the bottom, face down."""
    g.queue[deck, g.queued[deck]] = card
    g.queued[deck] += 1


@rule
def take(g: State, deck: int, card: int) -> None:
    """Draw ``card`` from the top of ``deck``; it is put back at once unless it is kept.

    (The deck is not drawn from in between.)
    """
    if g.opt.cards == state.CARDS_INDEPENDENT:
        return
    if g.unseen[deck] != 0:
        g.unseen[deck] &= ~(1 << card)
    else:
        for i in range(board.CARDS - 1):
            g.queue[deck, i] = g.queue[deck, i + 1]
        g.queue[deck, board.CARDS - 1] = 0
        g.queued[deck] -= 1
    if card != board.JAIL_CARD[deck]:
        put_at_bottom(g, deck, card)


@rule
def top_card(g: State, deck: int) -> int:
    """The next card when it is known."""
    return low_bit(drawable(g, deck))


@rule
def keep_card(g: State, deck: int, p: int) -> None:
    """Seat ``p`` keeps the get-out-of-jail card of ``deck`` (with independent draws the card is returned at once)."""
    if g.opt.cards != state.CARDS_INDEPENDENT:
        g.holder[deck] = p + 1
        emit(g, events.KEEPS_CARD, p, deck, 0, 0)


@rule
def return_card(g: State, deck: int) -> None:
    """The get-out-of-jail card goes to the bottom of its own deck."""
    emit(g, events.RETURNS_CARD, g.holder[deck] - 1, deck, 0, 0)
    g.holder[deck] = 0
    put_at_bottom(g, deck, board.JAIL_CARD[deck])


# ---------------- Rent that its owner may still ask for (option ``rent_claim``: next_throw or second_throw)
#
# The amount is fixed on landing (a utility's own throw comes first). Then the owner is asked; what it leaves for
# later waits. Before each throw the owners of waiting rents are asked again, oldest first. When the next player
# (or the one after that) throws the first time in its turn, what was not claimed is forfeited. The rents wait in
# the order in which they fell due, so that ``rent_left`` never falls along the row; an entry with 0 left is none.


@rule
def rent_may_wait(g: State) -> bool:
    """Whether an owner may ask for its rent later than at once."""
    return g.opt.claim_rent > state.RENT_ASKED


@rule
def longest_wait(g: State) -> int:
    """Before how many other players' throws a rent may be asked for: 1 or 2."""
    return g.opt.claim_rent - state.RENT_ASKED


@rule
def waiting_rents(g: State) -> int:
    """How many rents wait."""
    n = 0
    while n < state.RENTS and g.rent_left[n] != 0:
        n += 1
    return n


@rule
def add_rent(g: State, payer: int, owner: int, amount: int) -> None:
    """A rent has fallen due; that there is room for it is argued in ``state.RENTS``."""
    n = waiting_rents(g)
    g.rent_payer[n] = payer
    g.rent_owner[n] = owner
    g.rent_due[n] = amount
    g.rent_left[n] = longest_wait(g)


@rule
def drop_rent(g: State, i: int) -> None:
    """Take rent ``i`` out of the row; before a throw ``asked`` goes on counting the rents in front of the next one."""
    last = state.RENTS - 1
    for k in range(i, last):
        g.rent_payer[k] = g.rent_payer[k + 1]
        g.rent_owner[k] = g.rent_owner[k + 1]
        g.rent_due[k] = g.rent_due[k + 1]
        g.rent_left[k] = g.rent_left[k + 1]
    g.rent_payer[last] = 0
    g.rent_owner[last] = 0
    g.rent_due[last] = 0
    g.rent_left[last] = 0
    if g.phase == state.THROW and i < g.asked:
        g.asked -= 1


@rule
def lapse_rents(g: State, p: int) -> None:
    """Seat ``p`` is bankrupt: nobody claims rent from it any more, nor does it."""
    for k in range(state.RENTS):
        i = state.RENTS - 1 - k
        if g.rent_left[i] != 0 and (g.rent_payer[i] == p or g.rent_owner[i] == p):
            drop_rent(g, i)


@rule
def forfeit_rents(g: State, first: bool) -> None:
    """The dice are thrown; if ``first`` in a turn, the rents that had to be asked for before are forfeited."""
    g.asked = 0
    if not first:
        return
    while g.rent_left[0] == 1:
        emit(g, events.RENT_FORFEITED, g.rent_owner[0], g.rent_payer[0], g.rent_due[0], 0)
        drop_rent(g, 0)
    for i in range(waiting_rents(g)):
        g.rent_left[i] -= 1


@rule
def asked_rent(g: State) -> int:
    """Which rent an owner is asked about now: before a throw the next in the row, on landing the last one."""
    if g.phase == state.THROW:
        return g.asked * 1
    return waiting_rents(g) - 1


@rule
def resolve_throw(g: State) -> bool:
    """Before a throw each owner of a waiting rent is asked; then the dice are thrown, if the thrower is still there."""
    if not in_game(g, g.current):
        g.asked = 0
        g.phase = state.LANDED
        return False
    if g.asked < waiting_rents(g):
        g.mover = g.rent_owner[g.asked]
    else:
        g.mover = CHANCE
    return True


@rule
def step_rent(g: State, a: int) -> None:
    """The owner asks for its rent, or leaves it for now; on landing the turn goes on, before a throw the next is asked.

    A claimed rent is owed at once, whosever turn it is.
    """
    i = asked_rent(g)
    payer = g.rent_payer[i] * 1
    owner = g.rent_owner[i] * 1
    amount = g.rent_due[i] * 1
    if g.phase != state.THROW:
        g.phase = state.LANDED
    if a == state.CLAIM_RENT:
        drop_rent(g, i)
        emit(g, events.RENT_CLAIMED, owner, payer, amount, 0)
        owe(g, payer, owner, amount, events.FOR_RENT)
    else:
        emit(g, events.RENT_WAITS, owner, payer, amount, 0)
        if g.phase == state.THROW:
            g.asked += 1


# ---------------- Landing on a square


FLAT_INCOME_TAX = 200


@rule
def send_to_jail(g: State, p: int, cause: int) -> None:
    """Straight to jail: no salary, and the turn is over whatever the dice showed."""
    g.square[p] = board.JAIL_SQUARE
    g.jail[p] = 1
    g.again = 0
    g.doubles = 0
    g.phase = state.LANDED
    emit(g, events.TO_JAIL, p, cause, 0, 0)


@rule
def move_to(g: State, p: int, square: int) -> None:
    """Move forward to ``square``; reaching or passing GO pays the salary before the square is resolved."""
    passes_go = square <= g.square[p]
    g.square[p] = square
    g.phase = state.LAND
    emit(g, events.MOVES, p, square, 0, 0)
    if passes_go:
        if g.opt.first_lap == 1:
            g.lapped |= 1 << p
        salary = g.opt.salary * 1
        if square == 0 and g.opt.double_salary == 1:
            salary = 2 * salary
        g.cash[p] += salary
        emit(g, events.SALARY, p, salary, 0, 0)


@rule
def move_by(g: State, p: int, steps: int) -> None:
    """Move forward by a throw."""
    move_to(g, p, (g.square[p] + steps) % board.SQUARES)


@rule
def land(g: State) -> None:
    """Resolve the square under the current player's token, up to the next decision, chance node or debt."""
    p = g.current
    kind = board.SQUARE_KIND[g.square[p]]
    g.phase = state.LANDED
    if kind == board.DEED:
        land_on_deed(g, p, board.SQUARE_DEED[g.square[p]])
    elif kind == board.CARD:
        if g.opt.cards != state.CARDS_NONE:
            g.drawn = board.SQUARE_DECK[g.square[p]]
            g.phase = state.DRAW
    elif kind == board.INCOME_TAX:
        if g.opt.income_tax == state.TAX_IS_CHOICE:
            g.phase = state.TAXING
        else:
            owe(g, p, public_purse(g), FLAT_INCOME_TAX, events.FOR_TAX)
    elif kind == board.LUXURY_TAX:
        owe(g, p, public_purse(g), g.opt.luxury_tax, events.FOR_TAX)
    elif kind == board.GO_TO_JAIL:
        send_to_jail(g, p, events.CAUSE_SQUARE)
    elif kind == board.PARKING and g.pot > 0:
        emit(g, events.POT_TAKEN, p, g.pot, 0, 0)
        g.cash[p] += g.pot
        g.pot = 0
    if g.phase != state.CLAIMING and g.phase != state.RENT_THROW:
        state.forget_throw(g)


@rule
def pay_income_tax_share(g: State, p: int) -> None:
    """The choice of 10 % of total worth instead of $200 (edition before 2008)."""
    owe(g, p, public_purse(g), share(g, taxable_worth(g, p)), events.FOR_TAX)


@rule
def may_buy_yet(g: State, p: int) -> bool:
    """Whether the house rule of a first lap without buying still bars seat ``p``."""
    return g.opt.first_lap == 0 or (g.lapped >> p) & 1 == 1


@rule
def land_on_deed(g: State, p: int, d: int) -> None:
    """An unowned deed is for sale; somebody else's costs rent."""
    owner = owner_of(g, d)
    if owner < 0:
        if may_buy_yet(g, p):
            g.phase = state.BUYING
        return
    if owner == p:
        return
    if not rent_is_due(g, owner, d):
        return
    if g.opt.claim_rent == state.RENT_ASKED:
        g.phase = state.CLAIMING
        if not by_arriving_throw(g, d):
            g.low = 0
            g.high = 0
    else:
        charge_rent(g, p, owner, d)


@rule
def rent_is_due(g: State, owner: int, d: int) -> bool:
    """Whether landing on deed ``d`` costs anything: not mortgaged, and the owner may collect."""
    if g.opt.rent_in_jail == 0 and g.jail[owner] > 0:
        return False
    if (g.mortgaged >> d) & 1 == 1:
        return g.arrival == state.BY_UTILITY_CARD and g.opt.card_utility_mortgaged_pays == 1
    return True


@rule
def by_arriving_throw(g: State, d: int) -> bool:
    """Whether the rent of deed ``d`` depends on the throw that brought the player there."""
    thrown = g.arrival != state.BY_UTILITY_CARD and g.opt.utility_throw != state.THROW_FRESH
    return board.GROUP[d] == board.UTILITIES and thrown


@rule
def charge_rent(g: State, p: int, owner: int, d: int) -> None:
    """Seat ``p`` owes the rent of deed ``d``, after a throw of its own where the card or the edition asks for one."""
    if board.GROUP[d] == board.UTILITIES and not by_arriving_throw(g, d):
        g.phase = state.RENT_THROW
        g.low = 0
        g.high = 0
        return
    collect_rent(g, p, owner, d, rent(g, owner, d, g.low + g.high))


@rule
def collect_rent(g: State, p: int, owner: int, d: int, amount: int) -> None:
    """Seat ``p`` owes ``amount`` of rent, or will when its owner claims it (option ``rent_claim``)."""
    state.forget_throw(g)
    emit(g, events.RENT, p, owner, d, amount)
    if rent_may_wait(g):
        g.phase = state.CLAIMING
        add_rent(g, p, owner, amount)
    else:
        g.phase = state.LANDED
        owe(g, p, owner, amount, events.FOR_RENT)


@rule
def waive_rent(g: State, p: int, owner: int, d: int) -> None:
    """The owner does not ask seat ``p`` for the rent of deed ``d``."""
    g.phase = state.LANDED
    state.forget_throw(g)
    emit(g, events.RENT_WAIVED, owner, p, d, 0)


@rule
def rent_by_throw(g: State, owner: int, d: int, throw: int) -> int:
    """The rent of deed ``d`` for who comes there by a throw (rules section 6); ``throw`` matters for utilities."""
    k = board.GROUP[d]
    if k == board.RAILROADS:
        return board.RENT[d * board.RENT_STEPS + count_bits(g.deeds[owner] & board.GROUP_MASK[k]) - 1]
    if k == board.UTILITIES:
        return throw * board.RENT[d * board.RENT_STEPS + count_bits(g.deeds[owner] & board.GROUP_MASK[k]) - 1]
    amount = board.RENT[d * board.RENT_STEPS + g.level[d]]
    whole = g.level[d] == 0 and owns_group(g, owner, k)
    if whole and ((g.mortgaged & board.GROUP_MASK[k]) == 0 or g.opt.mortgaged_group_double == 1):
        return 2 * amount
    return amount


@rule
def rent(g: State, owner: int, d: int, throw: int) -> int:
    """The rent of deed ``d`` (rules section 6); ``throw`` matters for utilities, the way of arrival for cards."""
    k = board.GROUP[d]
    if k == board.RAILROADS and g.arrival == state.BY_RAILROAD_CARD:
        return 2 * rent_by_throw(g, owner, d, throw)
    if k == board.UTILITIES and g.arrival == state.BY_UTILITY_CARD:
        return 10 * throw
    return rent_by_throw(g, owner, d, throw)


@rule
def rent_after_throw(g: State, throw: int) -> None:
    """The throw that decides a utility's rent was made."""
    p = g.current
    d = board.SQUARE_DEED[g.square[p]]
    owner = owner_of(g, d)
    collect_rent(g, p, owner, d, rent(g, owner, d, throw))


@rule
def card_index(g: State, deck: int, card: int) -> int:
    """Where the card stands in the tables of card effects."""
    return (g.opt.deck * 2 + deck) * board.CARDS + card


@rule
def repairs(g: State, p: int, per_house: int, per_hotel: int) -> int:
    """What street repairs cost seat ``p``."""
    total = 0
    for d in range(len(board.GROUP)):
        if (g.deeds[p] >> d) & 1 == 1:
            if g.level[d] == board.HOTEL:
                total += per_hotel
            else:
                total += per_house * g.level[d]
    return total


@rule
def obey(g: State, card: int) -> None:
    """The current player draws ``card`` and does what it says."""
    p = g.current
    deck = g.drawn
    i = card_index(g, deck, card)
    effect = board.CARD_EFFECT[i]
    a = board.CARD_A[i]
    g.drawn = 0
    g.phase = state.LANDED
    take(g, deck, card)
    emit(g, events.DRAWS, p, deck, card, g.opt.deck)
    if effect == board.ADVANCE:
        move_to(g, p, a)
    elif effect == board.NEAREST:
        if a == board.NEAREST_RAILROAD:
            g.arrival = state.BY_RAILROAD_CARD
            move_to(g, p, board.NEXT_RAILROAD[g.square[p]])
        else:
            g.arrival = state.BY_UTILITY_CARD
            move_to(g, p, board.NEXT_UTILITY[g.square[p]])
    elif effect == board.BACK:
        g.square[p] -= a
        g.phase = state.LAND
        emit(g, events.MOVES, p, g.square[p], 1, 0)
    elif effect == board.COLLECT:
        receive(g, p, a, events.FOR_CARD)
    elif effect == board.PAY:
        owe(g, p, public_purse(g), a, events.FOR_CARD)
    elif effect == CARD_PAY_EACH:
        push(g, state.PAY_EACH, p, 0, a, g.alive & ~(1 << p))
    elif effect == CARD_COLLECT_EACH:
        push(g, state.COLLECT_EACH, p, 0, a, g.alive & ~(1 << p))
    elif effect == board.JAIL_FREE:
        keep_card(g, deck, p)
    elif effect == board.TO_JAIL:
        send_to_jail(g, p, events.CAUSE_CARD)
    elif effect == board.REPAIRS:
        owe(g, p, public_purse(g), repairs(g, p, a, board.CARD_B[i]), events.FOR_CARD)
