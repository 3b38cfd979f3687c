import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import english from "../../../src/magnate/locales/en/ui.json";
import { LocaleProvider } from "../i18n/Locale";
import { ReplayBar } from "./ReplayBar";
import type { Transport } from "./transport";

afterEach(cleanup);

it("goes back from where a turn has just begun", () => {
  const go = vi.fn();
  const none = () => undefined;
  const transport: Transport = {
    ...{ at: 9, total: 9, live: true, ended: false, playing: false, waiting: 0 },
    ...{ turns: [], starts: [0, 4, 9], turn: 3 },
    ...{ go, back: none, forward: none, seek: none, toggle: none, now: none },
  };
  render(
    <LocaleProvider language="en" words={{ ui: english }} english={{}}>
      <ReplayBar transport={transport} speed={1} onSpeed={none} />
    </LocaleProvider>,
  );
  const slider = screen.getByRole<HTMLInputElement>("slider");
  expect([slider.max, slider.value]).toEqual(["2", "2"]);
  expect(slider.getAttribute("aria-valuetext")).toBe("Turn 3 of 3");
  fireEvent.change(slider, { target: { value: "1" } });
  expect(go).toHaveBeenCalledWith(4);
});
