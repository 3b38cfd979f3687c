/** What a person changes of a position of Monopoly: each change gives the fields that the server then judges. */
import { type Fields, replaced, without } from "../../../position/fields";
import { type Deck, HOTEL, type MonopolyView, type Square } from "../types";

export interface PlayerFields {
  bankrupt?: boolean;
  cash?: number;
  square?: number;
  /** 0: free; else which jailed turn comes next. */
  jail?: number;
  deeds?: string[];
  mortgaged?: string[];
  buildings?: Record<string, number | "hotel">;
  jail_cards?: Deck[];
}

interface DeckFields {
  unseen?: string[];
  known?: string[];
}

export interface MonopolyFields extends Fields {
  turn: number;
  phase: string;
  round: number;
  players: PlayerFields[];
  doubles?: number;
  pot?: number;
  dice?: [number, number];
  decks?: Partial<Record<Deck, DeckFields>>;
  /** What interrupts the turn. */
  frames?: Frame[];
}

/** A debt or an auction, by the names that a position's text has. */
export interface Frame {
  kind: string;
  who?: number;
  to?: number | string;
  amount?: number | undefined;
  lot?: string;
  bid?: number | undefined;
  leader?: number | undefined;
  bidder?: number;
  bidders?: number[];
}

export type Edit = (fields: MonopolyFields) => MonopolyFields;

/** The moments of a turn that can be chosen; all others are reached by playing. */
export const PHASES = ["before", "land", "buying", "after"] as const;

/** What only makes sense in the phase in which the position was. */
const OF_PHASE = [
  ...["again", "dice", "arrival", "drawn", "asked", "stage", "operations", "ending", "winners", "frames", "rents"],
  "bank_mortgaged",
];

export const setPhase =
  (phase: string): Edit =>
  (fields) => ({ ...without(fields, ...OF_PHASE), phase });

/** What a form puts together; offers are tried in the trade lab. */
export const INTERRUPTS = ["debt", "auction"] as const;

/** Who is in the game. */
export const livingOf = ({ players }: MonopolyFields): number[] =>
  players.flatMap(({ bankrupt }, seat) => (bankrupt ? [] : [seat]));

/** The turn is interrupted, or goes on without what has interrupted it. */
export const setInterrupt =
  (kind: string, view: MonopolyView): Edit =>
  (fields) => {
    if (kind === "") return setPhase(fields.phase === LANDED ? "after" : fields.phase)(fields);
    const bidders = livingOf(fields);
    const other = bidders.find((seat) => seat !== fields.turn);
    const lot = view.board.find(({ deed, owner }) => deed !== undefined && owner === null)?.deed ?? "";
    const frame: Frame =
      kind === "debt"
        ? { kind, who: fields.turn, to: other ?? "bank", amount: (fields.players[fields.turn]?.cash ?? 0) + 100 }
        : { kind, lot, amount: 10, bidder: fields.turn, bidders };
    return { ...setPhase(LANDED)(fields), frames: [frame] };
  };

/** Debts and auctions come of where a player has landed. */
const LANDED = "landed";

export const setFrame =
  (change: Partial<Frame>): Edit =>
  (fields) => {
    const [frame] = fields.frames ?? [];
    if (!frame) return fields;
    const changed = Object.entries({ ...frame, ...change }).filter(([, value]) => value !== undefined);
    return { ...fields, frames: [Object.fromEntries(changed) as unknown as Frame] };
  };

export const setPlayer =
  (seat: number, change: Partial<PlayerFields>): Edit =>
  (fields) => ({ ...fields, players: replaced(fields.players, seat, (one) => ({ ...one, ...change })) });

/** A number that was emptied is left to the rules. */
export const setNumber =
  (name: "round" | "pot" | "doubles", value: number | undefined): Edit =>
  (fields) =>
    value === undefined ? without(fields, name) : { ...fields, [name]: value };

export const setCash =
  (seat: number, cash: number | undefined): Edit =>
  (fields) => ({
    ...fields,
    players: replaced(fields.players, seat, (one) => (cash === undefined ? without(one, "cash") : { ...one, cash })),
  });

const JAIL = 10;

/** Whoever is put on a square is not in jail. */
export const setSquare = (seat: number, square: number): Edit => setPlayer(seat, { square, jail: 0 });

export const setJail = (seat: number, jail: number): Edit =>
  setPlayer(seat, jail > 0 ? { jail, square: JAIL } : { jail });

/** Out of the game with nothing, or in it again with nothing on GO. */
export const setOut =
  (seat: number, out: boolean): Edit =>
  (fields) => {
    const free = (fields.players[seat]?.jail_cards ?? []).reduce<MonopolyFields>(
      (before, deck) => setJailCard(seat, deck, false)(before),
      fields,
    );
    const players = replaced(free.players, seat, () => (out ? { bankrupt: true } : { cash: 0, square: 0 }));
    const then = { ...free, players };
    const { frames } = free;
    if (!out || !frames) return then;
    const kept = frames.flatMap((frame) => withoutSeat(frame, seat) ?? []);
    return kept.length > 0 ? { ...then, frames: kept } : setPhase("after")(then);
  };

/** A debt or an auction without a player who is out; null where nothing is left of it. */
function withoutSeat(frame: Frame, seat: number): Frame | null {
  if (frame.kind === "debt") return frame.who === seat || frame.to === seat ? null : frame;
  if (frame.kind !== "auction") return frame;
  const bidders = (frame.bidders ?? []).filter((one) => one !== seat);
  const { leader, bid, ...rest } = frame;
  const open = leader === seat ? { ...rest, amount: bid ?? 0 } : frame;
  const next = bidders.find((one) => one !== open.leader) ?? bidders[0];
  return next === undefined ? null : { ...open, bidders, bidder: open.bidder === seat ? next : (open.bidder ?? next) };
}

/** A player has left the auction, or bids again; the last one stays. */
export const setBids =
  (seat: number, bids: boolean): Edit =>
  (fields) => {
    const [frame] = fields.frames ?? [];
    if (!frame) return fields;
    if (!bids) return { ...fields, frames: [withoutSeat(frame, seat) ?? frame] };
    const bidders = livingOf(fields).filter((one) => one === seat || frame.bidders?.includes(one));
    const bidder = frame.bidder === frame.leader ? seat : (frame.bidder ?? seat);
    return { ...fields, frames: [{ ...frame, bidders, bidder }] };
  };

/** A jail card of a player, which nobody else has then, nor its deck. */
export const setJailCard =
  (seat: number, deck: Deck, has: boolean): Edit =>
  (fields) => {
    const players = fields.players.map((one, other) => {
      const cards = (one.jail_cards ?? []).filter((card) => card !== deck);
      if (other === seat && has) cards.push(deck);
      return cards.length > 0 || one.jail_cards ? { ...one, jail_cards: cards } : one;
    });
    const cards = fields.decks?.[deck];
    if (!cards) return { ...fields, players };
    // what is not known to lie somewhere is unseen
    const known = (cards.known ?? []).filter((card) => !card.startsWith(JAIL_CARD));
    return { ...fields, players, decks: { ...fields.decks, [deck]: { known } } };
  };

const JAIL_CARD = "get_out_of_jail";

/** Who owns a deed. */
export function ownerOf(fields: MonopolyFields, deed: string): number | null {
  const owner = fields.players.findIndex(({ deeds }) => deeds?.includes(deed));
  return owner < 0 ? null : owner;
}

export function levelOf(fields: MonopolyFields, deed: string): number {
  const level = fields.players[ownerOf(fields, deed) ?? -1]?.buildings?.[deed] ?? 0;
  return level === "hotel" ? HOTEL : level;
}

export function isMortgaged(fields: MonopolyFields, deed: string): boolean {
  return fields.players.some(({ mortgaged }) => mortgaged?.includes(deed));
}

/** A deed changes hands, bare. */
export const setOwner =
  (deed: string, owner: number | null): Edit =>
  (fields) => ({
    ...fields,
    players: fields.players.map((one, seat) => {
      if (seat !== owner && !one.deeds?.includes(deed)) return one;
      const { [deed]: _, ...buildings } = one.buildings ?? {};
      const deeds = (one.deeds ?? []).filter((other) => other !== deed);
      if (seat === owner) deeds.push(deed);
      return { ...one, deeds, buildings, mortgaged: (one.mortgaged ?? []).filter((other) => other !== deed) };
    }),
  });

export const setLevel =
  (deed: string, level: number): Edit =>
  (fields) => {
    const owner = ownerOf(fields, deed);
    if (owner === null) return fields;
    const { [deed]: _, ...others } = fields.players[owner]?.buildings ?? {};
    const built = level === HOTEL ? ("hotel" as const) : level;
    return setPlayer(owner, { buildings: level === 0 ? others : { ...others, [deed]: built } })(fields);
  };

export const setMortgaged =
  (deed: string, mortgaged: boolean): Edit =>
  (fields) => {
    const owner = ownerOf(fields, deed);
    if (owner === null) return fields;
    const others = (fields.players[owner]?.mortgaged ?? []).filter((one) => one !== deed);
    return setPlayer(owner, { mortgaged: mortgaged ? [...others, deed] : others })(fields);
  };

/** The other lots of a group become as one of them is. */
export const spread =
  (deed: string, group: readonly string[]): Edit =>
  (fields) =>
    group
      .filter((one) => one !== deed)
      .reduce((before, one) => {
        const owned = setOwner(one, ownerOf(fields, deed))(before);
        return setLevel(one, levelOf(fields, deed))(setMortgaged(one, isMortgaged(fields, deed))(owned));
      }, fields);

/** The board as the fields have it, before the server has said anything of them. */
export function boardOf(view: MonopolyView, fields: MonopolyFields): MonopolyView {
  const players = view.players.map((player, seat) => {
    const { bankrupt = false, jail = 0, square = 0, cash = player.cash } = fields.players[seat] ?? {};
    return { ...player, bankrupt, jail, cash, square: bankrupt ? null : square };
  });
  const board = view.board.map((square): Square => {
    const tokens = players.filter((player) => player.square === square.square).map(({ seat }) => seat);
    const { deed } = square;
    if (deed === undefined) return { ...square, tokens };
    const owner = ownerOf(fields, deed);
    return { ...square, tokens, owner, level: levelOf(fields, deed), mortgaged: isMortgaged(fields, deed) };
  });
  return { ...view, players, board, turn: fields.turn };
}
