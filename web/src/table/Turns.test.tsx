import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import type { Line } from "../api/types";
import { ui } from "../games/monopoly";
import { InEnglish, seats } from "../games/monopoly/testing";
import { useMoveText } from "../review/MoveText";
import { view } from "./fixtures";
import { Log } from "./Log";
import { SeatsRail } from "./SeatsRail";
import { Status } from "./Status";
import { EMPTY } from "./store";
import type { Transport } from "./transport";

afterEach(cleanup);

const bids = (seat: number, amount: number): Line => ({
  at: 3,
  seat,
  m: { k: "monopoly.event.bids", a: { seat, amount, lot: "x" } },
});
const out = (seat: number): Line => ({ at: 3, seat, m: { k: "monopoly.event.passes-bid", a: { seat, lot: "x" } } });

it("leaves a name out only where the sentence before is about the same player", () => {
  const turn: Line = { at: 3, seat: 1, mark: "turn", m: { k: "monopoly.event.turn", a: { seat: 1, round: 2 } } };
  const lines = [turn, bids(3, 110), bids(0, 111), bids(1, 121), out(2), out(0), bids(1, 130), out(1)];
  render(<Log game="monopoly" lines={lines} at={null} onGo={() => {}} names={seats.map(({ name }) => name)} />, {
    wrapper: InEnglish,
  });
  const said = [...document.querySelectorAll("[data-line]")].map((line) => line.textContent);
  expect(said.slice(1, 5)).toEqual(["Dan bids $110.", "Ana bids $111.", "Bob bids $121.", "Cleo drops out."]);
  expect(said.slice(-2)).toEqual(["Bob bids $130.", "Drops out."]);
});

it("tells in a look back what the offer was, which its button leaves out", () => {
  const terms = { given: ["pacific-avenue", "marvin-gardens"], taken: ["baltic-avenue"] };
  const Told = ({ answer }: { answer: string }) => {
    const text = useMoveText();
    return <p>{text({ m: [{ k: `monopoly.action.${answer}.terms`, a: terms }], text: "" })}</p>;
  };
  const both = ["accept", "reject"].map((answer) => <Told key={answer} answer={answer} />);
  render(both, { wrapper: InEnglish });
  expect(screen.getByText(/^Accept the offer: give Pacific.* and Marvin Gardens, get Baltic/)).toBeTruthy();
  expect(screen.getByText(/^Reject the offer: give Pacific.* and Marvin Gardens, get Baltic/)).toBeTruthy();
});

const auction = { pending: [{ kind: "auction", lot: "baltic-avenue", bidder: 0, bidders: [0, 1], least: 10 }] };

function status(more: object) {
  render(
    <Status
      state={{ ...EMPTY, ...more }}
      live
      frame={{ view: view(3), lines: [] }}
      prompt={null}
      over={false}
      transport={{} as Transport}
      onFork={vi.fn()}
      held={null}
      isShared={false}
      onThrow={vi.fn()}
      isTold={ui.tellsWho?.(auction) ?? false}
    />,
    { wrapper: InEnglish },
  );
  return screen.getByRole("status");
}

it("says once who is to bid, and still that an agent is being got ready", () => {
  expect(status({}).className).toBe("visually-hidden");
  cleanup();
  expect(status({ thinking: { seat: 0, agent: "strategic", preparing: true } }).className).toBe("");
  expect(ui.tellsWho?.({ pending: [] })).toBe(false);
});

it("names no spec where an agent plays for a person", () => {
  const away = seats.map((one) => (one.seat === 0 ? { ...one, taken_over: true, agent: "strategic" } : one));
  render(<SeatsRail seats={away.slice(0, 1)} me={0} toAct={0} thinking={null} over={null} menu={() => null} />, {
    wrapper: InEnglish,
  });
  expect(screen.getByText(/an agent plays for now/).textContent).toBe("an agent plays for now");
});

it("calls players by their names in moves that only English has words for", () => {
  const Said = () => <p>{useMoveText()({ m: [], text: "offer seat 3 Baltic Avenue for $10" })}</p>;
  render(<Said />, { wrapper: InEnglish });
  expect(screen.getByText("offer Dan Baltic Avenue for $10")).toBeTruthy();
});
