/** Boards that packages declare: rows of pieces and cells are drawn, and are buttons for what is legal there. */
import { fireEvent, render, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Action, Decision, DeclaredBoard } from "../../api/types";
import { InEnglish, propsOf } from "../monopoly/testing";
import { declaredUI } from "./DeclaredBoard";

function act(id: number, f: Action["f"]): Action {
  return { id, name: String(id), m: { k: "x" }, f };
}

function shown(board: DeclaredBoard, view: Record<string, unknown>, actions: Action[]) {
  const decision: Decision = { id: "s0", seat: 0, prompt: { k: "x" }, facets: [], actions };
  const scene = { view: { board: view, to_act: 0 }, decision, next: {} };
  const found = propsOf(scene, { targets: new Set(actions.length > 0 ? ["kind:take"] : []) });
  const { Board } = declaredUI(board);
  const { container } = render(
    <InEnglish>
      <Board {...found.props} />
    </InEnglish>,
  );
  return { ...found, container };
}

describe("rows of pieces", () => {
  const board: DeclaredBoard = {
    parts: [{ show: "piles", field: "heaps", piece: "o", facet: "place", names: ["a", "b", "c"], count: "count" }],
    hidden: ["secret"],
  };
  const view = { heaps: [0, 2, 3], secret: 7, turns: 4 };
  const take = (place: string, count: number, id: number) => act(id, { kind: "take", place, count });

  it("have a piece for each, which takes itself and those behind it", () => {
    const { onPick, container } = shown(board, view, [take("b", 1, 3), take("b", 2, 4), take("c", 1, 6)]);
    const rows = within(container).getAllByRole("listitem");
    expect(rows.map((row) => within(row).queryAllByRole("button").length)).toEqual([0, 2, 1]);
    const [first] = within(rows[1] as HTMLElement).getAllByRole("button");
    fireEvent.click(first as HTMLElement);
    expect(onPick.mock.calls.map(([ref]) => ref)).toEqual(["place:b", "count:2"]);
  });

  it("leave out what is hidden, and show the other fields as any game's", () => {
    const { container } = shown(board, view, []);
    expect(container.textContent).toContain("Turns4");
    expect(container.textContent).not.toContain("7");
    expect(within(container).queryAllByRole("button")).toEqual([]);
  });

  it("are none where the field is no list", () => {
    const { container } = shown(board, { heaps: null, turns: 4 }, []);
    expect(within(container).queryAllByRole("listitem")).toEqual([]);
    expect(container.textContent).toContain("Turns4");
  });
});

describe("a grid", () => {
  const board: DeclaredBoard = {
    parts: [
      {
        ...{ show: "grid", field: "cells", columns: 2, facet: "place" },
        names: [
          ["a", "b"],
          ["c", "d"],
        ],
        pieces: { "0": { text: "" }, "1": { text: "X", seat: 0 }, "2": { text: "O", seat: 1 } },
      },
    ],
    hidden: [],
  };

  it("draws pieces in the seats' colours, and offers the cells where something is legal", () => {
    const { onPick, container } = shown(board, { cells: [1, 0, 2, 0] }, [
      act(1, { kind: "mark", place: "b" }),
      act(3, { kind: "mark", place: "d" }),
    ]);
    expect(container.querySelectorAll("svg").length).toBe(2);
    const buttons = within(container).getAllByRole("button");
    expect(buttons.map((button) => button.getAttribute("aria-label"))).toEqual([
      "row 1, column 2: empty",
      "row 2, column 2: empty",
    ]);
    fireEvent.click(buttons[1] as HTMLElement);
    expect(onPick.mock.calls.map(([ref]) => ref)).toEqual(["place:d"]);
  });

  it("reads rows of letters too", () => {
    const rows: DeclaredBoard = { parts: [{ show: "grid", field: "rows", pieces: {} }], hidden: [] };
    const { container } = shown(rows, { rows: ["X.", ".O"] }, []);
    const labels = [...container.querySelectorAll("td .visually-hidden")].map((cell) => cell.textContent);
    expect(labels).toEqual([
      "row 1, column 1: X",
      "row 1, column 2: empty",
      "row 2, column 1: empty",
      "row 2, column 2: O",
    ]);
  });
});
