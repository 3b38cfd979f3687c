import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { ui } from "../games/monopoly";
import { view } from "./fixtures";
import { EMPTY, type TableState } from "./store";
import type { TableClient } from "./TableClient";
import { usePlayback } from "./usePlayback";

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const throws = (seat: number) => [{ at: 6, seat, m: { k: "monopoly.event.throws", a: { seat, low: 1, high: 3 } } }];

it.each([
  { name: "one's own throw waits for a press", seat: 0, speed: 1 as const, isHeld: true },
  { name: "another's is shown in its time", seat: 1, speed: 1 as const, isHeld: false },
  { name: "who sees all at once is not asked", seat: 0, speed: 0 as const, isHeld: false },
])("$name", ({ seat, speed, isHeld }) => {
  vi.useFakeTimers();
  const dispatch = vi.fn();
  const state: TableState = { ...EMPTY, queue: [{ view: view(6), lines: throws(seat) }] };
  const { result } = renderHook(() =>
    usePlayback({ dispatch } as unknown as TableClient, state, speed, false, ({ lines }) => !!ui.throwsFor?.(lines, 0)),
  );
  act(() => void vi.advanceTimersByTime(5000));
  expect(result.current.held).toBe(isHeld);
  expect(dispatch).toHaveBeenCalledTimes(isHeld ? 0 : 1);
  result.current.step();
  expect(dispatch).toHaveBeenLastCalledWith({ type: "advance" });
});
