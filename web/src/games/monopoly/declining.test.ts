import { describe, expect, it } from "vitest";
import { isDeclined, kept, refusalOf } from "./declining";
import offer from "./fixtures/offer.json";
import { cashAfter } from "./offer";
import type { MonopolyView, Trade } from "./types";

const VIEW = offer.view.board as unknown as MonopolyView;
const OFFER = VIEW.pending.at(-1) as Trade;
const ME = OFFER.to;
const REFUSED = refusalOf(VIEW, OFFER, false);
const NEXT_TURN = { ...VIEW, turns: VIEW.turns + 1 };

const withPlayer = (view: MonopolyView, seat: number, part: object): MonopolyView => ({
  ...view,
  players: view.players.map((one) => (one.seat === seat ? { ...one, ...part } : one)),
});

describe("an offer that was refused", () => {
  it("is not shown again, nor one that is no better", () => {
    expect(isDeclined(NEXT_TURN, OFFER, [], 1)).toBe(false);
    expect(isDeclined(NEXT_TURN, OFFER, [REFUSED], 1)).toBe(true);
    expect(isDeclined(NEXT_TURN, { ...OFFER, money: (OFFER.money ?? 0) - 1 }, [REFUSED], 1)).toBe(true);
    const own = VIEW.players[ME]?.deeds.find((deed) => !OFFER.items.includes(deed)) ?? "";
    expect(isDeclined(NEXT_TURN, { ...OFFER, items: [...OFFER.items, own] }, [REFUSED], 1)).toBe(true);
  });

  it("is shown where it is better for me, or another player's", () => {
    expect(isDeclined(NEXT_TURN, { ...OFFER, money: (OFFER.money ?? 0) + 1 }, [REFUSED], 1)).toBe(false);
    const theirs = VIEW.players[OFFER.who]?.deeds.find((deed) => !OFFER.items.includes(deed)) ?? "";
    expect(isDeclined(NEXT_TURN, { ...OFFER, items: [...OFFER.items, theirs] }, [REFUSED], 1)).toBe(false);
    expect(isDeclined(NEXT_TURN, OFFER, [{ ...REFUSED, who: 1 }], 1)).toBe(false);
  });

  it("is shown again when a deed, a mortgage, a building or who lives has changed", () => {
    const gains = withPlayer(NEXT_TURN, ME, { deeds: [...(VIEW.players[ME]?.deeds ?? []), "boardwalk"] });
    const mortgages = withPlayer(NEXT_TURN, OFFER.who, { mortgaged: ["boardwalk"] });
    const builds = withPlayer(NEXT_TURN, OFFER.who, { buildings: { boardwalk: 1 } });
    const dies = withPlayer(NEXT_TURN, 1, { bankrupt: true });
    for (const view of [gains, mortgages, builds, dies]) expect(isDeclined(view, OFFER, [REFUSED], 1)).toBe(false);
    expect(isDeclined(withPlayer(NEXT_TURN, 1, { deeds: [] }), OFFER, [REFUSED], 1)).toBe(true);
  });

  it("counts until my cash has changed by a fifth", () => {
    const cash = VIEW.players[ME]?.cash ?? 0;
    const more = (share: number) => withPlayer(NEXT_TURN, ME, { cash: cash * (1 + share) });
    expect([0.19, 0.2, -0.19, -0.2].map((share) => isDeclined(more(share), OFFER, [REFUSED], 1))).toEqual([
      true,
      false,
      true,
      false,
    ]);
    expect(kept(more(0.2), ME, [REFUSED])).toEqual([]);
    expect(kept(NEXT_TURN, ME, [REFUSED])).toEqual([REFUSED]);
  });
});

it("shows as many offers of a player in a turn as the reader wants", () => {
  const better = { ...OFFER, money: (OFFER.money ?? 0) + 500 };
  expect(isDeclined(VIEW, better, [REFUSED], 1)).toBe(true);
  expect(isDeclined(VIEW, better, [REFUSED], 2)).toBe(false);
  expect(isDeclined(VIEW, better, [REFUSED, REFUSED], 2)).toBe(true);
  expect(isDeclined(VIEW, better, [REFUSED, REFUSED], 0)).toBe(false);
});

it("shows none of who was told not now", () => {
  const better = { ...OFFER, money: (OFFER.money ?? 0) + 500 };
  expect(isDeclined(NEXT_TURN, better, [{ ...REFUSED, all: true }], 0)).toBe(true);
});

it("tells the interest on mortgages that change hands, and the cash that is left", () => {
  const deed = "boardwalk"; // its mortgage is 200, its price 400
  const view = withPlayer(
    { ...VIEW, board: VIEW.board.map((one) => (one.deed === deed ? { ...one, owner: 1, mortgaged: true } : one)) },
    1,
    { deeds: [deed], mortgaged: [deed], cash: 100 },
  );
  const draft = { partner: 1, items: new Set([deed]), cash: 30 };
  const cash = view.players[0]?.cash ?? 0;
  expect(cashAfter(view, {}, 0, draft)).toEqual([
    { seat: 0, interest: 20, cash: cash - 50 },
    { seat: 1, interest: 0, cash: 130 },
  ]);
  expect(cashAfter(view, { interest_base: "price" }, 0, draft)[0]?.interest).toBe(40);
  expect(cashAfter(view, { transfer_interest: false }, 0, draft)[0]?.interest).toBe(0);
});
