import { expect, it } from "vitest";
import { outdated, readStanding, type Standing } from "./standing";
import type { MonopolyView } from "./types";

const ORDERS: Standing = {
  declining: { turns: 7, seats: [2] },
  autoBid: { lot: "boardwalk", limit: 90 },
  draft: null,
  counter: { partner: 1, items: new Set(["baltic-avenue"]), cash: -5 },
};

const at = (turns: number, lot?: string) =>
  ({ turns, pending: lot ? [{ kind: "auction", lot }] : [] }) as unknown as MonopolyView;

it("ends orders with their turn and their auction, and no sooner", () => {
  expect(outdated(ORDERS, at(7, "boardwalk"))).toBeNull();
  expect(outdated(ORDERS, at(8, "boardwalk"))).toEqual({ declining: null });
  expect(outdated(ORDERS, at(7, "park-place"))).toEqual({ autoBid: null });
  expect(outdated(ORDERS, at(8))).toEqual({ declining: null, autoBid: null });
});

it("takes from storage what is whole, and nothing else", () => {
  const kept = { ...ORDERS, counter: { partner: 1, items: ["baltic-avenue"], cash: -5 } };
  expect(readStanding(JSON.parse(JSON.stringify(kept)))).toEqual(ORDERS);
  const broken = { declining: { turns: "7" }, autoBid: 3, counter: { partner: 1, items: [2], cash: 0 } };
  expect(readStanding(broken)).toEqual({ declining: null, autoBid: null, draft: null, counter: null });
  expect(readStanding(null).autoBid).toBeNull();
});
