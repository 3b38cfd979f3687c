/** Which games have a board of their own, and what such a board is given. */
import type { FC, ReactNode } from "react";
import { api } from "../api/client";
import type { Eyes } from "../api/eyes";
import type { Action, Decision, Line, Message, Preview, Ref, Reply, Seat, TableInfo } from "../api/types";
import type { GameGuide } from "../guide/guide";
import type { Fields } from "../position/fields";

/** What a board needs to know of its table. */
export type BoardTable = Pick<TableInfo, "id" | "game" | "players" | "options" | "hints">;

export interface BoardProps {
  /** The game's view (`View.board`), of the shape that game's `view` gives. */
  // biome-ignore lint/suspicious/noExplicitAny: each game reads its own view, with types of its own
  view: any;
  table: BoardTable;
  seats: Seat[];
  /** My seat; null for a spectator. */
  me: number | null;
  toAct: number | null;
  /** What can be picked now. */
  targets: ReadonlySet<Ref>;
  /** What has been picked for the decision so far. */
  picked: ReadonlySet<Ref>;
  onPick(ref: Ref): void;
  /** Ask why that element is not offered. */
  onWhy: ((ref: Ref) => void) | null;
  /** What the last step's lines were about. */
  changed: ReadonlySet<Ref>;
  decision: Decision | null;
  /** The action that waits to be confirmed or whose button is looked at: its effects are shown on the board. */
  considered: Action | null;
  /** The last answer of a move that is being put together, and what all of them bring; absent where none is. */
  begun?: { action: Action; preview: Preview } | null;
  /** Take these actions, by name, one after another. */
  act(names: string[]): void;
  preview(names: string[]): Promise<Preview>;
  /** What a cheap agent would do here until another seat is next; where hints are off, only for debts. */
  suggest(): Promise<string[]>;
  /** What the agent that is to answer these actions would probably do. */
  reply(names: string[]): Promise<Reply>;
  /** The log up to the position that is shown. */
  lines: readonly Line[];
  animate: boolean;
  /** What is asked, for a board that has a stage; null where it stands beside the board. */
  question?: ReactNode;
}

/** What is asked about trades at a position of the game. */
export interface LabProps {
  id: string;
  at: number;
  eyes: Eyes | undefined;
  seats: readonly Seat[];
  view: BoardProps["view"];
}

/** A position that is being edited. */
export interface PositionProps {
  fields: Fields;
  /** The position from which the rules ask somebody, where that is known: what settles itself is done there. */
  reached: Fields | null;
  /** The view of the last position that was possible. */
  view: BoardProps["view"];
  seats: Seat[];
  /** What of the board is being changed. */
  picked: Ref | null;
  onPick(ref: Ref | null): void;
  change(edit: (fields: Fields) => Fields): void;
}

/** How positions of a game are edited. */
export interface PositionUI {
  /** The board: what is pressed can be changed. */
  Board: FC<PositionProps>;
  Form: FC<PositionProps>;
  /** The places, their parts joined by dots, whose faults are told beside a field. */
  told: RegExp;
}

export interface ChipProps {
  action: Action;
  view: BoardProps["view"];
}

export interface GameUI {
  Board: FC<BoardProps>;
  /** The board has room for the question in its middle. */
  stage?: boolean;
  /** The seats in the order in which they are shown; without it by their numbers. */
  order?(view: BoardProps["view"]): readonly number[];
  /** Beside a seat's name in the rail: money, holdings. */
  SeatPanel?: FC<BoardProps & { seat: number }>;
  /** Beside the board: markets, hand, mat. */
  Side?: FC<BoardProps>;
  /** Shown above the dock of who looks at the present: what the game asks in its own way (an auction), or has ready. */
  Dialogs?: FC<BoardProps>;
  /** Whether the dialogs say at this position who is to act, also to those who only watch. */
  tellsWho?(view: BoardProps["view"]): boolean;
  /** Kinds of actions (facet `kind`) that the dialogs take over from the dock. */
  ownKinds?: readonly string[] | ((decision: Decision, view: BoardProps["view"]) => readonly string[]);
  /** Kinds of actions that are offered after all others. */
  lateKinds?: readonly string[];
  /** Of many actions that differ in one of these sets of facets alone, a few words each; all its words name the button. */
  chip?: { facets: readonly (readonly string[])[]; Chip: FC<ChipProps> };
  /** Lines of the log that are told as one where they follow one another, each with the parameter that differs. */
  runs?: Readonly<Record<string, string>>;
  /** What every move has, as a card that is given: all that it does is told in one sentence (`move.<key>` of its words). */
  moveEnds?: readonly string[];
  /** Whether a line tells what this player has thrown: it waits to be shown until the player presses. */
  throwsFor?(line: Line, seat: number): boolean;
  /** Whether a player who takes this action has pressed for its first throw. */
  rolls?(action: Message): boolean;
  /** The view after these lines of the next step, whose others are shown later: where the tokens stand, say. */
  applyLines?(view: BoardProps["view"], lines: readonly Line[]): BoardProps["view"];
  /** In reviews, of games with trades: what any trade would change. */
  TradeLab?: FC<LabProps>;
  /** In the editor of positions; without it a position is text. */
  position?: PositionUI;
  /** When an element or a kind of action (`kind:build`) can be used, for a reader to whom "not now" says too little. */
  when?(ref: Ref, table: BoardTable): Message | null;
  /** The paragraph of the rules that tells why, by a reason or by what was asked about. */
  rule?(reason: Message | null, about: Ref): string | undefined;
  /** A guided first game. */
  guide?: GameGuide;
}

/** A folder `games/<name>/index.tsx` that exports `ui` is all that it takes. */
const folders = import.meta.glob<{ ui: GameUI }>("./*/index.tsx");

/** The board of a game, the page's or one that a package declares; null where there is none, and the generic one serves. */
export async function gameUI(name: string): Promise<GameUI | null> {
  const load = folders[`./${name}/index.tsx`];
  if (load) return (await load()).ui;
  const board = await api.board(name);
  return board ? (await import("./generic/DeclaredBoard")).declaredUI(board) : null;
}
