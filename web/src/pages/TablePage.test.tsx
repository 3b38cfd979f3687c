import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import english from "../../../src/magnate/locales/en/ui.json";
import type { Preview, ServerMsg } from "../api/types";
import { LocaleProvider } from "../i18n/Locale";
import { decision, seat, step, sync, table, view } from "../table/fixtures";
import { keep, seatKeys } from "../table/keys";
import { TablePage } from "./TablePage";

/** The server's side of the sockets that the page opens. */
class Server {
  static readonly OPEN = 1;
  static last: Server;
  readyState = 1;
  heard: { type: string; token?: string; actions?: string[]; cid?: string }[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  constructor() {
    Server.last = this;
    queueMicrotask(() => this.onopen?.());
  }
  send(text: string) {
    this.heard.push(JSON.parse(text));
  }
  close() {}
  says(message: ServerMsg) {
    act(() => this.onmessage?.({ data: JSON.stringify(message) }));
  }
}

const effects: Preview = { lines: [], view: null, decision: null, reasons: [] };
const answers: Record<string, unknown> = {
  "/api/health": { ok: true, version: "0", owner: false, create: "owner" },
  "/api/specs": { games: [{ name: "pig", hidden: false, agents: [] }] },
  "/api/games/g1/preview": effects,
};

async function open(hidden = false) {
  vi.stubGlobal("fetch", async (path: string) => {
    const answer = path === "/api/specs" ? { games: [{ name: "pig", hidden, agents: [] }] } : answers[path];
    return { ok: answer !== undefined, status: answer ? 200 : 404, json: async () => answer ?? { error: {} } };
  });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <LocaleProvider language="en" words={{ ui: english }} english={{}}>
        <TablePage id="g1" />
      </LocaleProvider>
    </QueryClientProvider>,
  );
  await act(async () => undefined);
}

/** Wait for what is fetched and loaded. */
const settle = () => act(() => new Promise((done) => setTimeout(done, 20)));

beforeEach(() => {
  vi.stubGlobal("WebSocket", Server);
  seatKeys.set({});
  effects.lines = [{ at: 6, seat: 0, m: { k: "x", t: "Ana banks 5." } }];
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe("a table", () => {
  it("says hello with the seat's key, asks, and sends what is chosen", async () => {
    keep("g1", { 0: "secret00" });
    await open();
    expect(Server.last.heard[0]).toMatchObject({ type: "hello", token: "secret00" });
    Server.last.says(sync());
    await settle();
    expect(screen.getByRole("heading", { name: "Roll or hold." })).toBeTruthy();
    screen.getByRole("button", { name: "Hold" }).focus();
    fireEvent.click(screen.getByRole("button", { name: "Hold" }));
    expect(Server.last.heard.at(-1)).toMatchObject({ type: "act", seq: 5, actions: ["hold"] });
    expect(screen.queryByRole("button", { name: "Hold" })).toBeNull();
    Server.last.says(step(6, { cid: Server.last.heard.at(-1)?.cid ?? "", decision: { ...decision, id: "d6" } }));
    expect(screen.getByRole("button", { name: "Hold" })).toBeTruthy();
    expect(document.activeElement?.id).toBe("dock-title");
    expect(screen.getByRole("log").textContent).toContain("Step 6.");
  });

  it("is played by keys, unless they are used for something else", async () => {
    keep("g1", { 0: "secret00" });
    await open();
    Server.last.says(sync());
    await settle();
    fireEvent.keyDown(screen.getAllByRole("combobox", { name: "Speed" })[0] as HTMLElement, { key: "1" });
    expect(Server.last.heard.filter((message) => message.type === "act")).toEqual([]);
    fireEvent.keyDown(document.body, { key: "1" });
    expect(Server.last.heard.at(-1)).toMatchObject({ type: "act", actions: ["roll"] });
  });

  it("lets a decision be taken back while another is to decide", async () => {
    keep("g1", { 0: "secret00" });
    await open();
    Server.last.says(sync({ decision: null, undo: true, view: view(5, { to_act: 1 }) }));
    await settle();
    expect(screen.getByText("Bob is to act.")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Take back" }));
    expect(Server.last.heard.at(-1)).toMatchObject({ type: "undo", seq: 5 });
    expect(screen.queryByRole("button", { name: "Take back" })).toBeNull();
  });

  it("lets who has the screen no more take back, and looks for that seat until it is done", async () => {
    keep("g1", { 0: "secret00", 1: "secret11" });
    await open();
    Server.last.says(sync());
    await settle();
    Server.last.says(step(6, { undo: true, view: view(6, { to_act: 1 }) }));
    await act(() => new Promise((done) => setTimeout(done, 900)));
    expect(Server.last.heard.at(-1)).toMatchObject({ type: "hello", token: "secret11" });
    Server.last.says(
      sync({ seq: 6, you: 1, view: view(6, { to_act: 1 }), decision: { ...decision, id: "d6", seat: 1 } }),
    );
    fireEvent.click(screen.getByRole("button", { name: "Ana: take back" }));
    const said = Server.last.heard.slice(-2);
    expect(said).toMatchObject([
      { type: "hello", token: "secret00" },
      { type: "undo", seq: 6 },
    ]);
    Server.last.says({ type: "reject", cid: said[1]?.cid ?? null, seq: 6, code: "stale", m: { k: "ui.reject.stale" } });
    expect(Server.last.heard.at(-1)).toMatchObject({ type: "hello", token: "secret11" });
  });

  it("shows a finger what an answer does before it is taken, and takes at once what does nothing yet", async () => {
    const still = { addEventListener: () => undefined, removeEventListener: () => undefined };
    const matches = (query: string) => ({ matches: query === "(pointer: coarse)", ...still });
    vi.spyOn(window, "matchMedia").mockImplementation(matches as unknown as typeof window.matchMedia);
    keep("g1", { 0: "secret00" });
    await open();
    Server.last.says(sync());
    await settle();
    fireEvent.click(screen.getByRole("button", { name: "Hold" }));
    await settle();
    expect(Server.last.heard.filter(({ type }) => type === "act")).toEqual([]);
    expect(screen.getByText("Banks 5.")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Back" }));
    effects.lines = [];
    const roll = screen.getByRole("button", { name: "Roll" });
    fireEvent.click(roll);
    fireEvent.click(roll); // before the server has said that it does nothing
    await settle();
    expect(Server.last.heard.filter(({ type }) => type === "act")).toMatchObject([{ actions: ["roll"] }]);
    vi.restoreAllMocks();
  });

  it("is only watched without a key", async () => {
    await open();
    Server.last.says(sync({ you: null, decision: null }));
    await settle();
    expect(Server.last.heard[0]).not.toHaveProperty("token");
    expect(screen.getByText("You are watching.")).toBeTruthy();
    expect(screen.getByText("Ana is to act.")).toBeTruthy();
  });

  it("is handed over between two people where something is hidden", async () => {
    keep("g1", { 0: "secret00", 1: "secret11" });
    await open(true);
    expect(Server.last.heard[0]).toMatchObject({ type: "hello", token: "secret00", watch: true });
    Server.last.says(sync({ you: null, decision: null }));
    await settle();
    const ready = screen.getByRole("button", { name: "I am Ana" });
    expect(screen.queryByRole("log")).toBeNull();
    fireEvent.click(ready);
    expect(Server.last.heard.at(-1)).toMatchObject({ type: "hello", token: "secret00" });
    Server.last.says(sync());
    expect(screen.getByRole("button", { name: "Hold" })).toBeTruthy();
    Server.last.says(step(6, { view: view(6, { to_act: 1 }), cid: null }));
    await act(() => new Promise((done) => setTimeout(done, 900)));
    expect(screen.getByRole("button", { name: "I am Bob" })).toBeTruthy();
    expect(Server.last.heard.at(-1)).toMatchObject({ type: "hello", watch: true });
  });

  it("tells what became of the connection, and says what was refused", async () => {
    keep("g1", { 0: "secret00" });
    await open();
    Server.last.says(sync());
    await settle();
    fireEvent.click(screen.getByRole("button", { name: "Roll" }));
    const { cid } = Server.last.heard.at(-1) ?? {};
    act(() => Server.last.onclose?.({ code: 1006 }));
    expect(screen.getByRole("alert").textContent).toContain("Your move is kept");
    Server.last.says(sync());
    expect(screen.queryByRole("alert")).toBeNull();
    Server.last.says({ type: "reject", cid: cid ?? null, seq: 5, code: "stale", m: { k: "ui.reject.stale" } });
    expect(screen.getByRole("alert").textContent).toContain("Something happened before");
  });

  it("takes the link of a seat that is opened where one watches, and clears the address", async () => {
    history.replaceState(null, "", "/g/g1?at=3");
    await open();
    Server.last.says(sync({ you: null, decision: null }));
    await settle();
    act(() => {
      history.replaceState(null, "", "/g/g1?at=3#seat=0.secret00");
      dispatchEvent(new Event("hashchange"));
    });
    expect(location.hash).toBe("");
    expect(Server.last.heard.at(-1)).toMatchObject({ type: "hello", token: "secret00" });
    Server.last.says(sync());
    expect(screen.queryByText("You are watching.")).toBeNull();
    history.replaceState(null, "", "/g/g1");
  });

  it("that is not public says so, and opens when the link of a seat comes", async () => {
    await open();
    act(() => Server.last.onclose?.({ code: 4401 }));
    expect(screen.getByRole("alert").textContent).toContain("not public");
    expect(screen.queryByRole("button", { name: "Watch instead" })).toBeNull();
    const before = Server.last;
    act(() => {
      history.replaceState(null, "", "/g/g1#seat=0.secret00");
      dispatchEvent(new Event("hashchange"));
    });
    expect(Server.last).not.toBe(before);
    await settle();
    expect(Server.last.heard[0]).toMatchObject({ type: "hello", token: "secret00" });
    Server.last.says(sync());
    await settle();
    expect(screen.getByRole("button", { name: "Hold" })).toBeTruthy();
  });

  it("may be watched where the link of a seat is not valid any more", async () => {
    keep("g1", { 0: "secret00" });
    await open();
    act(() => Server.last.onclose?.({ code: 4401 }));
    expect(screen.getByRole("alert").textContent).toContain("not valid any more");
    fireEvent.click(screen.getByRole("button", { name: "Watch instead" }));
    expect(seatKeys.get()).toEqual({});
    await settle();
    expect(Server.last.heard[0]).not.toHaveProperty("token");
    Server.last.says(sync({ you: null, decision: null }));
    expect(screen.getByText("You are watching.")).toBeTruthy();
  });

  it("that is not there says so, and its keys are kept for when it is", async () => {
    keep("g1", { 0: "secret00" });
    await open();
    act(() => Server.last.onclose?.({ code: 4404 }));
    expect(screen.getByRole("alert").textContent).toContain("There is no such table");
    expect(seatKeys.get()).toEqual({ g1: { 0: "secret00" } });
  });

  it("gives another seat at the same screen to an agent by that seat's key", async () => {
    keep("g1", { 0: "secret00", 1: "secret11" });
    await open();
    Server.last.says(sync({ seats: [seat(0), seat(1)] }));
    await settle();
    fireEvent.click(screen.getAllByRole("button", { name: "Play for me" })[1] as HTMLElement);
    expect(Server.last.heard.at(-1)).toMatchObject({ type: "seat", take: "agent", seat: 1, token: "secret11" });
  });

  it("speaks to the only one who reads, and names everybody where several read", async () => {
    for (const [keys, said] of [
      [{ 0: "secret00" }, "It is your turn."],
      [{ 0: "secret00", 1: "secret11" }, "Ana is to act."],
    ] as const) {
      keep("g1", keys);
      await open();
      Server.last.says(sync({ decision: null, seats: [seat(0), seat(1)] }));
      await settle();
      expect(screen.getByText(said)).toBeTruthy();
      cleanup();
    }
  });

  it("that is an unfinished record waits for nobody", async () => {
    await open();
    const record = { ...table, imported: true, status: "over" as const };
    Server.last.says(sync({ you: null, decision: null, seats: [seat(0), seat(1)], table: record }));
    await settle();
    expect(screen.getByText(/record of a game that was not finished/)).toBeTruthy();
    expect(screen.getByText("The record ends here.")).toBeTruthy();
    expect(screen.queryByText("to act")).toBeNull();
    expect(screen.queryByRole("button", { name: "Play for me" })).toBeNull();
  });

  it("marks a copy of another table", async () => {
    await open();
    Server.last.says(
      sync({ you: null, decision: null, seats: [seat(0), seat(1)], table: { ...table, fork_of: { id: "g0", at: 7 } } }),
    );
    await settle();
    expect(screen.getByText("Copy of a table")).toBeTruthy();
    expect(screen.getByRole("link", { name: "The other game" }).getAttribute("href")).toBe("/g/g0?at=7");
  });
});
