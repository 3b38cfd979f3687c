import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Action, Line, Preview } from "../../api/types";
import type { BoardProps } from "../registry";
import { Board } from "./Board";
import { drawnCard, lastThrow } from "./Centre";
import scene from "./fixtures/window.json";
import { InEnglish, propsOf } from "./testing";

afterEach(cleanup);

function show(more: Partial<BoardProps> = {}) {
  const set = propsOf(scene, more);
  render(<Board {...set.props} />, { wrapper: InEnglish });
  return set;
}

const stops = () => [...document.querySelectorAll<HTMLElement>("[data-square][tabindex='0']")];
const square = (number: number) => document.querySelector<HTMLElement>(`[data-square="${number}"]`) as HTMLElement;

/** The board while an action is considered, after which the server says that some squares and players are otherwise. */
function consider(name: string, squares: Record<number, object>, cash: number) {
  const board = structuredClone(scene.view.board) as { board: object[]; players: object[] };
  for (const [at, changed] of Object.entries(squares)) Object.assign(board.board[Number(at)] as object, changed);
  Object.assign(board.players[0] as object, { cash });
  const preview = { lines: [], view: { ...scene.view, board }, decision: null, reasons: [] };
  const action = scene.decision.actions.find((one) => one.name === name) as Action;
  const set = show({ considered: action, preview: vi.fn(async () => preview) });
  return set;
}

describe("the title deed", () => {
  const marked = () => document.querySelector("tr[data-now]")?.textContent;

  it("marks the rent of a street by its buildings, and the double rent of a whole group without any", () => {
    const board = structuredClone(scene.view.board) as unknown as { board: { level?: number; owner?: number }[] };
    const deeds = [6, 8, 9].map((at) => board.board[at] as { level?: number; owner?: number });
    for (const deed of deeds) Object.assign(deed, { owner: 0, level: 0, mortgaged: false });
    const view = board as unknown as BoardProps["view"];
    show({ view });
    fireEvent.click(square(6));
    expect(marked()).toBe("Whole group$12");
    cleanup();
    (deeds[1] as { owner: number }).owner = 1;
    show({ view });
    fireEvent.click(square(6));
    expect(marked()).toBe("Rent$6");
  });
});

describe("what is considered", () => {
  it("shows the house that would come, the deed it is about and the money that is left", async () => {
    consider("build:oriental-avenue", { 6: { level: 2 } }, 590);
    const money = await screen.findByRole("region", { name: "If you do this:" });
    expect(money.textContent).toMatch(/640.*590/);
    expect(square(6).querySelectorAll("[data-ghost='comes']")).toHaveLength(1);
    expect(screen.getByRole("region", { name: "Oriental Avenue" })).toBeTruthy();
  });
  it("marks what would go", async () => {
    consider("sell:vermont-avenue", { 8: { level: 1 } }, 665);
    await waitFor(() => expect(square(8).querySelectorAll("[data-ghost='goes']")).toHaveLength(1));
  });
  it("shows who would be the owner", async () => {
    consider("pass", { 24: { owner: 0 } }, 400);
    await waitFor(() => expect(square(24).querySelector("[data-ghost='comes']")).toBeTruthy());
    expect(square(24).getAttribute("aria-label")).toContain("nobody");
  });
  it("may be an action on the deed itself", async () => {
    const board = structuredClone(scene.view.board) as unknown as { board: { level?: number }[] };
    (board.board[6] as { level?: number }).level = 2;
    const preview = { lines: [], view: { ...scene.view, board }, decision: null, reasons: [] };
    show({ preview: vi.fn(async () => preview as unknown as Preview) });
    fireEvent.click(square(6));
    fireEvent.focus(screen.getByRole("button", { name: /^Build the second house on Oriental/ }));
    await waitFor(() => expect(square(6).querySelector("[data-ghost='comes']")).toBeTruthy());
  });
  it("is the board as it is while the server has not answered", () => {
    const action = scene.decision.actions[0] as Action;
    show({ considered: action, preview: () => new Promise(() => undefined) });
    expect(document.querySelector("[data-ghost]")).toBeNull();
  });
});

describe("a larger board", () => {
  it("is asked for by a button or a key", () => {
    show();
    const button = screen.getByRole("button", { name: "Larger board" });
    fireEvent.click(button);
    expect(button.getAttribute("aria-label")).toBe("Whole board");
    fireEvent.keyDown(square(24), { key: "-" });
    expect(button.getAttribute("aria-label")).toBe("Larger board");
  });
});

describe("the board", () => {
  it("names each square with all that is to be seen on it", () => {
    show();
    expect(document.querySelectorAll("[data-square]")).toHaveLength(40);
    expect(square(8).ariaLabel ?? square(8).getAttribute("aria-label")).toBe(
      "Vermont Avenue, group B, light blue, owner Ana, 2 houses",
    );
    expect(square(19).getAttribute("aria-label")).toBe("New York Avenue, group D, orange, owner Bob, hotel");
    expect(square(35).getAttribute("aria-label")).toBe("Short Line, railroad, owner Bob, mortgaged");
    expect(square(24).getAttribute("aria-label")).toBe("Illinois Avenue, group E, red, nobody’s, here: Ana and Dan");
  });
  it("says nothing without words", () => {
    show();
    expect(document.body.textContent).not.toMatch(/monopoly(_ui)?\./);
  });
  it("is one stop of the tab key, at the token of the turn first", () => {
    show();
    expect(stops()).toEqual([square(24)]);
  });
  it("is walked by the arrows, and tells of the square in the middle", () => {
    show();
    square(24).focus();
    fireEvent.keyDown(square(24), { key: "ArrowRight" });
    expect(document.activeElement).toBe(square(25));
    expect(stops()).toEqual([square(25)]);
    expect(screen.getByRole("region", { name: "B. & O. Railroad" })).toBeTruthy();
    fireEvent.keyDown(square(25), { key: "Home" });
    fireEvent.keyDown(square(0), { key: "ArrowLeft" });
    expect(document.activeElement).toBe(square(39));
    fireEvent.keyDown(square(39), { key: "End" });
    expect(document.activeElement).toBe(square(24));
  });
  it("picks what can be picked, looks at the rest", () => {
    const { onPick } = show({ targets: new Set(["property:vermont-avenue", "group:orange"]) });
    fireEvent.click(square(8));
    fireEvent.click(square(16));
    fireEvent.click(square(39));
    expect(onPick.mock.calls).toEqual([["property:vermont-avenue"], ["group:orange"]]);
    expect(screen.getByRole("region", { name: "Boardwalk" })).toBeTruthy();
  });
  it("offers a group as a whole only where no single deed of it is offered", () => {
    const { onPick } = show({ targets: new Set(["group:red", "property:indiana-avenue", "group:orange"]) });
    for (const number of [21, 23, 19]) fireEvent.click(square(number));
    expect(onPick.mock.calls).toEqual([["property:indiana-avenue"], ["group:orange"]]);
    expect(square(21).dataset.target).toBeUndefined();
  });
  it("asks why by the question mark", () => {
    const { onWhy } = show();
    fireEvent.keyDown(square(24), { key: "?" });
    expect(onWhy).toHaveBeenCalledWith("property:illinois-avenue");
  });
  it("offers on a deed what the server offers, and nothing else", () => {
    const { act } = show();
    fireEvent.click(square(6));
    const card = within(screen.getByRole("region", { name: "Oriental Avenue" }));
    expect(card.getAllByRole("button").map((button) => button.textContent)).toEqual([
      "Build the second house on Oriental Avenue for $50",
      "Why not?",
    ]);
    fireEvent.click(card.getByRole("button", { name: /Build/ }));
    expect(act).toHaveBeenCalledWith(["build:oriental-avenue"]);
  });
  it("offers nothing to who looks on", () => {
    show({ me: null, decision: null });
    fireEvent.click(square(6));
    expect(within(screen.getByRole("region", { name: "Oriental Avenue" })).queryAllByRole("button")).toEqual([]);
  });
  it("shows the dice of the last throw", () => {
    const throws = (low: number, high: number) => ({
      at: 1,
      seat: 0,
      m: { k: "monopoly.event.throws", a: { low, high } },
    });
    const other = { at: 2, seat: 0, m: { k: "monopoly.event.moves", a: { seat: 0, square: 3 } } };
    expect(lastThrow([throws(1, 2), throws(3, 5), other])?.dice).toEqual([3, 5]);
    expect(lastThrow([other])).toBeNull();
  });
});

describe("a drawn card", () => {
  const line = (k: string, a = {}): Line => ({ at: 1, seat: 0, m: { k: `monopoly.event.${k}`, a } });
  const draws = line("draws", { seat: 0, deck: "chest", says: { k: "monopoly.card.collect", a: { amount: 200 } } });

  it("shows its face until something else has the stage", () => {
    show({ lines: [line("throws", { low: 1, high: 2 }), draws, line("receives", { amount: 200 })] });
    expect(screen.getByRole("region", { name: "Community Chest" }).textContent).toContain("Collect $200");
    fireEvent.click(square(6));
    expect(screen.queryByText("Collect $200")).toBeNull();
  });
  it("is gone after the next throw and the next turn", () => {
    expect(drawnCard([draws])).toBe(draws);
    expect(drawnCard([draws, line("throws")])).toBeNull();
    expect(drawnCard([draws, { ...line("turn"), mark: "turn" }])).toBeNull();
  });
});
