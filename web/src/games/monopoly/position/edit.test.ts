import { describe, expect, it } from "vitest";
import scene from "../fixtures/window.json";
import type { MonopolyView } from "../types";
import {
  boardOf,
  isMortgaged,
  levelOf,
  livingOf,
  type MonopolyFields,
  ownerOf,
  setBids,
  setCash,
  setFrame,
  setInterrupt,
  setJail,
  setJailCard,
  setLevel,
  setMortgaged,
  setOut,
  setOwner,
  setPhase,
  setSquare,
  spread,
} from "./edit";

const LIGHT = ["oriental-avenue", "vermont-avenue", "connecticut-avenue"];
const FIELDS: MonopolyFields = {
  ...{ game: "monopoly", preset: "official", seats: 4, options: {} },
  ...{ turn: 0, phase: "buying", round: 3, dice: [1, 2], frames: [{ kind: "debt" }] },
  players: [
    { cash: 100, square: 6, deeds: LIGHT, buildings: { "vermont-avenue": 2 }, mortgaged: ["oriental-avenue"] },
    { cash: 200, square: 10, jail: 2, jail_cards: ["chance"] },
    { cash: 300, square: 39, deeds: ["boardwalk"] },
    { bankrupt: true },
  ],
  decks: {
    chance: { unseen: ["advance_to_go"], known: ["speeding_fine"] },
    chest: { unseen: ["get_out_of_jail_free", "doctor_fee"], known: [] },
  },
};

describe("a deed", () => {
  it("has one owner, and changes hands bare", () => {
    const given = setOwner("vermont-avenue", 2)(FIELDS);
    expect(ownerOf(given, "vermont-avenue")).toBe(2);
    expect(levelOf(given, "vermont-avenue")).toBe(0);
    expect(given.players[0]?.deeds).toEqual(["oriental-avenue", "connecticut-avenue"]);
    expect(ownerOf(setOwner("boardwalk", null)(given), "boardwalk")).toBeNull();
  });

  it("is built on and mortgaged by its owner", () => {
    const built = setLevel("boardwalk", 5)(setMortgaged("boardwalk", true)(FIELDS));
    expect(built.players[2]).toMatchObject({ buildings: { boardwalk: "hotel" }, mortgaged: ["boardwalk"] });
    expect(levelOf(built, "boardwalk")).toBe(5);
    expect(setLevel("boardwalk", 0)(built).players[2]?.buildings).toEqual({});
    expect(isMortgaged(setMortgaged("boardwalk", false)(built), "boardwalk")).toBe(false);
    expect(setLevel("park-place", 3)(FIELDS)).toBe(FIELDS); // nobody's
  });

  it("makes its whole group like itself", () => {
    const given = spread("vermont-avenue", LIGHT)(setOwner("connecticut-avenue", 1)(FIELDS));
    expect(LIGHT.map((deed) => [ownerOf(given, deed), levelOf(given, deed), isMortgaged(given, deed)])).toEqual(
      LIGHT.map(() => [0, 2, false]),
    );
  });
});

describe("a player", () => {
  it("is put on a square, out of jail, or into jail", () => {
    expect(setSquare(1, 5)(FIELDS).players[1]).toMatchObject({ square: 5, jail: 0 });
    expect(setJail(0, 3)(FIELDS).players[0]).toMatchObject({ square: 10, jail: 3 });
    expect(setJail(1, 0)(FIELDS).players[1]).toMatchObject({ square: 10, jail: 0 });
  });

  it("has the cash that is left to the rules where the field is empty", () => {
    expect(setCash(0, 7)(FIELDS).players[0]?.cash).toBe(7);
    expect(setCash(0, undefined)(FIELDS).players[0]).not.toHaveProperty("cash");
  });

  it("holds a jail card that neither another player nor the deck has", () => {
    const given = setJailCard(0, "chance", true)(FIELDS);
    expect(given.players.map(({ jail_cards = [] }) => jail_cards)).toEqual([["chance"], [], [], []]);
    expect(setJailCard(0, "chest", true)(FIELDS).decks?.chest).toEqual({ known: [] });
  });

  it("is out of the game with nothing, and back with nothing", () => {
    const out = setOut(1, true)(FIELDS);
    expect(out.players[1]).toEqual({ bankrupt: true });
    expect(out.decks?.chance).toEqual({ known: ["speeding_fine"] }); // the card is under the others again
    expect(setOut(1, false)(out).players[1]).toEqual({ cash: 0, square: 0 });
  });
});

it("forgets with the phase what belonged to it", () => {
  const given = setPhase("before")(FIELDS);
  expect(given.phase).toBe("before");
  expect(Object.keys(given)).not.toContain("dice");
  expect(Object.keys(given)).not.toContain("frames");
});

it("is interrupted by a debt or an auction, and goes on without", () => {
  const view = boardOf(scene.view.board as unknown as MonopolyView, FIELDS);
  const owes = setInterrupt("debt", view)(FIELDS);
  expect(owes).toMatchObject({ phase: "landed", frames: [{ kind: "debt", who: FIELDS.turn, amount: 200 }] });
  expect(setFrame({ to: "bank", amount: 7 })(owes).frames?.[0]).toMatchObject({ to: "bank", amount: 7 });
  const sale = setInterrupt("auction", view)(FIELDS);
  expect(sale.frames).toEqual([
    { kind: "auction", lot: "mediterranean-avenue", amount: 10, bidder: FIELDS.turn, bidders: livingOf(FIELDS) },
  ]);
  const bid = setFrame({ leader: 1, bid: 30, amount: undefined })(sale);
  expect(bid.frames?.[0]).not.toHaveProperty("amount");
  const left = setBids(1, false)(bid).frames?.[0];
  expect(left).toMatchObject({ amount: 30, bidder: 0, bidders: [0, 2] });
  expect(left).not.toHaveProperty("leader");
  expect(setBids(1, true)(setBids(1, false)(bid)).frames?.[0]?.bidders).toEqual([0, 1, 2]);
  expect(setOut(0, true)(bid).frames?.[0]).toMatchObject({ leader: 1, bidder: 2, bidders: [1, 2] });
  expect(setOut(0, true)(owes)).toMatchObject({ phase: "after" });
  expect(setOut(0, true)(owes)).not.toHaveProperty("frames");
  expect(setInterrupt("", view)(bid)).toMatchObject({ phase: "after" });
  expect(setInterrupt("", view)(bid)).not.toHaveProperty("frames");
});

it("shows on the board what the fields say", () => {
  const shown = boardOf(scene.view.board as unknown as MonopolyView, FIELDS);
  expect(shown.board[8]).toMatchObject({ owner: 0, level: 2, mortgaged: false });
  expect(shown.board[10]?.tokens).toEqual([1]);
  expect(shown.board[39]).toMatchObject({ owner: 2, tokens: [2] });
  expect(shown.board[1]).toMatchObject({ owner: null, level: 0 });
  expect(shown.players[3]).toMatchObject({ bankrupt: true, square: null });
});
