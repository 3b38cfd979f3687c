import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import engine from "../../../src/magnate/locales/en/engine.json";
import tictactoe from "../../../src/magnate/locales/en/tictactoe.json";
import ui from "../../../src/magnate/locales/en/ui.json";
import type { MoveLine, Review, SearchNode } from "../api/review";
import { LocaleProvider } from "../i18n/Locale";
import type { Catalogue } from "../i18n/messages";
import { ReviewPage } from "./ReviewPage";

const words = { engine, tictactoe, ui } as unknown as Catalogue;
const line = (text: string, own: number): MoveLine => ({
  m: [],
  text,
  names: [text],
  shares: [own, 1 - own],
  margin: 0.01,
});
const MISTAKE = {
  ...{ at: 2, end: 3, turn: 3, seat: 0, kind: "place", played: line("a1", 0.4), best: line("b2", 0.6) },
  ...{ loss: 0.2, margin: 0.03, bound: 0.17, label: "blunder", doubt: "blunder", checked: true, repeated: false },
  ...{ before: [0.6, 0.4], after: [0.4, 0.6], error: [-0.2, 0.2], lines: [line("b2", 0.6), line("a1", 0.4)] },
};
const column = (seat: number, name: string, sign: number) => ({
  ...{
    seat,
    name,
    place: seat + 1,
    start: 0.5,
    luck: 0.2 * sign,
    own: -0.2,
    others: 0.2,
    drift: 0,
    unknown: 0,
  },
  ...{ result: seat === 0 ? 0.7 : 0.3, luck_adjusted: 0.5, gifts: [0, 0], luck_by_kind: { dice: 0.2 * sign } },
  ...{ kinds: [], open_decisions: 3, error_rate: 1, labels: {}, sentence: { en: `${name} was lucky.` } },
});
const REVIEW: Review = {
  ...{ version: 1, stage: "refining", checked: 1, planned: 3, steps: 4, eyes: "full", finished: true, quantity: "win" },
  ...{ source: "network", policy: "x", games: 0, checked_by: "x", lot: 0, names: ["Ann", "Bob"], problem: null },
  turns: [0, 1, 2, 3, 4].map((at) => ({ at, turn: at + 1 })),
  curve: [0, 1, 2, 3, 4].map((at) => ({ at, turn: at + 1, shares: [0.5 + at / 20, 0.5 - at / 20] })),
  mistakes: [MISTAKE],
  luck: [],
  ledger: [column(0, "Ann", 1), column(1, "Bob", -1)],
  turning: [],
};
const ODDS = {
  ...{ game: "tictactoe", players: 2, to_move: 0, quantity: "win", shares: [0.7, 0.3], margins: [0.02, 0.02] },
  ...{ source: "rollouts", games: 400, policy: "random", moves: [], before: [0.7, 0.3], thrower: null, table: [] },
  ...{ table_source: null, table_games: 0 },
};
const node = (parent: number, text: string, visits: number, more: Partial<SearchNode> = {}): SearchNode => ({
  ...{ parent, name: text, text, m: [], by: 0, visits, value: [0.6, 0.4], bound: "~", proven: false },
  ...{ probability: null, prior: null, best: false, further: 0, ...more },
});
const TREE = {
  ...{ seat: 0, agent: "mcts:sims=100", unit: "simulations", whole: 900 },
  nodes: [
    node(-1, "", 100),
    node(0, "seldom", 20),
    node(0, "often", 80, { best: true }),
    node(2, "reply", 79, { by: 1 }),
  ],
};
const seat = (n: number, name: string) => ({
  ...{ seat: n, name, kind: "human", agent: null, online: true, claimed: true, taken_over: false },
});
const VIEW = { at: 2, to_act: 0, over: null, board: { cells: [] } };

let asked: [string, unknown][];
let answers: Record<string, unknown>;

beforeEach(() => {
  history.replaceState(null, "", "/g/abcdefgh/review?turn=2");
  asked = [];
  answers = {
    "/api/games/abcdefgh": {
      table: { id: "abcdefgh", game: "tictactoe", status: "over", rules: { k: "x" }, options: {} },
      seats: [seat(0, "Ann"), seat(1, "Bob")],
      view: VIEW,
    },
    "/api/games/abcdefgh/review": REVIEW,
    "/api/games/abcdefgh/steps": { steps: [{ at: 2, lines: [], view: VIEW }], total: 5 },
    "/api/games/abcdefgh/lines": {
      ...{ seat: 1, now: [0.5, 0.5], source: "network", games: 0, policy: "", lines: [line("c3", 0.3)] },
    },
    "/api/games/abcdefgh/tree": TREE,
    "/api/games/abcdefgh/odds": ODDS,
    "/api/games/abcdefgh/fork": { id: "ijklmnop", table: {}, tokens: { 0: "secret01" } },
  };
  vi.stubGlobal("fetch", async (url: string, { body }: { body: string | null }) => {
    const [path = "", query = ""] = url.split("?");
    asked.push([url, body === null ? null : JSON.parse(body)]);
    if (query.startsWith("known="))
      return new Response(JSON.stringify({ ...REVIEW, version: 2, stage: "done", checked: 3 }));
    return path in answers ? new Response(JSON.stringify(answers[path])) : new Response("{}", { status: 404 });
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
});

function show(known?: Review) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  if (known) client.setQueryData(["review", "abcdefgh", null], known);
  render(
    <QueryClientProvider client={client}>
      <LocaleProvider language="en" words={words} english={words}>
        <ReviewPage id="abcdefgh" />
      </LocaleProvider>
    </QueryClientProvider>,
  );
}

/** The steps that questions of a kind were about. */
const about = (what: string) =>
  asked.filter(([url]) => url.endsWith(`/${what}`)).map(([, body]) => (body as { at: number }).at);

const slider = () => screen.findByRole("slider", { name: "The turn that is shown" });

it("shows the turn of its address, and goes on to others by keys", async () => {
  show();
  expect((await slider()).getAttribute("aria-valuetext")).toBe("Turn 2: Ann 55%, Bob 45%");
  expect(await screen.findByText("c3")).toBeTruthy(); // asked for, since the review has judged no decision there
  fireEvent.keyDown(await slider(), { key: "ArrowRight" });
  await waitFor(() => expect(location.search).toBe("?turn=3"));
  expect((await slider()).getAttribute("aria-valuetext")).toBe("Turn 3: Ann 60%, Bob 40%");
  expect(await screen.findByText("b2", { selector: "button span" })).toBeTruthy(); // the lines of the decision
});

it("shows the turn of its address before there is a curve, and no other position", async () => {
  answers["/api/games/abcdefgh/review"] = { ...REVIEW, stage: "waiting", curve: [], mistakes: [], ledger: [] };
  show();
  expect(await slider()).toBeTruthy(); // the curve has come
  await waitFor(() => expect(about("lines")).toEqual([1]));
});

it("shows no position before the turns are known", async () => {
  answers["/api/games/abcdefgh/review"] = {
    ...REVIEW,
    stage: "waiting",
    turns: [],
    curve: [],
    mistakes: [],
    ledger: [],
  };
  show();
  expect(await screen.findByText(/The review is being made/)).toBeTruthy();
  await slider();
  await waitFor(() => expect(about("lines")).toEqual([1]));
});

it("waits for the position of its address where an earlier review of the game ends before it", async () => {
  history.replaceState(null, "", "/g/abcdefgh/review?turn=3&at=2");
  const early = { ...REVIEW, stage: "done" as const, steps: 1, turns: REVIEW.turns.slice(0, 2), mistakes: [] };
  show({ ...early, curve: REVIEW.curve.slice(0, 2) });
  expect((await slider()).getAttribute("aria-valuetext")).toBe("Turn 3: Ann 60%, Bob 40%");
  const steps = () => new Set(asked.map(([url]) => url).filter((url) => url.includes("/steps")));
  await waitFor(() => expect(steps().size).toBeGreaterThan(0));
  expect(steps().size).toBe(1);
  expect(about("lines")).toEqual([]);
});

it("asks again until everything is checked", async () => {
  show();
  expect(await screen.findByText(/Played out 1 of 3 decisions/)).toBeTruthy();
  expect(await screen.findByText(/3 decisions were played out/)).toBeTruthy();
  expect(asked.some(([url]) => url.endsWith("/review?known=1"))).toBe(true);
});

it("says what a question waits for, and how long", async () => {
  const pending = new Promise<Response>(() => undefined);
  const usual = globalThis.fetch;
  const waits = { seconds: 30.2, usual: null, work: { what: "compiling", done: 300, whole: 400, left: 9.6 } };
  answers["/api/games/abcdefgh/waiting/lines"] = waits;
  answers["/api/games/abcdefgh/waiting/odds"] = { seconds: 2.2, usual: 3.4, work: null };
  vi.stubGlobal("fetch", (url: string, sent: RequestInit) =>
    /\/(lines|odds)$/.test(url.replace(/waiting.*/, "")) ? pending : usual(url, sent),
  );
  show();
  const compiling = "Compiling what this needs, once on this machine: 75 %. About 10 s left.";
  expect(await screen.findByText(compiling)).toBeTruthy();
  fireEvent.click(await screen.findByRole("tab", { name: "Next throw" }));
  expect(await screen.findByText("Calculating for 2 s. Last time it took 3 s.")).toBeTruthy();
});

it("lets a mistake be tried again against agents", async () => {
  show();
  expect(await screen.findByText(/Blunder · Turn 3/)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(location.pathname).toBe("/g/ijklmnop"));
  const [, body] = asked.find(([url]) => url.endsWith("/fork")) ?? [];
  expect(body).toEqual({
    at: 2,
    seats: [
      { kind: "human", name: "Ann" },
      { kind: "agent", name: "Bob", agent: null },
    ],
  });
  expect(localStorage.getItem("magnate.seats")).toContain("secret01");
});

it("shows a ledger whose columns add up", async () => {
  show();
  fireEvent.click(await screen.findByRole("tab", { name: "Luck" }));
  const table = screen.getByRole("region", { name: "Luck and skill" });
  const rows = [...table.querySelectorAll("tbody tr")].map((row) =>
    [...row.querySelectorAll("td")].map((cell) => Number(cell.querySelector(".num")?.textContent)),
  );
  const result = [...table.querySelectorAll("tfoot td")].map((cell) => Number(cell.textContent));
  const sums = [0, 1].map((at) => rows.reduce((sum, row) => sum + (row[at] ?? 0), 0));
  expect(sums).toEqual(result);
  expect(screen.getByText("Ann was lucky.")).toBeTruthy();
});

it("leads to the editor of positions, from here or with an empty board", async () => {
  show();
  fireEvent.click(await screen.findByRole("tab", { name: "Position" }));
  const address = "/position/tictactoe?of=abcdefgh&at=1";
  const goes = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
  expect(goes("Edit this position")).toBe(address);
  expect(goes("Empty board")).toBe(`${address}&empty=2`);
});

it("says how many games the chances are of", async () => {
  show();
  fireEvent.click(await screen.findByRole("tab", { name: "Next throw" }));
  expect(await screen.findByText("Chances of 400 games that were played out.")).toBeTruthy();
});

it("says where the table of the next throw comes from, and how well it is known", async () => {
  const row = { label: "7", probability: 1 / 6, shares: [0.8, 0.2], change: [0.1, -0.1], margins: [0.03, 0.03] };
  const played = {
    table: [{ ...row, square: { k: "monopoly.square.7", a: {}, t: "Chance" } }],
    table_source: "rollouts",
    table_games: 360,
  };
  answers["/api/games/abcdefgh/odds"] = { ...ODDS, ...played };
  show();
  fireEvent.click(await screen.findByRole("tab", { name: "Next throw" }));
  expect(await screen.findByText(/The table is by 360 games that were played out after each outcome/)).toBeTruthy();
  const [cell] = screen.getAllByRole("cell", { name: /10.0/ });
  expect(cell?.textContent).toBe("+10.0 ± 3.0");
});

it("says in the reader's language why a review has failed, then what the server says of it", async () => {
  const problem = { code: "worker_failed", message: "the analysis was not done", hint: "is there enough memory?" };
  answers["/api/games/abcdefgh/review"] = { ...REVIEW, stage: "failed", problem };
  show();
  const state = await screen.findByText(/The review has failed. The server could not do this/);
  expect(state.querySelector('[lang="en"]')?.textContent).toBe("The analysis was not done; is there enough memory?");
});

it("asks about a step when the slider rests there", async () => {
  show();
  const range = await slider();
  for (const at of ["2", "3", "4"]) fireEvent.change(range, { target: { value: at } });
  await waitFor(() => expect(about("lines")).toEqual([1, 4]));
});

it("says how rough chances of few games are", async () => {
  answers["/api/games/abcdefgh/review"] = { ...REVIEW, source: "rollouts", games: 400, stage: "done" };
  show();
  expect(await screen.findByText(/400 games that were played out. Each is known to ± 5 points or better/)).toBeTruthy();
});

it("shows the tree of a search, what was tried most first", async () => {
  show();
  fireEvent.click(await screen.findByRole("tab", { name: "Search tree" }));
  expect(await screen.findByText(/100 simulations; 4 of 900 positions/)).toBeTruthy();
  const panel = screen.getByRole("tabpanel");
  const texts = [...panel.querySelectorAll("li")].map((one) => one.textContent);
  expect(texts.map((text) => /often|reply|seldom/.exec(text ?? "")?.[0])).toEqual(["often", "reply", "seldom"]);
  expect(texts[1]).toContain("79 visits");
});

it("says that chances have no interval until they are played out", async () => {
  answers["/api/games/abcdefgh/lines"] = {
    ...{ seat: 1, now: [0.5, 0.5], source: "network", games: 0, policy: "" },
    lines: [{ ...line("c3", 0.3), margin: null }],
  };
  show();
  expect(await screen.findByText(/No ± yet/)).toBeTruthy();
});

it.each([
  ["waiting", { what: "rollouts", done: 20, whole: 40 }, /curve of chances. Played out from 20 of 40 positions/],
  ["curve", { what: "moves", done: 3, whole: 40 }, /Now all decisions. 3 of 40 are done/],
  ["curve", null, /Now all decisions/],
])("says what is being made (%s)", async (stage, work, text) => {
  answers["/api/games/abcdefgh/review"] = { ...REVIEW, stage, work };
  show();
  expect(await screen.findByText(text)).toBeTruthy();
});
