import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import ui from "../../../src/magnate/locales/en/ui.json";
import { LocaleProvider } from "../i18n/Locale";
import type { Catalogue } from "../i18n/messages";
import { AgentName } from "./AgentName";
import { CHARACTERS } from "./characters";

afterEach(cleanup);

const words = { ui } as unknown as Catalogue;
const show = (spec: string) =>
  render(
    <LocaleProvider language="en" words={words} english={words}>
      <AgentName spec={spec} />
    </LocaleProvider>,
  );

it.each(CHARACTERS)("$name is called so, and its spec stands behind details", ({ name, spec }) => {
  show(spec);
  expect(screen.getByText(name).closest("details")).toBeNull();
  expect(screen.getByText(spec).closest("details")?.open).toBe(false);
});

it("another agent is called by its spec", () => {
  show("mcts:sims=20");
  expect(screen.getByText("mcts:sims=20")).toBeTruthy();
});
