import { expect, it } from "vitest";
import { view } from "./fixtures";
import type { Frame } from "./store";
import { isThrown } from "./thrown";

const frame = (seq: number, to_act: number | null): Frame => ({ view: view(seq, { to_act }), lines: [] });

it.each([
  { name: "a throw that nobody has seen waits", last: null, after: [frame(6, 0)], is: false },
  {
    name: "what was let happen in another tab does not",
    last: { table: "g1", seq: 6 },
    after: [frame(6, 0)],
    is: true,
  },
  { name: "at another table it does", last: { table: "g2", seq: 9 }, after: [frame(6, 0)], is: false },
  { name: "an earlier one says nothing", last: { table: "g1", seq: 5 }, after: [frame(6, 0)], is: false },
  { name: "who has decided since has seen it", last: null, after: [frame(6, 0), frame(7, 1)], is: true },
  { name: "others may go on meanwhile", last: null, after: [frame(6, 1), frame(7, 0)], is: false },
])("$name", ({ last, after, is }) => {
  expect(isThrown(last, "g1", 0, after)).toBe(is);
});
