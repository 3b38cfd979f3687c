import { describe, expect, it } from "vitest";
import type { ServerMsg } from "../api/types";
import { decision, seat, step, sync, view } from "./fixtures";
import { asked, EMPTY, LONGEST_QUEUE, mayTakeBack, reduce, type TableEvent, type TableState } from "./store";

const server = (message: ServerMsg, instant = false): TableEvent => ({ type: "server", message, instant });
const played = (...events: TableEvent[]): TableState => events.reduce(reduce, EMPTY);
const act = (cid = "c1"): TableEvent => ({ type: "send", message: { type: "act", cid, seq: 5, actions: ["roll"] } });
const texts = (state: TableState) => state.log.map((line) => line.m.t);

describe("the table's state", () => {
  it("is what a sync says", () => {
    const state = played(server(sync()));
    expect(state).toMatchObject({ link: { is: "live" }, seq: 5, you: 0, turns: 2 });
    expect(state.shown?.view.at).toBe(5);
    expect(asked(state)).toBe(decision);
  });

  it("queues the steps of others and shows them one by one", () => {
    let state = played(server(sync()), server(step(6)), server(step(7, { decision })));
    expect(state.latest?.at).toBe(7);
    expect(state.shown?.view.at).toBe(5);
    expect(asked(state)).toBeNull();
    state = reduce(state, { type: "advance" });
    expect(state.shown?.view.at).toBe(6);
    expect(texts(state)).toEqual(["Bob rolls 3.", "Step 6."]);
    state = reduce(state, { type: "advance" });
    expect(asked(state)).toBe(decision);
    expect(reduce(state, { type: "advance" }).shown).toBe(state.shown);
  });

  it("skips to now", () => {
    const state = played(server(sync()), server(step(6)), server(step(7)), { type: "now" });
    expect(state.shown?.view.at).toBe(7);
    expect(state.shown?.lines).toHaveLength(2);
    expect(state.queue).toEqual([]);
  });

  it("shows at once what is asked to be instant, and marks my own move", () => {
    expect(played(server(sync()), server(step(6), true)).shown?.view.at).toBe(6);
    const mine = played(server(sync()), act(), server(step(6, { cid: "c1" })));
    expect(mine.queue[0]).toMatchObject({ hurried: "mine", by: { k: "pig.action.roll" } });
    expect(mine.pending).toBeNull();
  });

  it("keeps back what has happened since I left the table", () => {
    const before = { view: view(3, { board: { at: 3 } }), lines: 1 };
    const line = (at: number) => ({ at, seat: 1, m: { k: "x", a: {}, t: `Step ${at}.` } });
    const message = sync({ log: [line(3), line(5)], before, scenery: { name: "pig" } });
    const state = played(server(message));
    expect(state.shown?.view.board).toEqual({ at: 3, name: "pig" });
    expect(texts(state)).toEqual(["Step 3."]);
    expect(asked(state)).toBeNull();
    const later = reduce(state, { type: "advance" });
    expect(later.shown?.view.at).toBe(5);
    expect(texts(later)).toEqual(["Step 3.", "Step 5."]);
    expect(asked(later)).toEqual(decision);
    expect(played(server(message, true)).queue).toEqual([]);
  });

  it("keeps back a new table's first throw even from who sees all at once", () => {
    const line = { at: 0, seat: 0, m: { k: "x", a: {}, t: "I roll." } };
    const message = sync({ log: [line], before: { view: view(0), lines: 1 } });
    const state = played(server(message, true), server(step(6), true));
    expect(state.shown?.view.at).toBe(0);
    expect(state.queue).toHaveLength(2);
    expect(state.queue[0]?.opening).toBe(true);
    expect(reduce(state, { type: "now" }).shown?.view.at).toBe(6);
  });

  it("remembers the lines that it has shown of a step whose view comes later", () => {
    const lines = ["One.", "Two.", "Three."].map((t) => ({ at: 6, seat: 1, m: { k: "x", a: {}, t } }));
    let state = played(server(sync()), server(step(6, { lines })), { type: "showLines", count: 1 });
    state = reduce(state, { type: "showLines", count: 1 });
    expect(state.shown?.shownLines?.map(({ m }) => m.t)).toEqual(["One.", "Two."]);
    expect(state.shown?.view.at).toBe(5);
    state = reduce(state, { type: "advance" });
    expect(state.shown).toMatchObject({ view: { at: 6 }, lines: [{ m: { t: "Three." } }] });
    expect(state.shown?.shownLines).toBeUndefined();
  });

  it("shows turns in which nobody decides one after the other", () => {
    const lines = ["Mine.", "Bob's.", "Cy's."].map((t, n) => ({ at: 6 + n, seat: n, m: { k: "x", a: {}, t } }));
    const parts = [6, 7].map((at) => ({ lines: 1, view: view(at, { to_act: null }) }));
    let state = played(server(sync()), act(), server(step(6, { cid: "c1", lines, parts, view: view(8) })));
    expect(state.queue.map((frame) => [frame.view.at, frame.lines[0]?.m.t, frame.hurried])).toEqual([
      [6, "Mine.", "mine"],
      [7, "Bob's.", undefined],
      [8, "Cy's.", undefined],
    ]);
    state = reduce(state, { type: "advance" });
    expect(state.shown?.view.at).toBe(6);
  });

  it("shows what followed my throw in its time, however long ago it was", () => {
    const line = (at: number) => ({ at, seat: at, m: { k: "x", a: {}, t: `Step ${at}.` } });
    const before = { view: view(0), lines: 3, parts: [0, 1].map((at) => ({ lines: 1, view: view(at) })) };
    let state = played(server(sync({ log: [line(0), line(1), line(2)], before, view: view(2) })));
    expect(state.queue.map(({ hurried }) => hurried)).toEqual(["past", "past", "past"]);
    state = reduce(state, { type: "throw", count: undefined });
    expect(texts(state)).toEqual(["Step 0."]);
    expect(state.queue.map(({ hurried }) => hurried)).toEqual([undefined, undefined]);
  });

  it("takes each step once, and notices a gap", () => {
    const state = played(server(sync()), server(step(6), true), server(step(6), true));
    expect(texts(state)).toEqual(["Bob rolls 3.", "Step 6."]);
    const gap = reduce(state, server(step(8)));
    expect(gap.gap).toBe(true);
    expect(gap.seq).toBe(6);
    expect(reduce(gap, server(step(7), true)).gap).toBe(false);
  });

  it("keeps my act until it is confirmed, over a lost connection too", () => {
    const sent = played(server(sync()), act());
    expect(asked(sent)).toBeNull();
    const lost = reduce(sent, { type: "link", link: { is: "waiting", attempt: 1 } });
    expect(lost.pending?.cid).toBe("c1");
    const again = reduce(lost, server(sync()));
    expect(again.pending?.cid).toBe("c1");
    expect(reduce(again, server({ type: "ack", cid: "other", seq: 6 })).pending?.cid).toBe("c1");
    expect(reduce(again, server({ type: "ack", cid: "c1", seq: 6 })).pending).toBeNull();
  });

  it("tells of a step before it is shown", () => {
    const lines = ["one", "two"].map((t) => ({ at: 6, seat: 1, m: { k: "x", t } }));
    let state = played(server(sync({ log: [] })), server(step(6, { lines, decision })));
    state = reduce(state, { type: "showLines", count: 1 });
    expect(texts(state)).toEqual(["one"]);
    expect(state.shown?.view.at).toBe(5);
    expect(asked(state)).toBeNull();
    state = reduce(state, { type: "advance" });
    expect(texts(state)).toEqual(["one", "two"]);
    expect(state.shown).toMatchObject({ view: { at: 6 }, lines: [{ m: { t: "two" } }] });
    expect(reduce(EMPTY, { type: "showLines", count: 1 })).toBe(EMPTY);
  });

  it("says why my act was refused, and asks again", () => {
    const state = played(
      server(sync()),
      act(),
      server({ type: "reject", cid: "c1", seq: 5, code: "stale", m: { k: "ui.x", t: "Too late." } }),
    );
    expect(state.rejected?.m.t).toBe("Too late.");
    expect(asked(state)).toBe(decision);
    expect(reduce(state, { type: "dismiss" }).rejected).toBeNull();
    expect(reduce(state, act("c2")).rejected).toBeNull();
  });

  it("goes back at an undo: what was said of later steps vanishes", () => {
    const log = [
      { at: 3, seat: 0, m: { k: "x", t: "three" } },
      { at: 5, seat: 0, m: { k: "x", t: "five" } },
    ];
    const state = played(
      server(sync({ log })),
      server(
        step(6, {
          at: 3,
          undone: true,
          view: view(3),
          lines: [{ at: 3, seat: 0, m: { k: "x", t: "undo" }, mark: "undo" }],
        }),
      ),
    );
    expect(texts(state)).toEqual(["three", "undo"]);
    expect(state.shown?.view.at).toBe(3);
    expect(state.seq).toBe(6);
  });

  it("knows who may take the last decision back: until something follows, whichever seat looks", () => {
    const decided = played(server(sync()), act(), server(step(6, { cid: "c1", undo: true })), { type: "now" });
    expect(mayTakeBack(decided)).toBe(0);
    const handed = reduce(decided, server(sync({ seq: 6, you: 1 })));
    expect(mayTakeBack(handed)).toBe(0);
    expect(mayTakeBack(reduce(handed, { type: "send", message: { type: "undo", cid: "u", seq: 6 } }))).toBeNull();
    expect(mayTakeBack(reduce(handed, server(step(7, {}), true)))).toBeNull();
    expect(mayTakeBack(reduce(decided, server(sync({ seq: 7, you: 1 }))))).toBeNull();
    expect(mayTakeBack(reduce(decided, server(step(7))))).toBeNull();
  });

  it("follows seats, thinking agents, hints and the end", () => {
    let state = played(server(sync()), server({ type: "seats", seats: [seat(0), seat(1, { online: false })] }));
    expect(state.seats[1]?.online).toBe(false);
    state = reduce(state, server({ type: "preparing", seat: 1, agent: "mcts", ms: 300, cid: null }));
    expect(state.thinking).toEqual({ seat: 1, agent: "mcts", preparing: true });
    state = reduce(state, server({ type: "think", seat: 1, agent: "mcts", ms: 1300 }));
    expect(state.thinking).toEqual({ seat: 1, agent: "mcts", preparing: false });
    state = reduce(
      state,
      server(
        step(6, { view: view(6, { over: { ending: "target", utility: [1, 0], score: [100, 3], places: [1, 2] } }) }),
        true,
      ),
    );
    expect(state.thinking).toBeNull();
    expect(state.table?.status).toBe("over");
    state = reduce(state, server({ type: "over", reveal: { seed: "7", nonce: "ab" } }));
    expect(state.table?.reveal?.seed).toBe("7");
  });

  it("puts back what never changes, and lines that came ahead of their step", () => {
    const staticView = { rules: ["a", "b"], places: [{ name: "Ann", spaces: [{ of: "coal" }] }, { name: "Bea" }] };
    const bare = { places: [{ owner: 1, spaces: [{ tile: null }] }, { owner: null }], round: 3 };
    const ahead = [{ at: 6, seat: 0, m: { k: "x", t: "Ahead." } }];
    const state = played(
      server(sync({ scenery: staticView })),
      server({ type: "lines", seq: 6, lines: ahead }),
      server(step(6, { view: view(6, { board: bare }) }), true),
    );
    expect(state.latest?.board).toEqual({
      rules: ["a", "b"],
      places: [
        { name: "Ann", owner: 1, spaces: [{ of: "coal", tile: null }] },
        { name: "Bea", owner: null },
      ],
      round: 3,
    });
    expect(texts(state)).toEqual(["Bob rolls 3.", "Ahead.", "Step 6."]);
    expect(state.ahead).toEqual([]);
  });

  it("goes on asking while a hint is thought about, and drops one that comes too late", () => {
    const hint = (cid: string) =>
      server({
        type: "hint",
        cid,
        agent: "mcts",
        quantity: "win",
        policy: "strategic",
        seed: 7,
        actions: [
          {
            ...{ name: "roll", names: ["roll"], m: { k: "x" }, value: 0.5, low: 0.4, high: 0.6, source: "rollouts" },
            ...{ games: 90, network: null, chosen: true, visits: 9, search_value: null, prior: null },
          },
        ],
      });
    const waiting = played(server(sync()), { type: "send", message: { type: "hint", cid: "h1", seq: 5 } });
    expect(asked(waiting)).toBe(decision);
    expect(reduce(waiting, hint("h1"))).toMatchObject({
      pending: null,
      hint: { agent: "mcts", quantity: "win", policy: "strategic", actions: [{ name: "roll", games: 90 }] },
    });
    const preparing = server({ type: "preparing", seat: 0, agent: "mcts", ms: 300, cid: "h1" });
    expect(reduce(waiting, preparing)).toMatchObject({ preparing: "h1", thinking: null });
    expect(played(server(sync()), act(), hint("h1")).hint).toBeNull();
  });

  it("does not let the queue grow without end", () => {
    let state = played(server(sync()));
    for (let seq = 6; seq < 6 + LONGEST_QUEUE + 20; seq++) state = reduce(state, server(step(seq)));
    expect(state.queue).toHaveLength(LONGEST_QUEUE);
    expect(state.shown?.view.at).toBe(25);
  });
});

it("notes for whom agents played when a step came", () => {
  const away = [seat(0, { taken_over: true }), seat(1)];
  const back = server({ type: "seats", seats: [seat(0), seat(1)] });
  const { queue } = played(server(sync({ seats: away })), server(step(6)), back, server(step(7)));
  expect(queue.map((frame) => frame.played)).toEqual([[0], []]);
});
