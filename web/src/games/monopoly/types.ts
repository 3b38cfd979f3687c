/** The view of Monopoly, as `magnate.games.monopoly.view` builds it. */

export interface MonopolyView {
  you: number | null;
  to_move: number | "chance" | null;
  /** Whose turn it is. */
  turn: number;
  phase: string;
  round: number;
  /** Player turns completed. */
  turns: number;
  dice: [number, number] | null;
  doubles: number;
  players: Player[];
  board: Square[];
  /** Houses and hotels are null where the bank never runs out of them. */
  bank: { houses: number | null; hotels: number | null; deeds: string[]; pot: number };
  /** What interrupts the turn, the one that is dealt with now last. */
  pending: Frame[];
  ending: string | null;
  winners: number[];
}

export interface Player {
  seat: number;
  bankrupt: boolean;
  cash: number;
  net_worth: number;
  square: number | null;
  /** 0: free; else which jailed turn comes next. */
  jail: number;
  deeds: string[];
  mortgaged: string[];
  buildings: Record<string, number | "hotel">;
  jail_cards: Deck[];
}

export type Deck = "chance" | "chest";

export interface Square {
  square: number;
  name: string;
  tokens: number[];
  deed?: string;
  group?: Group;
  owner?: number | null;
  mortgaged?: boolean;
  /** Houses; `HOTEL` for a hotel. */
  level?: number;
}

/** The building level that stands for a hotel. */
export const HOTEL = 5;

export type Group =
  | "brown"
  | "light-blue"
  | "pink"
  | "orange"
  | "red"
  | "yellow"
  | "green"
  | "dark-blue"
  | "railroad"
  | "utility";

export interface Debt {
  kind: "debt";
  who: number;
  to: number | "bank" | "pot";
  amount: number;
}

export interface Auction {
  kind: "auction";
  /** A deed, "house" or "hotel". */
  lot: string;
  bidder: number;
  bidders: number[];
  bid?: number;
  leader?: number;
  least: number;
  typed?: number;
}

export interface Trade {
  kind: "trade";
  who: number;
  to: number;
  items: string[];
  step: "items" | "pays" | "asks" | "answer";
  /** What `who` pays; negative: asks for. */
  money?: number;
}

export interface OtherFrame {
  kind: "pay-each" | "collect-each" | "award" | "estate" | "transfer" | "contest" | "break";
  who?: number;
}

export type Frame = Debt | Auction | Trade | OtherFrame;

/** What is dealt with now. */
export function frameOf(view: MonopolyView): Frame | null {
  return view.pending.at(-1) ?? null;
}

/** The frame of that kind on top, else null. */
export function topFrame<K extends Frame["kind"]>(view: MonopolyView, kind: K): Extract<Frame, { kind: K }> | null {
  const frame = frameOf(view);
  return frame?.kind === kind ? (frame as Extract<Frame, { kind: K }>) : null;
}
