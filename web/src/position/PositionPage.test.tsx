import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import engine from "../../../src/magnate/locales/en/engine.json";
import monopoly from "../../../src/magnate/locales/en/monopoly.json";
import monopoly_ui from "../../../src/magnate/locales/en/monopoly_ui.json";
import ui from "../../../src/magnate/locales/en/ui.json";
import scene from "../games/monopoly/fixtures/window.json";
import { LocaleProvider } from "../i18n/Locale";
import type { Catalogue } from "../i18n/messages";
import type { Described, Fault } from "./fields";
import { PositionPage } from "./PositionPage";

const words = { engine, monopoly, monopoly_ui, ui } as unknown as Catalogue;
const FIELDS = {
  ...{ game: "monopoly", preset: "official", seats: 4, options: {}, turn: 0, phase: "before", round: 1 },
  players: [{ cash: 100, square: 0, deeds: ["boardwalk"] }, { cash: 200, square: 5 }, { cash: 300 }, { cash: 400 }],
};
const START = { text: "the start", fields: FIELDS, view: scene.view, faults: [] } as unknown as Described;
const ODDS = {
  ...{ game: "monopoly", players: 4, to_move: 0, quantity: "win", shares: [0.7, 0.1, 0.1, 0.1] },
  ...{ margins: [0.02, 0.02, 0.02, 0.02], source: "rollouts", games: 400, policy: "x", moves: [], before: [] },
  ...{ thrower: null, table: [], table_source: null, table_games: 0 },
};

/** What the server says of a text. */
let judged: (text: string) => Partial<Described>;
let asked: [path: string, text: string][];

beforeEach(() => {
  history.replaceState(null, "", "/position/monopoly");
  asked = [];
  judged = (text) => ({ ...START, text: `read: ${text}`, fields: JSON.parse(text) });
  vi.stubGlobal("fetch", async (url: string, { body }: { body: string | null }) => {
    const path = url.split("?")[0] ?? "";
    const { text } = JSON.parse(body ?? "{}");
    asked.push([path, text]);
    if (path === "/api/position") {
      return new Response(JSON.stringify(text === '{"game":"monopoly"}' ? START : { ...START, ...judged(text) }));
    }
    if (path === "/api/odds") return new Response(JSON.stringify(ODDS));
    return path === "/api/specs" ? new Response('{"games": []}') : new Response("{}", { status: 404 });
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show() {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <LocaleProvider language="en" words={words} english={words}>
        <PositionPage game="monopoly" />
      </LocaleProvider>
    </QueryClientProvider>,
  );
}

const first = async () => within(await screen.findByRole("group", { name: "Player 1" }));
/** What was sent last to a path. */
const sent = (path: string) => JSON.parse(asked.findLast(([one]) => one === path)?.[1] ?? "{}");
const fault = (place: Fault["place"], message: string): Fault => ({ place, message, hint: "", m: null, line: 7 });

it("asks who wins from the position that the form has, and forgets the answer with the next change", async () => {
  show();
  fireEvent.change((await first()).getByLabelText("Cash ($)"), { target: { value: "950" } });
  fireEvent.click(await screen.findByRole("button", { name: "Who wins from here?" }));
  expect(await screen.findByText("70.0%")).toBeTruthy();
  expect(screen.getAllByText("2.0")).toHaveLength(4); // after ±
  expect(sent("/api/odds").players[0].cash).toBe(950);
  fireEvent.change((await first()).getByLabelText("Cash ($)"), { target: { value: "90" } });
  await waitFor(() => expect(screen.queryByText("70.0%")).toBeNull());
});

it("changes a deed on the board", async () => {
  show();
  fireEvent.click(await screen.findByRole("button", { name: /^Kentucky Avenue/ }));
  const panel = within(screen.getByRole("region", { name: "Kentucky Avenue" }));
  fireEvent.change(panel.getByLabelText("Owner"), { target: { value: "1" } });
  fireEvent.change(panel.getByLabelText("Buildings"), { target: { value: "5" } });
  fireEvent.click(panel.getByRole("button", { name: "Player 3" }));
  expect(screen.getByRole("button", { name: /^Kentucky Avenue.*Player 2.*hotel.*Player 3/ })).toBeTruthy();
  await waitFor(() => {
    const { players } = sent("/api/position");
    expect(players?.[1]).toMatchObject({ deeds: ["kentucky-avenue"], buildings: { "kentucky-avenue": "hotel" } });
    expect(players?.[2]).toMatchObject({ square: 21, jail: 0 });
  });
});

it("tells what is wrong beside its field, and asks nothing meanwhile", async () => {
  judged = () => ({ fields: null, view: null, faults: [fault(["players", 0, "cash"], "must be at most 9 (got 10)")] });
  show();
  const cash = (await first()).getByLabelText("Cash ($)");
  fireEvent.change(cash, { target: { value: "10" } });
  await waitFor(() => expect(cash.getAttribute("aria-invalid")).toBe("true"));
  const said = document.getElementById(cash.getAttribute("aria-describedby") ?? "");
  expect(said?.textContent).toBe("Must be at most 9 (got 10).");
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Who wins from here?" }).disabled).toBe(true);
  expect((await first()).getByLabelText<HTMLSelectElement>("Stands on").getAttribute("aria-invalid")).toBe("false");
});

it("tells by the button what is wrong and has no field", async () => {
  judged = () => ({ fields: null, view: null, faults: [fault([], "the position is impossible")] });
  show();
  fireEvent.change((await first()).getByLabelText("Cash ($)"), { target: { value: "10" } });
  const by = within(screen.getByRole("region", { name: "Who wins from here?" }));
  expect((await by.findByRole("alert")).textContent).toBe("The position is impossible.");
});

it("keeps the text in step with the form, and the form with the text", async () => {
  show();
  const text = await screen.findByLabelText<HTMLTextAreaElement>(/^The same position as text/);
  fireEvent.change((await first()).getByLabelText("Cash ($)"), { target: { value: "10" } });
  await waitFor(() => expect(text.value).toMatch(/^read: .*"cash":10/));
  const typed = JSON.stringify({ ...FIELDS, players: [{ cash: 77 }, ...FIELDS.players.slice(1)] });
  fireEvent.change(text, { target: { value: typed } });
  const cash = (await first()).getByLabelText<HTMLInputElement>("Cash ($)");
  await waitFor(() => expect(cash.value).toBe("77"));
  expect(text.value).toBe(typed); // as it was typed
  fireEvent.click(screen.getByRole("button", { name: "As it was" }));
  expect(cash.value).toBe("100");
  expect(text.value).toBe("the start");
});

it("says on which line of the text something is wrong", async () => {
  judged = () => ({ fields: null, view: null, faults: [fault(["round"], "must be at least 1 (got 0)")] });
  show();
  fireEvent.change(await screen.findByLabelText(/^The same position as text/), { target: { value: "round = 0" } });
  expect((await screen.findByText(/^Line 7:/)).textContent).toBe("Line 7: Must be at least 1 (got 0).");
});
