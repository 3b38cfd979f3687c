import { describe, expect, it } from "vitest";
import type { GameSpec, Seat } from "../api/types";
import { changedOptions, ranking } from "./Ending";

const seats = [0, 1, 2].map((seat) => ({ seat, name: `P${seat}` }) as Seat);

describe("the end of a game", () => {
  it("ranks by place, also where the points are equal", () => {
    const over = { ending: "last", utility: [0, 1, 0], score: [0, 5, 0], places: [3, 1, 2] };
    expect(ranking(over, seats).map(({ seat }) => seat)).toEqual([1, 2, 0]);
  });

  it("keeps for a rematch what differs from the preset", () => {
    const options = [
      { key: "cash", default: 1500 },
      { key: "pot", default: false },
      { key: "list", default: [] },
    ];
    const spec = { options, presets: { house: { pot: true } }, default_preset: "house" } as unknown as GameSpec;
    const table = { options: { cash: 1000, pot: true, list: [] }, preset: "house" };
    expect(changedOptions(table, spec)).toEqual({ cash: 1000 });
    expect(changedOptions({ ...table, preset: null }, spec)).toEqual({ cash: 1000 });
    expect(changedOptions({ options: { pot: false }, preset: "house" }, spec)).toEqual({ pot: false });
  });
});
