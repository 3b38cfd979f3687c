/** The view of Brass as the engine gives it (`magnate.games.brass.view`). */

export type Industry = "cotton" | "manufacturer" | "pottery" | "coal" | "iron" | "brewery";
export type Resource = "coal" | "iron" | "beer";

export interface Stack {
  left: number;
  /** The lowest tile that is left, "cotton 1". */
  next: string | null;
}

export interface Player {
  seat: number;
  money: number;
  spent: number;
  /** The space of the income track, and the pounds a round that it stands for. */
  income: number;
  level: number;
  points: number;
  cards: number;
  wild: string[];
  /** Only of the seat that looks. */
  hand: string[] | null;
  links: number;
  mat: Record<Industry, Stack>;
}

export interface Space {
  id: string;
  industries: Industry[];
  owner: number | null;
  tile: string | null;
  flipped: boolean;
  goods: number;
}

export interface Merchant {
  id: string;
  /** What it buys: "cotton", "cotton/manufacturer/pottery", "blank"; null before it is laid. */
  tile: string | null;
  barrel: boolean;
}

export interface Place {
  id: string;
  name: string;
  kind: string;
  /** The seats in whose network it is. */
  networks: number[];
  spaces: Space[];
  merchants: Merchant[];
}

export interface Line {
  id: string;
  ends: string[];
  canal: boolean;
  rail: boolean;
  owner: number | null;
  /** What a link there would score now. */
  points: number;
}

export interface Market {
  cubes: number;
  /** Of the next cube. */
  price: number;
}

export type Era = "canal" | "rail";

export interface BrassView {
  you: number | null;
  to_move: number | "chance" | null;
  turn: number | null;
  phase: string;
  doing: Record<string, unknown> | null;
  /** How many actions the seat whose turn it is still has. */
  actions: number;
  debt: number;
  era: Era;
  round: number;
  rounds: number;
  order: number[];
  next_order: number[];
  players: Player[];
  places: Place[];
  lines: Line[];
  markets: { coal: Market; iron: Market };
  deck: number;
  discards: Record<string, number>;
  ending: string | null;
  winners: number[];
}
