import { describe, expect, it } from "vitest";
import { decision as pig } from "../../table/fixtures";
import { actionsAt, readView, refsFor } from "./read";

describe("a view that nobody knows", () => {
  it("is counters, grids, values of seats, tables, lists and groups", () => {
    const parts = readView(
      {
        board: ["X..", ".O.", "..."],
        points: [3, 4],
        rolling: false,
        players: [
          { seat: 0, cash: 5 },
          { seat: 1, cash: 7, jail: true },
        ],
        bank: { houses: 32, pot: 0 },
        decisions: [],
        cards: ["queen", "hidden"],
        field: [
          [1, 2],
          [3, 4],
          [5, 6],
        ],
        home: [[6, 5], []],
      },
      2,
    );
    expect(parts.map((part) => [part.name, part.is])).toEqual([
      ["board", "grid"],
      ["points", "seats"],
      ["rolling", "value"],
      ["players", "table"],
      ["bank", "group"],
      ["decisions", "list"],
      ["cards", "seats"],
      ["field", "grid"],
      ["home", "seats"],
    ]);
    expect(parts[0]).toMatchObject({
      cells: [
        ["X", ".", "."],
        [".", "O", "."],
        [".", ".", "."],
      ],
    });
    expect(parts[3]).toMatchObject({ columns: ["seat", "cash", "jail"] });
  });
});

describe("a cell of a grid", () => {
  const cells = ["a1", "b1", "a2", "b2"].map((name, id) => ({
    id,
    name,
    m: { k: "x" },
    f: { kind: "mark", place: name, column: id % 2, row: Math.floor(id / 2) },
  }));
  const marks = { ...pig, actions: cells };

  it("stands for the actions of its row and column", () => {
    const found = actionsAt(marks, 1, 0);
    expect(found.map((action) => action.name)).toEqual(["a2"]);
    expect(refsFor(found, marks)).toEqual(["place:a2"]);
    expect(actionsAt(null, 1, 0)).toEqual([]);
  });

  it("stands for its column where actions have no row", () => {
    const drops = {
      ...pig,
      actions: [0, 1].map((column) => ({ id: column, name: `c${column}`, m: { k: "x" }, f: { kind: "drop", column } })),
    };
    expect(actionsAt(drops, 4, 1).map((action) => action.name)).toEqual(["c1"]);
    expect(refsFor(actionsAt(drops, 4, 1), drops)).toEqual(["column:1"]);
  });
});
