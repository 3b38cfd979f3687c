/**
 * Offers that the page declines for its player: those that say again what was refused, more than the player wants to be
 * asked in a turn, and those of who was told "not now".
 *
 * A refusal counts until a deed, a building or a mortgage of either side or a living player has changed, or the player's
 * cash by a fifth.
 */
import { terms } from "./offer";
import type { MonopolyView, Trade } from "./types";

export interface Refusal {
  /** Who made the offer. */
  who: number;
  /** What I would have given and got, and paid (negative: received). */
  give: readonly string[];
  get: readonly string[];
  pay: number;
  /** All that it depends on but for my cash, as text; and that. */
  context: string;
  cash: number;
  /** No other offer either is wanted while it counts. */
  all: boolean;
  /** The number of turns played then. */
  turns: number;
}

/** By so much of what it was a player's cash has to change until a refusal counts no longer. */
const CHANGE = 0.2;

/** What a refusal of the offer is. */
export function refusalOf(view: MonopolyView, { who, to, items, money = 0 }: Trade, all: boolean): Refusal {
  const { give, get, pay, receive } = terms(view, to, who, items, money);
  const cash = view.players[to]?.cash ?? 0;
  return { who, give, get, pay: pay - receive, context: contextOf(view, who, to), cash, all, turns: view.turns };
}

/** Whether the offer is declined without being shown: `most` are shown of each player in a turn, 0: all. */
export function isDeclined(view: MonopolyView, trade: Trade, refusals: readonly Refusal[], most: number): boolean {
  const now = refusalOf(view, trade, false);
  const before = refusals.filter(({ who }) => who === trade.who);
  const inTurn = before.filter(({ turns }) => turns === view.turns).length;
  if (most > 0 && inTurn >= most) return true;
  return before.some((one) => isInForce(view, trade.to, one) && (one.all || isNoBetter(now, one)));
}

/** Whether all that a refusal of `me` depends on is as it was. */
export function isInForce(view: MonopolyView, me: number, { who, context, cash }: Refusal): boolean {
  const now = view.players[me]?.cash ?? 0;
  return context === contextOf(view, who, me) && Math.abs(now - cash) < CHANGE * Math.max(cash, 1);
}

/** The refusals that may still matter. */
export function kept(view: MonopolyView, me: number, refusals: readonly Refusal[]): readonly Refusal[] {
  return refusals.filter((one) => one.turns === view.turns || isInForce(view, me, one));
}

/** Whether an offer gives me no more and takes no less than another. */
function isNoBetter(offer: Refusal, than: Refusal): boolean {
  return (
    offer.get.every((item) => than.get.includes(item)) &&
    than.give.every((item) => offer.give.includes(item)) &&
    offer.pay >= than.pay
  );
}

function contextOf(view: MonopolyView, who: number, me: number): string {
  const living = view.players.filter(({ bankrupt }) => !bankrupt).map(({ seat }) => seat);
  const sides = [who, me].map((seat) => {
    const { deeds = [], mortgaged = [], buildings = {} } = view.players[seat] ?? {};
    return [[...deeds].sort(), [...mortgaged].sort(), Object.entries(buildings).sort()];
  });
  return JSON.stringify([living, sides]);
}
