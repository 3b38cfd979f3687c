/** What the server says of a game that is looked back at: its review, and questions about its positions. */
import type { Language } from "../i18n/messages";
import type { Described } from "../position/fields";
import { answer, ask, gamePath } from "./client";
import type { Eyes } from "./eyes";
import type { Message, Preview } from "./types";

/** The chances of all seats, from 0 to 1; together 1. */
export type Shares = number[];
export type Source = "exact" | "network" | "rollouts";

/** The game's `turn` began after `at` steps. */
export interface TurnStart {
  at: number;
  turn: number;
}

/** The chances where a turn began. */
export interface CurvePoint extends TurnStart {
  shares: Shares;
}

/** A whole move: messages one after another, the names of its actions, the chances after it. */
export interface MoveLine {
  m: Message[];
  text: string;
  names: string[];
  shares?: Shares | null;
  /** Half the 95 % interval of the own chance; null where a network alone said it. */
  margin?: number | null;
}

/** A decision that cost its seat something; `bound` is the least that it did. */
export interface Mistake {
  at: number;
  end: number;
  turn: number;
  seat: number;
  kind: string;
  played: MoveLine;
  best: MoveLine;
  loss: number;
  margin: number | null;
  bound: number;
  /** What the bound supports, and what the loss alone would be called: inaccuracy, mistake, blunder or "". */
  label: string;
  doubt: string;
  checked: boolean;
  repeated: boolean;
  before: Shares;
  after: Shares;
  error: Shares;
  lines: MoveLine[];
}

/** What chance did: the position after `at` steps shows it. */
export interface LuckStep {
  at: number;
  turn: number;
  seat: number | null;
  kind: "dice" | "card" | "draw";
  size: "" | "lucky" | "very lucky";
  m: Message[];
  text: string;
  luck: Shares;
}

export interface TurningStep {
  at: number;
  turn: number;
  seat: number | null;
  by: "chance" | "decision";
  m: Message[];
  text: string;
  change: Shares;
}

/** A seat's column: start + luck + own + others + drift + unknown = result. */
export interface Ledger {
  seat: number;
  name: string;
  place: number;
  start: number;
  luck: number;
  own: number;
  others: number;
  drift: number;
  unknown: number;
  result: number;
  luck_adjusted: number;
  gifts: Shares;
  luck_by_kind: Record<string, number>;
  kinds: { kind: string; decisions: number; open: number; error: number }[];
  open_decisions: number;
  error_rate: number | null;
  labels: Record<string, number>;
  sentence: Record<string, string>;
}

export interface Review {
  version: number;
  stage: "waiting" | "curve" | "decisions" | "refining" | "done" | "failed";
  checked: number;
  planned: number;
  steps: number;
  eyes: number | "full";
  finished: boolean;
  quantity: "win" | "share";
  source: Source | null;
  policy: string;
  games: number;
  checked_by: string;
  lot: number;
  names: string[];
  /** Where all turns begin, and the end: known before the curve, which may have fewer points. */
  turns: TurnStart[];
  curve: CurvePoint[];
  mistakes: Mistake[];
  luck: LuckStep[];
  ledger: Ledger[];
  turning: TurningStep[];
  problem: { code: string; message: string; hint: string } | null;
  work?: Work | null;
}

/** How far the part that is made now has come: so many games, or positions, of the whole; `left` are seconds. */
export interface Work {
  what: string;
  done: number;
  whole: number;
  left?: number | null;
}

/** A question that is not answered yet, asked so many seconds ago; `usual` are those that the last of its kind took. */
export interface Asked {
  seconds: number | null;
  usual: number | null;
  work: Work | null;
}

export type Question = "odds" | "lines" | "trade" | "find";

export interface NextOutcome {
  label: string;
  probability: number;
  shares: Shares;
  change: Shares;
  /** Half the 95 % intervals of the changes; null where a network says them. */
  margins: Shares | null;
  square: Message | null;
}

export interface Odds {
  game: string;
  players: number;
  to_move: number | null;
  quantity: "win" | "share";
  shares: Shares;
  margins: Shares | null;
  source: Source;
  games: number;
  policy: string;
  moves: string[];
  before: Shares;
  thrower: number | null;
  /** Where the table comes from: null where there is none, else as `source`, with so many rollouts after each outcome. */
  table_source: Source | null;
  table_games: number;
  table: NextOutcome[];
}

export interface Lines {
  seat: number | null;
  now: Shares;
  source: Source;
  games: number;
  policy: string;
  lines: MoveLine[];
}

/** A position that a search visited; the root comes first, parents before their children. */
export interface SearchNode {
  parent: number;
  name: string;
  text: string;
  m: Message[];
  by: number | null;
  visits: number;
  value: (number | null)[];
  bound: string;
  proven: boolean;
  probability: number | null;
  prior: number | null;
  best: boolean;
  further: number;
}

export interface SearchTree {
  /** Who is to move; null where nobody decides. */
  seat: number | null;
  agent: string;
  unit: "simulations" | "nodes";
  whole: number;
  nodes: SearchNode[];
}

/** What changes hands; `cash` is what `seat` pays, below 0 what it gets. */
export interface TradeTerms {
  seat: number;
  partner: number;
  give: string[];
  get: string[];
  cash: number;
}

/** Where the seat could not offer by itself: it is let into a window before the next throw, or has its turn. */
export type Assumes = "" | "window" | "turn";

export interface TradeOffer {
  terms: TradeTerms;
  change: Shares;
  margins: Shares | null;
  accepted_by: string[];
  assumes: Assumes;
}

export interface TradeWorth {
  terms: TradeTerms;
  now: Shares;
  change: Shares;
  margins: Shares | null;
  spread: Shares | null;
  games: number;
  policy: string;
  source: Source;
  sure: number[];
  legal: number[];
  most: number | null;
  least: number | null;
  fair: number | null;
  ranges: Record<"most" | "least" | "fair", [number, number] | null> | null;
  fair_change: Shares | null;
  duel: boolean;
  laughing: number | null;
  paying: number | null;
  accepts: boolean;
  answers: { agent: string; accepts: boolean }[];
  counter: TradeOffer | null;
  assumes: Assumes;
}

const about = <T>(id: string, what: string, body: object, eyes?: Eyes) =>
  ask<T>(`${gamePath(id)}/${what}`, { method: "POST", body, eyes });

export const reviews = {
  /** With `known`, a version, the answer waits some seconds for a newer one. */
  review: (id: string, eyes?: Eyes, known?: number) =>
    ask<Review>(`${gamePath(id)}/review${known === undefined ? "" : `?known=${known}`}`, { eyes }),
  page: (id: string, language: Language, eyes?: Eyes) =>
    answer(`${gamePath(id)}/review/page?lang=${language}`, { eyes }).then((file) => file.blob()),
  waiting: (id: string, question: Question, rollouts: boolean, eyes?: Eyes) =>
    ask<Asked>(`${gamePath(id)}/waiting/${question}?rollouts=${rollouts}`, { eyes }),
  odds: (id: string, at: number, rollouts: boolean, eyes?: Eyes) => about<Odds>(id, "odds", { at, rollouts }, eyes),
  lines: (id: string, at: number, rollouts: boolean, eyes?: Eyes) => about<Lines>(id, "lines", { at, rollouts }, eyes),
  /** What the position would be after a whole move of the seat to move. */
  ghost: (id: string, at: number, names: readonly string[], eyes?: Eyes) =>
    about<Preview>(id, "ghost", { at, names }, eyes),
  tree: (id: string, at: number, eyes?: Eyes) => about<SearchTree>(id, "tree", { at }, eyes),
  trade: (id: string, at: number, terms: Partial<TradeTerms>, rollouts: boolean, eyes?: Eyes) =>
    about<TradeWorth>(id, "trade", { at, ...terms, rollouts }, eyes),
  trades: (id: string, at: number, seat: number, partner: number | null, eyes?: Eyes) =>
    about<{ offers: TradeOffer[] }>(id, "trades", { at, seat, partner }, eyes).then(({ offers }) => offers),
  position: (id: string, at: number, eyes?: Eyes) => about<Described>(id, "position", { at }, eyes),
  /** What a text, or the fields of a form as JSON, say of a position. */
  describe: (text: string) => ask<Described>("/position", { method: "POST", body: { text } }),
  /** Who wins from there, by games that are played on, so that the chances come with an interval. */
  oddsOfText: (text: string) => ask<Odds>("/odds", { method: "POST", body: { text, rollouts: true, eyes: "full" } }),
};
