import { expect, it } from "vitest";
import type { Line, Message } from "../api/types";
import { ui } from "../games/monopoly";
import { view } from "./fixtures";
import { EMPTY, type Frame } from "./store";
import { shownThrow, type Thrown, waitingThrow } from "./thrown";

const line = (k: string, seat: number, at = 6): Line => ({ at, seat, m: { k: `monopoly.event.${k}`, a: { seat } } });
const throws = (seat: number, at = 6) => line("throws", seat, at);
const frame = (lines: Line[], more: Partial<Frame> = {}, seq = 6, to_act: number | null = 0): Frame => ({
  view: view(seq, { to_act }),
  lines,
  ...more,
});
const last = (at: number, left = 1, seq = at): Thrown => ({ table: "g1", seq, at, left });
const action = (k: string): Message => ({ k: `monopoly.action.${k}`, a: {} });

it.each([
  { name: "a throw that nobody has seen waits", last: null, queue: [frame([throws(0)])], after: 0 },
  { name: "another's does not", last: null, queue: [frame([throws(1)])], after: undefined },
  { name: "an agent's for me does not", last: null, queue: [frame([throws(0)], { played: [0] })], after: undefined },
  {
    name: "what others did comes first",
    last: null,
    queue: [frame([throws(1), line("moves", 1), throws(0)])],
    after: 2,
  },
  { name: "one let happen in another tab does not wait", last: last(6), queue: [frame([throws(0)])], after: undefined },
  { name: "an earlier one says nothing", last: last(5), queue: [frame([throws(0)])], after: 0 },
  { name: "the second of two waits", last: last(6, 2), queue: [frame([throws(0), throws(0)])], after: 1 },
  {
    name: "who has decided since has seen it",
    last: null,
    queue: [frame([throws(0)]), frame([], {}, 7, 1)],
    after: undefined,
  },
  {
    name: "others may go on meanwhile",
    last: null,
    queue: [frame([throws(0)], {}, 6, 1), frame([], {}, 7)],
    after: 0,
  },
  {
    name: "who presses Roll has asked for the throw",
    last: null,
    queue: [frame([throws(0), line("moves", 0)], { hurried: "mine", by: action("roll") })],
    after: undefined,
  },
  {
    name: "but not for the one after a double",
    last: null,
    queue: [frame([throws(0), line("moves", 0), throws(0)], { hurried: "mine", by: action("roll") })],
    after: 2,
  },
  {
    name: "who buys after a double is asked",
    last: null,
    queue: [frame([line("buys", 0), throws(0)], { hurried: "mine", by: action("buy") })],
    after: 1,
  },
  { name: "a new table's first waits", last: null, queue: [frame([throws(0, 0)], { hurried: "past" }, 2)], after: 0 },
  {
    name: "after a reload, one let happen before does not",
    last: last(3),
    queue: [frame([throws(0, 3), throws(1, 4)], { hurried: "past" }, 9)],
    after: undefined,
  },
  {
    name: "but one that came later does",
    last: last(3),
    queue: [frame([throws(0, 3), throws(1, 4), throws(0, 5)], { hurried: "past" }, 9)],
    after: 2,
  },
  {
    name: "after a move has been taken back, the same step is another",
    last: last(6, 1, 9),
    queue: [frame([throws(0)], {}, 11)],
    after: 0,
  },
])("$name", ({ last, queue, after }) => {
  expect(waitingThrow(ui, queue, [0], last)?.after).toBe(after);
});

const bob = (at: number, left = 1, seq = at) => ({ seat: 1, seq, at, left });

it.each([
  { name: "another player's throw waits for that player", thrown: [], queue: [frame([throws(1)])], after: 0 },
  { name: "until it is told", thrown: [bob(6)], queue: [frame([throws(1)])], after: undefined },
  { name: "and the second of a step anew", thrown: [bob(6, 2)], queue: [frame([throws(1), throws(1)])], after: 1 },
  { name: "an agent's for Bob does not", thrown: [], queue: [frame([throws(1)], { played: [1] })], after: undefined },
  {
    name: "nor one that Bob has answered",
    thrown: [],
    queue: [frame([throws(1)], {}, 6, 1), frame([])],
    after: undefined,
  },
  {
    name: "a move that was taken back told nothing",
    thrown: [bob(6, 1, 9)],
    queue: [frame([throws(1)], {}, 11)],
    after: 0,
  },
])("$name", ({ thrown, queue, after }) => {
  const found = waitingThrow(ui, queue, [0], null, { seats: [1], thrown });
  expect(found?.after).toBe(after);
  expect(found?.isMine ?? false).toBe(false);
});

it("my own press, on another device of mine, counts here", () => {
  const thrown = [{ seat: 0, seq: 6, at: 6, left: 1 }];
  expect(waitingThrow(ui, [frame([throws(0)])], [0], null, { seats: [], thrown })).toBeNull();
});

it("tells which of my throws the page shows", () => {
  const shown = { ...EMPTY, seq: 8, log: [throws(0, 3), throws(0), throws(1)], queue: [frame([throws(0)])] };
  expect(shownThrow(ui, shown, [0])).toEqual({ seat: 0, seq: 8, at: 6, left: 2 });
  expect(shownThrow(ui, { ...shown, queue: [] }, [0])).toEqual({ seat: 0, seq: 8, at: 6, left: 1 });
  expect(shownThrow(ui, shown, [])).toBeNull();
});
