/** The board between two throws of one step: its lines tell where the tokens stand. */
import type { Line } from "../../api/types";
import type { MonopolyView } from "./types";

/** A view with the tokens on the squares to which these lines say that they moved. */
export function applyLines(view: MonopolyView, lines: readonly Line[]): MonopolyView {
  const places = new Map<number, number>();
  for (const { m } of lines) {
    const { seat, square } = m.a ?? {};
    if (/\.event\.moves/.test(m.k) && typeof seat === "number" && typeof square === "number") places.set(seat, square);
  }
  if (places.size === 0) return view;
  return {
    ...view,
    players: view.players.map((one) => ({ ...one, square: places.get(one.seat) ?? one.square })),
    board: view.board.map((one) => ({
      ...one,
      tokens: view.players
        .map(({ seat }) => seat)
        .filter((seat) => (places.has(seat) ? places.get(seat) === one.square : one.tokens.includes(seat))),
    })),
  };
}
