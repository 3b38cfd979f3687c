import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import engine from "../../../src/magnate/locales/en/engine.json";
import monopoly from "../../../src/magnate/locales/en/monopoly.json";
import monopolyUi from "../../../src/magnate/locales/en/monopoly_ui.json";
import ui from "../../../src/magnate/locales/en/ui.json";
import type { Puzzle, PuzzleMove } from "../api/puzzles";
import buying from "../games/monopoly/fixtures/buying.json";
import { LocaleProvider } from "../i18n/Locale";
import type { Catalogue } from "../i18n/messages";
import { PuzzlesPage } from "./PuzzlesPage";
import { progress } from "./progress";

const words = { engine, monopoly, monopoly_ui: monopolyUi, ui } as unknown as Catalogue;
const move = (text: string, share: number, behind: number): PuzzleMove => ({
  ...{ line: { m: [], text, names: [text], shares: null, margin: 0.04 }, share, behind, behind_margin: 0.05 },
});

const PUZZLE: Puzzle = {
  ...{
    number: 0,
    name: "8:3:0",
    level: "easy",
    kind: "buy",
    players: 2,
    game: "monopoly",
    seat: 0,
    prompt: { k: "", t: "Buy?" },
  },
  ...{ view: buying.view as unknown as Puzzle["view"], gap: 0.3, games: 324, policy: ["strategic"] },
  moves: [move("take it", 0.6, 0), move("leave it", 0.3, 0.3)],
  missed_by: [{ agent: "baseline", does: "leave it" }],
};
const rows = [0, 1].map((number) => ({ number, name: `8:3:${number}`, level: "easy", kind: "buy", players: 2 }));

beforeEach(() => {
  history.replaceState(null, "", "/puzzles?game=monopoly");
  vi.stubGlobal("fetch", async (url: string) =>
    url.endsWith("/puzzles/monopoly")
      ? new Response(JSON.stringify({ puzzles: rows }))
      : new Response(JSON.stringify({ ...PUZZLE, number: Number(url.at(-1)), name: `8:3:${url.at(-1)}` })),
  );
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  progress.set({});
});

function show() {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <LocaleProvider language="en" words={words} english={words}>
        <PuzzlesPage />
      </LocaleProvider>
    </QueryClientProvider>,
  );
}

async function answer(text: string) {
  fireEvent.click(await screen.findByRole("button", { name: new RegExp(text) }));
  expect(screen.queryByText(/60.0%/)).toBeNull(); // nothing is told before the answer
  fireEvent.click(screen.getByRole("button", { name: "Decide" }));
}

it("grades the move that was chosen, and says what each was worth", async () => {
  show();
  await answer("leave it");
  expect(screen.getByText("Not the best.")).toBeTruthy();
  expect(screen.getByText(/Blunder/)).toBeTruthy(); // 30 ± 5 points: 25 at least
  expect(screen.getByText("60.0%")).toBeTruthy();
  expect(screen.getByText(/0 right of 1 answered, 2 in all. 0 in a row/)).toBeTruthy();
});

it("keeps the streak, and goes on to the next puzzle", async () => {
  show();
  await answer("take it");
  expect(screen.getByText("Right.")).toBeTruthy();
  fireEvent.click(screen.getByRole("link", { name: "Next puzzle" }));
  expect(await screen.findByRole("heading", { name: /Puzzle 2/ })).toBeTruthy();
  await answer("take it");
  expect(screen.getByText(/2 right of 2 answered, 2 in all. 2 in a row, at best 2/)).toBeTruthy();
  expect(JSON.parse(localStorage.getItem("magnate.puzzles") ?? "")).toEqual({
    monopoly: { answered: { "8:3:0": true, "8:3:1": true }, streak: 2, best: 2 },
  });
});
