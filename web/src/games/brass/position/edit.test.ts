import { describe, expect, it } from "vitest";
import { moment } from "../testing";
import {
  addCard,
  type BrassFields,
  dropCard,
  linkOf,
  mapOf,
  moveUp,
  setBarrel,
  setFlipped,
  setFree,
  setGoods,
  setLink,
  setMarket,
  setMerchant,
  setTile,
  setTurn,
} from "./edit";

const FIELDS: BrassFields = {
  ...{ game: "brass", preset: "full", seats: 4, options: {} },
  ...{
    era: "canal",
    round: 2,
    order: [2, 0, 1, 3],
    turn: 1,
    actions: 2,
    phase: "build-space",
    doing: { kind: "build" },
  },
  merchants: { oxford: ["manufacturer", "blank"], gloucester: ["cotton", "cotton"] },
  barrels: ["oxford.0", "gloucester.1"],
  markets: { coal: 13, iron: 8 },
  tiles: [{ at: "stoke.0", owner: 0, tile: "cotton 1", flipped: true }],
  links: [{ line: "burton-walsall", owner: 1 }],
  players: [{ money: 17, hand: ["belper", "leek"], taken: { cotton: 2, coal: 1 } }, {}, {}, {}],
  deck: { belper: 1, stone: 2 },
};

describe("a tile", () => {
  it("is laid fresh, and what has left the mat follows from the map again", () => {
    const laid = setTile("stoke.1", "cotton 2", 0)(FIELDS);
    expect(laid.tiles).toContainEqual({ at: "stoke.1", owner: 0, tile: "cotton 2" });
    expect(laid.players[0]?.taken).toEqual({ coal: 1 });
    expect(setTile("stoke.0", null, 0)(laid).tiles).toHaveLength(1);
  });

  it("is flipped or carries something", () => {
    const stocked = setGoods("stoke.0", 2)(FIELDS);
    expect(stocked.tiles[0]).toEqual({ at: "stoke.0", owner: 0, tile: "cotton 1", goods: 2 });
    expect(setFlipped("stoke.0", true)(stocked).tiles[0]).not.toHaveProperty("goods");
    expect(setGoods("stoke.0", undefined)(stocked).tiles[0]).toEqual({ at: "stoke.0", owner: 0, tile: "cotton 1" });
  });
});

it("lays and takes away links", () => {
  expect(linkOf(setLink("burton-walsall", 3)(FIELDS), "burton-walsall")).toBe(3);
  expect(setLink("burton-walsall", null)(FIELDS).links).toEqual([]);
});

it("has no barrel beside a merchant that buys nothing", () => {
  const given = setMerchant("oxford.0", "blank")(FIELDS);
  expect(given.merchants.oxford).toEqual(["blank", "blank"]);
  expect(given.barrels).toEqual(["gloucester.1"]);
  expect(setBarrel("oxford.0", true)(given).barrels).toContain("oxford.0");
});

it("takes cards from the deck, and puts them back as long as there is one", () => {
  const given = addCard(0, "belper")(FIELDS);
  expect(given.players[0]?.hand).toEqual(["belper", "leek", "belper"]);
  expect(given.deck).toEqual({ stone: 2 });
  expect(dropCard(0, 1)(given)).toMatchObject({ deck: { stone: 2, leek: 1 } });
  expect(dropCard(0, 0)({ ...FIELDS, deck: {} }).deck).toEqual({});
  expect(addCard(1, "wild-location")(FIELDS).deck).toEqual(FIELDS.deck);
});

it("moves a seat up in the order, while the turn stays whose it is", () => {
  expect(moveUp(3)(FIELDS)).toMatchObject({ order: [2, 0, 3, 1], turn: 1 });
  expect(moveUp(0)(FIELDS)).toMatchObject({ order: [0, 2, 1, 3], turn: 0 });
  expect(setTurn(3)(FIELDS).turn).toBe(3);
});

it("leaves out an action that is half done", () => {
  const given = setFree(FIELDS);
  expect(given.phase).toBe("action");
  expect(given).not.toHaveProperty("doing");
});

it("shows on the map what the fields say", () => {
  const { view } = moment("canal-action");
  const shown = mapOf(view, setMarket("coal", 3)(FIELDS));
  const stoke = shown.places.find(({ id }) => id === "stoke");
  expect(stoke?.spaces[0]).toMatchObject({ tile: "cotton 1", owner: 0, flipped: true });
  expect(stoke?.spaces[1]).toMatchObject({ tile: null, owner: null });
  expect(shown.lines.filter(({ owner }) => owner !== null).map(({ id }) => id)).toEqual(["burton-walsall"]);
  expect(shown.places.find(({ id }) => id === "oxford")?.merchants[0]).toMatchObject({
    tile: "manufacturer",
    barrel: true,
  });
  expect(shown.markets).toMatchObject({ coal: { cubes: 3 }, iron: { cubes: 8 } });
});
