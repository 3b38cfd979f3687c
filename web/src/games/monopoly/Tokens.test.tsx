import { cleanup, render } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import scene from "./fixtures/window.json";
import { tokenPoint } from "./geometry";
import { Tokens } from "./Tokens";
import { seats } from "./testing";
import type { MonopolyView } from "./types";

const before = scene.view.board as unknown as MonopolyView;

/** The same position with seat 1's token elsewhere. */
function moved(square: number): MonopolyView {
  return { ...before, players: before.players.map((player) => (player.seat === 1 ? { ...player, square } : player)) };
}

function show(animate: boolean) {
  const move = vi.fn();
  HTMLElement.prototype.animate = move;
  const { rerender } = render(<Tokens view={before} seats={seats} animate={animate} />);
  rerender(<Tokens view={moved(12)} seats={seats} animate={animate} />);
  rerender(<Tokens view={moved(12)} seats={seats} animate={animate} />);
  return move;
}

const spot = (square: number) => {
  const { x, y } = tokenPoint(square, 0, 1);
  return { insetInlineStart: `${x}%`, insetBlockStart: `${y}%` };
};

describe("a token", () => {
  afterEach(() => {
    cleanup();
    Reflect.deleteProperty(HTMLElement.prototype, "animate");
  });
  it("walks once round the corner to its new square, in less than 300 ms", () => {
    const move = show(true);
    expect(move).toHaveBeenCalledTimes(1);
    const [stops, { duration }] = move.mock.calls[0] as [unknown, { duration: number }];
    expect(stops).toEqual([
      spot(7),
      { insetInlineStart: expect.any(String), insetBlockStart: expect.any(String) },
      spot(12),
    ]);
    expect(duration).toBeLessThan(300);
  });
  it("is there at once where nothing is to move", () => {
    expect(show(false)).not.toHaveBeenCalled();
    const token = [...document.querySelectorAll<HTMLElement>("[aria-hidden] > div")].at(1);
    expect(token?.style.insetInlineStart).toBe(spot(12).insetInlineStart);
  });
});
