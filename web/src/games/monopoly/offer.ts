/**
 * An offer between two players, and the actions that make it.
 *
 * The engine takes an offer in small steps: the partner, the items in the order of the board (jail cards last; whose they
 * are says which way they go), then the offer as it is, or cash digit by digit.
 */
import { titleDeed } from "./deeds";
import type { MonopolyView } from "./types";

export interface Draft {
  partner: number;
  /** Deeds and jail cards ("chance-card") that change hands. */
  items: ReadonlySet<string>;
  /** What I pay; negative: what I ask for. */
  cash: number;
}

export const JAIL_CARDS = { chance: "chance-card", chest: "chest-card" } as const;

/** What a player holds that could be an item, in the order in which an offer names items. */
export function holdings(view: MonopolyView, seat: number): string[] {
  const player = view.players[seat];
  if (!player) return [];
  const cards = (["chance", "chest"] as const).filter((deck) => player.jail_cards.includes(deck));
  return [...inOrder(view, player.deeds), ...cards.map((deck) => JAIL_CARDS[deck])];
}

/** Items sorted as the engine wants them. */
function inOrder(view: MonopolyView, items: Iterable<string>): string[] {
  const given = new Set(items);
  const all = view.board.flatMap((square) => (square.deed ? [square.deed] : []));
  return [...all, ...Object.values(JAIL_CARDS)].filter((item) => given.has(item));
}

/** The actions that choose the partner and the items. */
export function openingActions(view: MonopolyView, draft: Draft): string[] {
  return [`trade:${draft.partner}`, ...inOrder(view, draft.items).map((item) => `item:${item}`)];
}

/** All actions of an offer. */
export function offerActions(view: MonopolyView, draft: Draft): string[] {
  const opening = openingActions(view, draft);
  if (draft.cash === 0) return [...opening, "propose"];
  return [...opening, draft.cash > 0 ? "offer-cash" : "ask-cash", ...typed(Math.abs(draft.cash))];
}

/** An amount as it is typed: its digits, then "done". */
export function typed(amount: number): string[] {
  return [...[...String(amount)].map((digit) => `digit:${digit}`), "done"];
}

export interface Terms {
  /** Items and cash that I give. */
  give: string[];
  pay: number;
  /** Items and cash that I get. */
  get: string[];
  receive: number;
}

/** What an offer means for a seat: the proposer `who` pays `money`. */
export function terms(view: MonopolyView, seat: number, who: number, items: Iterable<string>, money: number): Terms {
  const mine = new Set(holdings(view, seat));
  const all = inOrder(view, items);
  const paid = seat === who ? money : -money;
  return {
    give: all.filter((item) => mine.has(item)),
    pay: Math.max(0, paid),
    get: all.filter((item) => !mine.has(item)),
    receive: Math.max(0, -paid),
  };
}

/** What the change of an item's owner means for its group: whose group it completes, whose it breaks. */
export interface GroupChange {
  completes: number | null;
  breaks: number | null;
}

export const NO_CHANGE: GroupChange = { completes: null, breaks: null };

/** Who has the whole group before and after all items of a draft have changed hands. */
export function groupChange(view: MonopolyView, me: number, draft: Draft, item: string): GroupChange {
  const group = view.board.find((square) => square.deed === item)?.group;
  if (group === undefined || group === "railroad" || group === "utility") return NO_CHANGE;
  const lots = view.board.filter((square) => square.group === group);
  const moving = new Set([...draft.items, item]);
  const other = (owner: number) => (owner === me ? draft.partner : me);
  const before = sole(lots.map((lot) => lot.owner ?? null));
  const after = sole(
    lots.map((lot) => {
      const owner = lot.owner ?? null;
      return owner !== null && lot.deed !== undefined && moving.has(lot.deed) ? other(owner) : owner;
    }),
  );
  return { completes: after === before ? null : after, breaks: after === before ? null : before };
}

/** The one who owns everything, else null. */
function sole(owners: readonly (number | null)[]): number | null {
  const first = owners[0] ?? null;
  return owners.every((owner) => owner === first) ? first : null;
}

/** An offer turned round: what I would have to give and get to ask for the same deal from my side. */
export function counterOf(who: number, items: Iterable<string>, money: number): Draft {
  return { partner: who, items: new Set(items), cash: -money };
}

/** Whether an item is a mortgaged deed. */
export function isMortgaged(view: MonopolyView, item: string): boolean {
  return view.board.some((square) => square.deed === item && square.mortgaged);
}

/** What an offer of mine does to the cash of both: the interest on mortgages that each gets, and what each has then. */
export function cashAfter(view: MonopolyView, options: Record<string, unknown>, me: number, draft: Draft) {
  const { give, get } = terms(view, me, me, draft.items, draft.cash);
  const after = (seat: number, received: readonly string[], paid: number) => {
    const interest = received.reduce((sum, item) => sum + interestOn(view, options, item), 0);
    return { seat, interest, cash: (view.players[seat]?.cash ?? 0) - paid - interest };
  };
  return [after(me, get, draft.cash), after(draft.partner, give, -draft.cash)];
}

/** A tenth of the mortgage (or of the price) of a mortgaged deed that changes hands, in whole dollars. */
function interestOn(view: MonopolyView, options: Record<string, unknown>, item: string): number {
  const square = view.board.find(({ deed }) => deed === item);
  const deed = square?.mortgaged ? titleDeed(square.square) : null;
  if (!deed || options.transfer_interest === false) return 0;
  const tenth = (options.interest_base === "price" ? deed.price : deed.mortgage) / 10;
  return options.rounding === "down" ? Math.floor(tenth) : Math.ceil(tenth);
}
