/** What page and server say to each other, as the page reads it; `agreement.ts` holds it against the server's types. */

/** A text to be said in the reader's language: key ("monopoly.event.rent"), arguments, and English where no key is. */
export interface Message {
  k: string;
  a?: Record<string, unknown>;
  t?: string | null;
}

/** An element of the board: facet and value of an action, "property:boardwalk". */
export type Ref = string;

export interface Seat {
  seat: number;
  name: string;
  kind: "human" | "agent";
  agent: string | null;
  online: boolean;
  claimed: boolean;
  taken_over: boolean;
  /** Its dice wait for a press of its player. */
  throws?: boolean;
}

/** The last throw of a seat that its player has let happen: the step `at`, in which so many of the seat are left with it. */
export interface SeatThrow {
  seat: number;
  /** The number of the change that was known then. */
  seq: number;
  at: number;
  left: number;
}

/** What a game shows of itself to one viewpoint. Each game's own shape. */
export type GameView = Record<string, unknown>;

export interface Over {
  ending: string;
  utility: number[];
  score: number[];
  /** The place of each seat; 1 is the first. */
  places: number[];
}

export interface View {
  seq: number;
  /** Number of steps (decisions and outcomes) so far. */
  at: number;
  to_act: number | null;
  settled: boolean;
  board: GameView;
  over: Over | null;
}

export interface Action {
  id: number;
  name: string;
  m: Message;
  f: Record<string, string | number>;
  /** Of which one is to be chosen after it, where it only begins a move. */
  then?: Action[] | null;
  /** What the move may use later, of which any can be picked first: cards that pay for it. */
  uses?: Ref[] | null;
  /** The actions that come before it, where it stands for all of them (`table/composed.ts`). */
  path?: readonly Action[];
}

export interface Decision {
  id: string;
  seat: number;
  prompt: Message;
  /** The order of the questions: ["kind", "group", "property"]. */
  facets: string[];
  actions: Action[];
}

export interface Line {
  at: number;
  seat: number | null;
  m: Message;
  mark?: "turn" | "round" | "era" | "undo" | "table" | null;
}

/** The key of the dice, or their seed and nonce. */
export interface Reveal {
  key?: string | null;
  seed?: string | null;
  nonce?: string | null;
}

export type HintsPolicy = "off" | "request" | "always";
export type UndoPolicy = "barrier" | "free";
export type TableStatus = "open" | "running" | "over";

export interface TableInfo {
  id: string;
  game: string;
  preset: string | null;
  /** The preset and what differs from it. */
  rules: Message;
  options: Record<string, unknown>;
  players: number;
  created: string;
  status: TableStatus;
  hints: HintsPolicy;
  /** The spec of the search that finds hints; null where there are none. */
  hint_agent: string | null;
  undo: UndoPolicy;
  /** SHA-256 of the key's bytes, or of "seed:nonce", in hexadecimal, known before the first roll. */
  commitment: string;
  /** What chance is drawn from: a secret key, a secret seed, or a seed that somebody chose. */
  dice: "key" | "seed" | "chosen" | null;
  reveal: Reveal | null;
  /** Where it comes from: the game, and after how many steps and in which turn it goes on. */
  fork_of: { id: string; at: number; turn?: number | null } | null;
  takebacks: number;
  public: boolean;
  /** A fork of a game that goes on: its record and its dice are shown when that one is over. */
  sealed: boolean;
  /** A record to look through, finished or not: nobody plays here. */
  imported: boolean;
}

/** A whole move of a hint, and my chance to win after it. */
export interface HintAction {
  name: string;
  names: string[];
  m: Message;
  value: number;
  /** The ends of the 95 % interval; null where a network alone said it. */
  low: number | null;
  high: number | null;
  source: "exact" | "network" | "rollouts";
  /** How many were played on. */
  games: number;
  network: number | null;
  /** The agent that was asked would do this. */
  chosen: boolean;
  /** What the agent's search reports; none of it is a chance. */
  visits: number;
  search_value: number | null;
  prior: number | null;
}

// ------------------------------------------------------------------------------------------ client → server

export type ClientMsg =
  | { type: "hello"; v: 1; token?: string; watch?: boolean }
  | { type: "act"; cid: string; seq: number; actions: string[] }
  | { type: "undo"; cid: string; seq: number }
  | { type: "hint"; cid: string; seq: number }
  | { type: "seat"; cid: string; take: "agent" | "human"; agent?: string; seat?: number; token?: string }
  | { type: "name"; cid: string; name: string }
  /** The keys of the seats whose players press for their dice on this screen. */
  | { type: "hands"; tokens: string[] }
  | ({ type: "throw" } & SeatThrow)
  | { type: "ping"; n: number };

// ------------------------------------------------------------------------------------------ server → client

export interface SyncMsg {
  type: "sync";
  seq: number;
  table: TableInfo;
  seats: Seat[];
  you: number | null;
  view: View;
  decision: Decision | null;
  /** Whether my last decision may be taken back, whoever is to decide. */
  undo: boolean;
  /** The last 200 lines. */
  log: Line[];
  turns: number;
  /** What never changes in the game's view, and is left out of every step. */
  scenery?: GameView | null;
  /** The table as I left it, and how many lines tell what chance and others have done since. */
  before?: { view: View; lines: number; parts?: Part[] | null } | null;
  /** The last throw of each seat whose dice wait for a press. */
  thrown?: SeatThrow[] | null;
}

/** The table after the next lines, before a turn in which nobody decides. */
export interface Part {
  lines: number;
  view: View;
}

export interface StepMsg {
  type: "step";
  seq: number;
  at: number;
  lines: Line[];
  view: View;
  decision: Decision | null;
  undo: boolean;
  cid?: string | null;
  undone?: boolean | null;
  /** How the table stood in between, where turns followed in which nobody decides. */
  parts?: Part[] | null;
}

export type RejectCode = "stale" | "illegal" | "not_yours" | "rate" | "over" | "refused" | "bad";

export type ServerMsg =
  | SyncMsg
  | StepMsg
  /** Lines of the step that follows, where they are many. */
  | { type: "lines"; seq: number; lines: Line[] }
  | { type: "ack"; cid: string; seq: number }
  | { type: "reject"; cid: string | null; seq: number; code: RejectCode; m: Message }
  | { type: "seats"; seats: Seat[] }
  | ({ type: "thrown" } & SeatThrow)
  | { type: "think"; seat: number; agent: string; ms: number }
  /** What an agent or (with the cid of my question) a hint takes is being loaded, the first time compiled. */
  | { type: "preparing"; seat: number; agent: string; ms: number; cid: string | null }
  | {
      type: "hint";
      cid: string;
      agent: string;
      quantity: "win" | "share";
      policy: string;
      seed: number;
      actions: HintAction[];
    }
  | { type: "pong"; n: number }
  | { type: "over"; reveal: Reveal | null }
  | { type: "bye"; code: string };

/** The socket was closed because its key opens no seat, or because a key is needed. */
export const BAD_TOKEN = 4401;
/** Close codes of the socket after which trying again is of no use. */
export const FINAL_CLOSE_CODES: ReadonlySet<number> = new Set([BAD_TOKEN, 4403, 4404]);

// ------------------------------------------------------------------------------------------ over HTTP

export interface OptionSpec {
  key: string;
  type: "bool" | "int" | "choice" | "json";
  default: unknown;
  choices?: unknown[] | null;
  min?: number | null;
  max?: number | null;
  help: string;
}

export interface AgentName {
  name: string;
  help: Message;
}

export interface GameSpec {
  name: string;
  title: string;
  about: Message;
  min_players: number;
  max_players: number;
  default_players: number;
  /** Options of each preset, by its name. */
  presets: Record<string, Record<string, unknown>>;
  default_preset: string;
  options: OptionSpec[];
  hidden: boolean;
  facets: string[];
  agents: AgentName[];
  /** Searches that may find hints, the default first. */
  hint_agents: AgentName[];
}

/** What stands for a value of a cell: a symbol, in the colour of a seat where one is named. */
export interface Piece {
  text: string;
  seat?: number | null;
}

/** A field of the view as a board of cells, each with the value that its actions have in `facet`. */
export interface GridPart {
  show: "grid";
  field: string;
  columns?: number | null;
  pieces?: Record<string, Piece>;
  facet?: string | null;
  names?: string[][] | null;
}

/** A field of the view, a list of numbers, as rows of so many pieces; `count` is the facet that says how many. */
export interface PilesPart {
  show: "piles";
  field: string;
  piece?: string;
  facet?: string | null;
  names?: string[] | null;
  count?: string | null;
}

/** How a package has the view of its game drawn. */
export interface DeclaredBoard {
  parts: (GridPart | PilesPart)[];
  hidden?: string[];
}

export interface Health {
  ok: boolean;
  version: string;
  /** Whether this browser holds the owner's key. */
  owner: boolean;
  create: "owner" | "anyone";
}

export interface GameRow {
  id: string;
  game: string;
  /** The preset and what differs from it. */
  rules: Message;
  status: TableStatus;
  seats: Seat[];
  at: number;
  turn: Message | null;
  created: string;
  public: boolean;
  winner?: number[] | null;
  fork_of?: string | null;
}

/** A table and the secrets that this browser has for its seats. */
export interface HeldTable {
  id: string;
  tokens: string[];
}

export interface SeatWish {
  kind: "human" | "agent";
  name?: string | null;
  agent?: string | null;
}

export interface NewGame {
  game: string;
  preset?: string | null;
  options?: Record<string, unknown>;
  seats: SeatWish[];
  hints?: HintsPolicy;
  hint_agent?: string | null;
  undo?: UndoPolicy;
  seed?: number | null;
  /** A game that is over, whose dice every seat throws again. */
  dice_of?: string | null;
  public?: boolean;
}

export interface NewFork {
  at: number;
  seats: SeatWish[];
  /** As at the table that it comes from, where nothing is said. */
  hints?: HintsPolicy | null;
  hint_agent?: string | null;
  undo?: UndoPolicy;
  public?: boolean;
}

/** Whether what a table takes is compiled, and the seconds until then, as far as they are known. */
export interface Prepared {
  ready: boolean;
  left: number | null;
}

export interface Created {
  id: string;
  table: TableInfo;
  /** The secret of each human seat, by the seat's number. */
  tokens: Record<string, string>;
}

export interface GamePage {
  table: TableInfo;
  seats: Seat[];
  view: View;
}

/** The position after `at` steps, and what led to it. */
export interface Step {
  at: number;
  lines: Line[];
  view: View;
}

export interface Steps {
  steps: Step[];
  /** How many steps the viewer may see in all. */
  total: number;
}

/** Where a turn, a round or an era begins. */
export interface Turn {
  at: number;
  seat: number | null;
  label: Message;
  mark: "turn" | "round" | "era";
}

/** What a sequence of actions of one seat would do. */
export interface Preview {
  lines: Line[];
  /** The position after it; null where chance or something hidden intervenes. */
  view: View | null;
  /** What the same seat would decide next; null when another seat or chance is next. */
  decision: Decision | null;
  /** Nothing more belongs to the move that they make, as far as is known. */
  whole?: boolean;
  /** Why an action of the sequence may not be taken; empty where all may. */
  reasons: Message[];
}

/** What the agent of `seat` would probably do next; all null where none is asked. */
export interface Reply {
  seat: number | null;
  action: string | null;
  m: Message | null;
}

/** The next table of those who played at one, and the asker's seat there; all null where there is none yet. */
export interface NextTable {
  id: string | null;
  seat: number | null;
  token: string | null;
}

export interface Verification {
  ok: boolean;
  /** `detail`: what the rules say of a fault, in English. */
  checks: { name: string; ok: boolean; found: Message; detail: string }[];
}

/** Elo with its 95 % interval, from so many games of the tournament `source`. */
export interface Rating {
  elo: number;
  low: number;
  high: number;
  games: number;
  source: string;
}

export interface AgentRow {
  name: string;
  /** Null for an agent that only a tournament knows. */
  help: Message | null;
  game: string;
  rating?: Rating | null;
}

export interface TournamentRow {
  id: string;
  game: string;
  preset: string | null;
  /** The preset and what differs from it. */
  rules: Message;
  players: number;
  agents: string[];
  created: string;
  played: number;
  planned: number;
}

export interface Standing {
  agent: string;
  games: number;
  /** Its share of the wins, with the 95 % interval. */
  win_share: number;
  low: number;
  high: number;
  rating?: Rating | null;
}

/** Every set of as many agents as there are seats plays so many games. */
export interface NewTournament {
  game: string;
  players?: number | null;
  agents: string[];
  games: number;
}

export interface TournamentPage {
  tournament: TournamentRow;
  standings: Standing[];
  report: boolean;
  /** The server plays it now. */
  playing: boolean;
  /** Why the server could not play it on, in English; for its owner alone. */
  problem: string | null;
}
