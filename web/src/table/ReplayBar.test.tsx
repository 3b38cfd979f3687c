import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import english from "../../../src/magnate/locales/en/ui.json";
import type { Turn } from "../api/types";
import { LocaleProvider } from "../i18n/Locale";
import { ReplayBar } from "./ReplayBar";
import type { Transport } from "./transport";

afterEach(cleanup);

const none = () => undefined;
const at9: Transport = {
  ...{ at: 9, total: 9, live: true, ended: false, playing: false, waiting: 0 },
  ...{ turns: [], starts: [0, 4, 9], turn: 3 },
  ...{ go: none, back: none, forward: none, seek: none, toggle: none, now: none },
};

function show(transport: Transport) {
  render(
    <LocaleProvider language="en" words={{ ui: english }} english={{}}>
      <ReplayBar transport={transport} speed={1} onSpeed={none} />
    </LocaleProvider>,
  );
}

it("goes back from where a turn has just begun", () => {
  const go = vi.fn();
  show({ ...at9, go });
  const slider = screen.getByRole<HTMLInputElement>("slider");
  expect([slider.max, slider.value]).toEqual(["2", "2"]);
  expect(slider.getAttribute("aria-valuetext")).toBe("Turn 3 of 3");
  fireEvent.change(slider, { target: { value: "1" } });
  expect(go).toHaveBeenCalledWith(4);
});

it("jumps to an era, a round or a turn, which may begin at one step", () => {
  const go = vi.fn();
  const warned = vi.spyOn(console, "error").mockImplementation(none);
  const begins = (at: number, mark: Turn["mark"], t: string): Turn => ({ at, mark, seat: null, label: { k: "x", t } });
  const turns = [begins(0, "era", "Canal era"), begins(0, "round", "Round 1"), begins(4, "round", "Round 2")];
  show({ ...at9, turns, go });
  const [jump] = screen.getAllByRole<HTMLSelectElement>("combobox", { name: english["replay.jump"] });
  expect(jump?.selectedOptions[0]?.textContent).toBe("Round 2");
  fireEvent.change(jump as HTMLElement, { target: { value: "1" } });
  expect(go).toHaveBeenCalledWith(0);
  expect(warned).not.toHaveBeenCalled();
  warned.mockRestore();
});
