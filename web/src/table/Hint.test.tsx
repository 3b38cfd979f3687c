import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import type { HintAction } from "../api/types";
import { InEnglish } from "../games/monopoly/testing";
import { Hint } from "./Dock";

afterEach(cleanup);

const lot = { deed: "tennessee-avenue", amount: 180 };
const found = { low: 0.1, high: 0.3, source: "rollouts", games: 200 } as const;
const searched = { network: null, visits: 0, search_value: null, prior: null };
const move = (key: string, value: number, chosen: boolean): HintAction =>
  ({
    ...found,
    ...searched,
    names: [key],
    name: key,
    m: { k: `monopoly.action.${key}`, a: lot },
    value,
    chosen,
  }) as HintAction;

function show(actions: HintAction[]) {
  render(<Hint name="Ann" agent="strategic" quantity="win" policy="" actions={actions} seat={0} onClose={() => {}} />, {
    wrapper: InEnglish,
  });
  return [...(document.querySelector("ol")?.querySelectorAll("li") ?? [])].map((row) => row.textContent);
}

it("names moves as the buttons do, and explains the adviser's other opinion", () => {
  const [first, second] = show([move("decline.auction", 0.254, false), move("buy", 0.176, true)]);
  expect(first).toMatch(/^Send to auction 25.4%/);
  expect(second).toMatch(/^Buy for \$180 17.6%.*The adviser alone prefers this; the chances favour the first$/);
  expect(screen.queryByText(/would do this/)).toBeNull();
});

it("says that the adviser agrees with the chances", () => {
  const [first, second] = show([move("buy", 0.4, true), move("decline.auction", 0.3, false)]);
  expect(first).toMatch(/The adviser agrees$/);
  expect(second).not.toMatch(/adviser/);
});

it("says once by how many games the chances are known, where they are the same", () => {
  show([move("buy", 0.4, true), move("decline.auction", 0.3, false)]);
  expect(screen.getAllByText(/200 games/)).toHaveLength(1);
  cleanup();
  show([move("buy", 0.4, true), { ...move("decline.auction", 0.3, false), games: 96 }]);
  expect(screen.getByText(/200 games played on/)).toBeTruthy();
  expect(screen.getByText(/96 games played on/)).toBeTruthy();
});
