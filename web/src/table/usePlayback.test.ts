import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import type { Line } from "../api/types";
import { ui } from "../games/monopoly";
import type { Speed } from "../ui/settings";
import { view } from "./fixtures";
import { EMPTY, type Frame, type TableState } from "./store";
import type { TableClient } from "./TableClient";
import { type Hold, usePlayback } from "./usePlayback";

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const line = (seat: number, k = "monopoly.event.throws") => ({ at: 6, seat, m: { k, a: { seat, low: 1, high: 3 } } });

function play(lines: Line[], speed: Speed) {
  vi.useFakeTimers();
  const dispatch = vi.fn();
  const state: TableState = { ...EMPTY, queue: [{ view: view(6), lines }] };
  const holds = (frame: Frame): Hold | null => {
    const after = frame.lines.findIndex((one) => ui.throwsFor?.(one, 0));
    return after < 0 ? null : { seat: 0, after };
  };
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
  expect(result.current.held).toBe(held);
  expect(dispatch).toHaveBeenCalledTimes(held === null ? 1 : 0);
  result.current.step();
  expect(dispatch).toHaveBeenLastCalledWith({ type: "advance" });
});

it("tells first what others have thrown in the same step", () => {
  const { dispatch, result } = play([line(1), line(1, "monopoly.event.moves"), line(0)], 1);
  expect(result.current.held).toBeNull();
  expect(dispatch.mock.calls).toEqual([[{ type: "tell", count: 2 }]]);
});
