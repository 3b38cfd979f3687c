import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import scene from "./fixtures/window.json";
import { SeatPanel } from "./SeatPanel";
import { InEnglish, propsOf } from "./testing";
import type { MonopolyView } from "./types";

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it("shows for two seconds what was paid or received", () => {
  vi.useFakeTimers();
  const { props } = propsOf(scene);
  const view: MonopolyView = props.view;
  const having = (cash: number) => ({ ...view, players: view.players.map((one) => ({ ...one, cash })) });
  const { rerender } = render(<SeatPanel {...props} view={having(500)} seat={0} />, { wrapper: InEnglish });
  expect(screen.queryByText("−")).toBeNull();
  rerender(<SeatPanel {...props} view={having(350)} seat={0} />);
  expect(document.querySelector("[aria-hidden] > *")?.parentElement?.textContent).toBe("−$150");
  rerender(<SeatPanel {...props} view={having(550)} seat={0} />);
  expect(document.querySelector("[data-gain]")?.textContent).toBe("+$200");
  act(() => void vi.advanceTimersByTime(2000));
  expect(document.querySelector("[data-gain]")).toBeNull();
});
