import { expect, it } from "vitest";
import type { Refusal } from "./declining";
import { NOTHING, outdated, readStanding, type Standing } from "./standing";
import type { MonopolyView } from "./types";

const REFUSAL: Refusal = {
  ...{ who: 2, give: [], get: ["boardwalk"], pay: 10, context: "", cash: 90, all: true, turns: 7 },
};

const ORDERS: Standing = {
  refusals: [REFUSAL],
  autoBid: { lot: "boardwalk", limit: 90 },
  draft: null,
  counter: { partner: 1, items: new Set(["baltic-avenue"]), cash: -5 },
};

const at = (turns: number, lot?: string) =>
  ({ turns, players: [], pending: lot ? [{ kind: "auction", lot }] : [] }) as unknown as MonopolyView;

it("ends orders with their turn and their auction, and no sooner", () => {
  expect(outdated(ORDERS, at(7, "boardwalk"), 0)).toBeNull();
  expect(outdated(ORDERS, at(8, "boardwalk"), 0)).toEqual({ refusals: [] });
  expect(outdated(ORDERS, at(7, "park-place"), 0)).toEqual({ autoBid: null });
  expect(outdated(ORDERS, at(8), 0)).toEqual({ refusals: [], autoBid: null });
});

it("takes from storage what is whole, and nothing else", () => {
  const kept = { ...ORDERS, counter: { partner: 1, items: ["baltic-avenue"], cash: -5 } };
  expect(readStanding(JSON.parse(JSON.stringify(kept)))).toEqual(ORDERS);
  const broken = {
    refusals: [{ ...REFUSAL, turns: "7" }, 3, null],
    autoBid: 3,
    counter: { partner: 1, items: [2], cash: 0 },
  };
  expect(readStanding(broken)).toEqual(NOTHING);
  expect(readStanding({ refusals: "all" })).toEqual(NOTHING);
  expect(readStanding(null).autoBid).toBeNull();
});
