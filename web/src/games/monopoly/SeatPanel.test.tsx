import { act, cleanup, render } from "@testing-library/react";
import { useSyncExternalStore } from "react";
import { afterEach, expect, it, vi } from "vitest";
import type { Line } from "../../api/types";
import scene from "./fixtures/window.json";
import { SeatPanel } from "./SeatPanel";
import { InEnglish, propsOf } from "./testing";
import type { MonopolyView } from "./types";

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("shows for two seconds what was paid or received", () => {
  vi.useFakeTimers();
  const { props } = propsOf(scene);
  const view: MonopolyView = props.view;
  const having = (cash: number) => ({ ...view, players: view.players.map((one) => ({ ...one, cash })) });
  const { rerender } = render(<SeatPanel {...props} view={having(500)} seat={0} />, { wrapper: InEnglish });
  expect(document.querySelector("dd > [aria-hidden]")).toBeNull();
  rerender(<SeatPanel {...props} view={having(350)} seat={0} />);
  expect(document.querySelector("dd > [aria-hidden]")?.textContent).toBe("-150");
  rerender(<SeatPanel {...props} view={having(550)} seat={0} />);
  expect(document.querySelector("[data-gain]")?.textContent).toBe("+200");
  act(() => void vi.advanceTimersByTime(2000));
  expect(document.querySelector("[data-gain]")).toBeNull();
});

it("shows none to a reader who goes back", () => {
  const { props } = propsOf(scene);
  const view: MonopolyView = props.view;
  const line = (at: number): Line[] => [{ at, seat: 0, m: { k: "monopoly.event.moves" } }];
  const poorer = { ...view, players: view.players.map((one) => ({ ...one, cash: 1 })) };
  const { rerender } = render(<SeatPanel {...props} lines={line(9)} seat={0} />, { wrapper: InEnglish });
  rerender(<SeatPanel {...props} lines={line(5)} view={poorer} seat={0} />);
  expect(document.querySelector("dd > [aria-hidden]")).toBeNull();
});

it("follows a burst of payments, as a socket brings them to a page that was busy", async () => {
  const { props } = propsOf(scene);
  const view: MonopolyView = props.view;
  let cash = 0;
  let notify: () => void = vi.fn();
  const subscribe = (listener: () => void) => {
    notify = listener;
    return () => undefined;
  };
  const Burst = () => {
    const now = useSyncExternalStore(subscribe, () => cash);
    const players = view.players.map((one) => ({ ...one, cash: now }));
    return <SeatPanel {...props} view={{ ...view, players }} seat={0} />;
  };
  render(<Burst />, { wrapper: InEnglish });
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", false);
  while (cash < 200) {
    cash += 1;
    notify();
    await null; // React draws, and gets no time for anything else
  }
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  await act(async () => undefined);
  expect(document.querySelector("dd")?.textContent).toContain("$200");
});
