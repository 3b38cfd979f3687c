/** Frames as a server sends them, for tests. */
import type { Decision, Seat, StepMsg, SyncMsg, TableInfo, View } from "../api/types";

export const table: TableInfo = {
  id: "g1",
  game: "pig",
  preset: "standard",
  rules: { k: "pig.preset.standard", a: {} },
  options: {},
  players: 2,
  created: "2026-01-01T00:00:00Z",
  status: "running",
  hints: "off",
  hint_agent: null,
  undo: "barrier",
  commitment: "00",
  dice: "key",
  reveal: null,
  fork_of: null,
  sealed: false,
  takebacks: 0,
  public: true,
  imported: false,
};

export function seat(n: number, more: Partial<Seat> = {}): Seat {
  return {
    seat: n,
    name: ["Ana", "Bob"][n] ?? "",
    kind: "human",
    agent: null,
    online: true,
    claimed: true,
    taken_over: false,
    ...more,
  };
}

export function view(at: number, more: Partial<View> = {}): View {
  return { seq: at, at, to_act: 0, settled: true, board: { at }, over: null, ...more };
}

export const decision: Decision = {
  id: "d5",
  seat: 0,
  prompt: { k: "pig.prompt.turn", t: "Roll or hold." },
  facets: ["kind"],
  actions: [
    { id: 0, name: "roll", m: { k: "pig.action.roll", t: "Roll" }, f: { kind: "roll" } },
    { id: 1, name: "hold", m: { k: "pig.action.hold", t: "Hold" }, f: { kind: "hold" } },
  ],
};

export function sync(more: Partial<SyncMsg> = {}): SyncMsg {
  return {
    type: "sync",
    seq: 5,
    table,
    seats: [seat(0), seat(1)],
    you: 0,
    view: view(5),
    decision,
    undo: false,
    log: [{ at: 5, seat: 1, m: { k: "x", t: "Bob rolls 3." } }],
    turns: 2,
    ...more,
  };
}

export function step(seq: number, more: Partial<StepMsg> = {}): StepMsg {
  const lines = [{ at: seq, seat: 1, m: { k: "x", t: `Step ${seq}.` } }];
  return { type: "step", seq, at: seq, lines, view: view(seq), decision: null, undo: false, ...more };
}
