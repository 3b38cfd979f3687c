import { expect, it } from "vitest";
import { applyLines } from "./applyLines";
import window from "./fixtures/window.json";
import type { MonopolyView } from "./types";

const view = window.view.board as unknown as MonopolyView;
const moves = (seat: number, square: number) => ({
  at: 1,
  seat,
  m: { k: "monopoly.event.moves", a: { seat, square, backwards: false } },
});

it("puts a token where the last of the lines says, and no other", () => {
  const after = applyLines(view, [moves(0, 7), moves(0, 24)]);
  expect(after.players[0]?.square).toBe(24);
  expect(after.board.filter(({ tokens }) => tokens.includes(0)).map(({ square }) => square)).toEqual([24]);
  expect(after.players.slice(1)).toEqual(view.players.slice(1));
});

it("leaves a view alone where nobody moves", () => {
  expect(applyLines(view, [])).toBe(view);
});
