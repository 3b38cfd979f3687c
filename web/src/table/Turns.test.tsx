import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import type { Line, Seat, View } from "../api/types";
import { ui } from "../games/monopoly";
import { InEnglish, seats } from "../games/monopoly/testing";
import { seat, view } from "./fixtures";
import { Log } from "./Log";
import { SeatsRail } from "./SeatsRail";
import { Status } from "./Status";
import { emptyState } from "./store";

afterEach(cleanup);

const bids = (seat: number, amount: number): Line => ({ at: 3, seat, m: { k: "monopoly.event.bids", a: { seat, amount, lot: "x" } } });
const out = (seat: number): Line => ({ at: 3, seat, m: { k: "monopoly.event.passes-bid", a: { seat, lot: "x" } } });

it("leaves a name out only where the sentence before is about the same player", () => {
  const turn: Line = { at: 3, seat: 1, mark: "turn", m: { k: "monopoly.event.turn", a: { seat: 1, round: 2 } } };
  const lines = [turn, bids(3, 110), bids(0, 111), bids(1, 121), out(2), out(0), bids(1, 130), out(1)];
  render(<Log lines={lines} at={null} onGo={() => {}} names={seats.map(({ name }) => name)} />, { wrapper: InEnglish });
  const said = [...document.querySelectorAll("[data-line]")].map((line) => line.textContent);
  expect(said.slice(1, 5)).toEqual(["Dan bids $110.", "Ana bids $111.", "Bob bids $121.", "Cleo drops out."]);
  expect(said.slice(-2)).toEqual(["Bob bids $130.", "Drops out."]);
});
