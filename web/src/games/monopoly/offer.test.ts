import { describe, expect, it } from "vitest";
import type { Decision } from "../../api/types";
import { autoBid, bidActions, ladder } from "./bidding";
import auction from "./fixtures/auction.json";
import offer from "./fixtures/offer.json";
import scene from "./fixtures/window.json";
import { counterOf, type Draft, groupChange, holdings, offerActions, terms } from "./offer";
import { type Auction, type MonopolyView, topFrame } from "./types";

const view = scene.view.board as unknown as MonopolyView;
const draft = (more: Partial<Draft>): Draft => ({ partner: 3, items: new Set(), cash: 0, ...more });

describe("an offer", () => {
  it("names its items in the order of the board, jail cards last", () => {
    const items = new Set(["chance-card", "pacific-avenue", "reading-railroad", "st-charles-place"]);
    expect(offerActions(view, draft({ items }))).toEqual([
      "trade:3",
      "item:reading-railroad",
      "item:st-charles-place",
      "item:pacific-avenue",
      "item:chance-card",
      "propose",
    ]);
  });
  it("types the cash that is paid or asked for, and is made with the last digit", () => {
    const items = new Set(["park-place"]);
    const opening = ["trade:3", "item:park-place"];
    expect(offerActions(view, draft({ items, cash: 150 }))).toEqual([
      ...[...opening, "offer-cash", "digit:1", "digit:5", "digit:0", "done"],
    ]);
    expect(offerActions(view, draft({ items, cash: -7 }))).toEqual([...opening, "ask-cash", "digit:7", "done"]);
  });
  it("knows what each side holds", () => {
    expect(holdings(view, 0)).toEqual([
      ...["reading-railroad", "oriental-avenue", "vermont-avenue", "connecticut-avenue"],
      ...["st-charles-place", "chance-card"],
    ]);
    expect(holdings(view, 2)).toEqual(["atlantic-avenue", "ventnor-avenue", "water-works", "boardwalk"]);
  });
  it("tells whose group it completes or breaks", () => {
    expect(groupChange(view, 0, draft({}), "st-charles-place")).toEqual({ completes: 3, breaks: null });
    expect(groupChange(view, 0, draft({}), "states-avenue")).toEqual({ completes: null, breaks: null });
    const both = draft({ items: new Set(["states-avenue"]) });
    expect(groupChange(view, 0, both, "virginia-avenue")).toEqual({ completes: 0, breaks: null });
    expect(groupChange(view, 0, draft({}), "vermont-avenue")).toEqual({ completes: null, breaks: 0 });
    expect(groupChange(view, 0, draft({}), "chance-card")).toEqual({ completes: null, breaks: null });
  });
});

describe("an offer that I am made", () => {
  const at = offer.view.board as unknown as MonopolyView;
  const frame = topFrame(at, "trade");
  it("is read from my side", () => {
    expect(terms(at, 0, 3, frame?.items ?? [], 120)).toEqual({
      give: ["st-charles-place", "chance-card"],
      pay: 0,
      get: ["pacific-avenue"],
      receive: 120,
    });
  });
  it("turned round begins with the same deal", () => {
    const counter = counterOf(3, frame?.items ?? [], 120);
    expect(offerActions(at, counter)).toEqual([
      ...["trade:3", "item:st-charles-place", "item:pacific-avenue", "item:chance-card"],
      ...["ask-cash", "digit:1", "digit:2", "digit:0", "done"],
    ]);
  });
});

describe("a bid", () => {
  const decision = auction.decision as unknown as Decision;
  const frame = topFrame(auction.view.board as unknown as MonopolyView, "auction") as Auction;
  it("is a step of the ladder where one has its amount, else typed", () => {
    expect(ladder(decision).map(({ name }) => name)).toEqual([
      ...["bid:least", "bid:+10", "bid:+50", "bid:+100", "bid:limit"],
    ]);
    expect(bidActions(decision, frame, 131)).toEqual(["bid:least"]);
    expect(bidActions(decision, frame, 180)).toEqual(["bid:+50"]);
    expect(bidActions(decision, frame, 207)).toEqual(["bid:exact", "digit:2", "digit:0", "digit:7", "done"]);
  });
  it("made by itself is the least one, up to the limit", () => {
    expect(autoBid(decision, frame, 131)).toEqual(["bid:least"]);
    expect(autoBid(decision, frame, 130)).toEqual(["pass"]);
    expect(autoBid({ ...decision, actions: [] }, frame, 500)).toEqual(["pass"]);
  });
});
