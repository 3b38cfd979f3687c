/** Positions in which one whole move is clearly best. */
import { ask } from "./client";
import type { MoveLine } from "./review";
import type { Message, Preview, View } from "./types";

export type Level = "easy" | "medium" | "hard";

export interface PuzzleRow {
  /** Its place in the list, which may be another one in a later release. */
  number: number;
  /** What names it for good. */
  name: string;
  level: Level;
  kind: string;
  players: number;
}

/** A move, the own share after it, and by how much the best one leads it; each with half its 95 % interval. */
export interface PuzzleMove {
  line: MoveLine;
  share: number;
  behind: number;
  behind_margin: number;
}

export interface Puzzle extends PuzzleRow {
  game: string;
  seat: number;
  /** What the seat is asked. */
  prompt: Message;
  view: View;
  /** The best first. */
  moves: PuzzleMove[];
  gap: number;
  games: number;
  policy: string[];
  missed_by: { agent: string; does: string }[];
}

const of = (game: string) => `/puzzles/${encodeURIComponent(game)}`;

export const puzzleApi = {
  list: (game: string) => ask<{ puzzles: PuzzleRow[] }>(of(game)).then(({ puzzles }) => puzzles),
  puzzle: (game: string, number: number) => ask<Puzzle>(`${of(game)}/${number}`),
  ghost: (game: string, number: number, names: readonly string[]) =>
    ask<Preview>(`${of(game)}/${number}/ghost`, { method: "POST", body: { names } }),
};
