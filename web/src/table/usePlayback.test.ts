import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import type { Line, SeatThrow } from "../api/types";
import { ui } from "../games/monopoly";
import type { Speed } from "../ui/settings";
import { view } from "./fixtures";
import { EMPTY, type Frame, type TableState } from "./store";
import type { TableClient } from "./TableClient";
import { waitingThrow } from "./thrown";
import { LONGEST_WAIT, usePlayback } from "./usePlayback";

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const line = (seat: number, k = "monopoly.event.throws") => ({ at: 6, seat, m: { k, a: { seat, low: 1, high: 3 } } });

function play(lines: Line[], speed: Speed, more: Partial<Frame> = {}, isKnown = true) {
  vi.useFakeTimers();
  const dispatch = vi.fn();
  const state: TableState = { ...EMPTY, queue: [{ view: view(6), lines, ...more }] };
  const holds = (queue: readonly Frame[], others?: boolean) =>
    others ? null : isKnown ? waitingThrow(ui, queue, [0], null) : undefined;
  const { result } = renderHook(() => usePlayback({ dispatch } as unknown as TableClient, state, speed, false, holds));
  act(() => void vi.advanceTimersByTime(5000));
  return { dispatch, result };
}

it.each([
  { name: "one's own throw waits for a press", seat: 0, speed: 1 as const, held: 0 },
  { name: "another's is shown in its time", seat: 1, speed: 1 as const, held: null },
  { name: "who sees all at once is not asked", seat: 0, speed: 0 as const, held: null },
])("$name", ({ seat, speed, held }) => {
  const { dispatch, result } = play([line(seat)], speed);
  expect(result.current.held?.seat ?? null).toBe(held);
  expect(dispatch).toHaveBeenCalledTimes(held === null ? 1 : 0);
  result.current.step();
  expect(dispatch).toHaveBeenLastCalledWith(held === null ? { type: "advance" } : { type: "throw", count: undefined });
});

it("who sees all at once is asked for the first throw of a new table", () => {
  const { dispatch, result } = play([line(0)], 0, { hurried: "past", opening: true });
  expect(result.current.held?.seat).toBe(0);
  expect(dispatch).not.toHaveBeenCalled();
  result.current.step();
  expect(dispatch.mock.calls).toEqual([[{ type: "now" }]]);
});

it("tells first what others have thrown in the same step", () => {
  const { dispatch, result } = play([line(1), line(1, "monopoly.event.moves"), line(0)], 1);
  expect(result.current.held).toBeNull();
  expect(dispatch.mock.calls).toEqual([[{ type: "showLines", count: 2 }]]);
});

it.each([
  { name: "my own answer is shown at once", more: { hurried: "mine" as const }, known: true, calls: 1 },
  { name: "what I have missed too", more: { hurried: "past" as const }, known: true, calls: 1 },
  { name: "not before the page knows throws", more: { hurried: "past" as const }, known: false, calls: 0 },
])("$name", ({ more, known, calls }) => {
  const { dispatch } = play([line(1)], 1, more, known);
  expect(dispatch.mock.calls).toEqual(Array(calls).fill([{ type: "advance" }]));
});

it("a press lets one throw happen, and the next of the same step waits again", () => {
  const { dispatch, result } = play([line(0), line(0, "monopoly.event.moves"), line(0)], 1, { hurried: "mine" });
  expect(dispatch).not.toHaveBeenCalled();
  result.current.step();
  expect(dispatch.mock.calls).toEqual([[{ type: "throw", count: 2 }]]);
});

function follow(speed: Speed, thrown: readonly SeatThrow[] = []) {
  vi.useFakeTimers();
  const dispatch = vi.fn();
  const state: TableState = {
    ...EMPTY,
    queue: [
      { view: view(6), lines: [line(1)] },
      { view: view(7), lines: [] },
    ],
  };
  const hook = renderHook(
    (known: readonly SeatThrow[]) =>
      usePlayback({ dispatch } as unknown as TableClient, state, speed, false, (queue) =>
        waitingThrow(ui, queue, [], null, { seats: [1], thrown: known }),
      ),
    { initialProps: thrown },
  );
  return { dispatch, ...hook };
}

it.each([1, 0] as const)("another player's throw is shown when that player presses, at speed %d", (speed) => {
  const { dispatch, result, rerender } = follow(speed);
  act(() => void vi.advanceTimersByTime(5000));
  expect(result.current.held).toMatchObject({ seat: 1, isMine: false });
  result.current.step();
  result.current.now();
  expect(dispatch.mock.calls).toEqual([[{ type: "now", until: { steps: 0, lines: 0 } }]]);
  dispatch.mockClear();
  rerender([{ seat: 1, seq: 6, at: 6, left: 1 }]);
  expect(dispatch.mock.calls).toEqual([[{ type: "advance" }]]);
});

it("who does not press stops nobody for ever", () => {
  const { dispatch } = follow(1);
  act(() => void vi.advanceTimersByTime(LONGEST_WAIT - 1));
  expect(dispatch).not.toHaveBeenCalled();
  act(() => void vi.advanceTimersByTime(1));
  expect(dispatch.mock.calls).toEqual([[{ type: "throw", count: undefined }]]);
});
