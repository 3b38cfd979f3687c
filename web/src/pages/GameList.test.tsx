// What a row says of its table: whose turn it is, or that the game is over.
import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import english from "../../../src/magnate/locales/en/ui.json";
import type { GameRow } from "../api/types";
import { LocaleProvider } from "../i18n/Locale";
import { GameList } from "./GameList";

afterEach(cleanup);

const row: GameRow = {
  id: "g1",
  game: "pig",
  rules: { k: "engine.rules.x", a: {}, t: "standard, without ones" },
  status: "running",
  seats: [],
  at: 7,
  turn: { k: "x", t: "Ana's turn" },
  created: "2026-01-01T00:00:00Z",
  public: true,
};

function textOf(more: Partial<GameRow>) {
  const page = render(
    <LocaleProvider language="en" words={{ ui: english }} english={{}}>
      <GameList games={[{ ...row, ...more }]} />
    </LocaleProvider>,
  );
  return page.getByRole("article").textContent;
}

it("tells whose turn it is while a game goes on", () => {
  expect(textOf({})).toContain("Ana's turn · 7 steps · Standard, without ones · ");
});

it("tells of no turn in a game that is over", () => {
  expect(textOf({ status: "over", winner: [0] })).not.toContain("turn");
});

it("tells that a record was not finished", () => {
  expect(textOf({ status: "over" })).toContain("the record of a game that was not finished · 7 steps");
});
