import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import pig from "../../../src/magnate/locales/en/pig.json";
import ui from "../../../src/magnate/locales/en/ui.json";
import { LocaleProvider } from "../i18n/Locale";
import type { Catalogue } from "../i18n/messages";
import { charactersOf } from "../ui/characters";
import { NewTournament } from "./NewTournament";

const words = { pig, ui } as unknown as Catalogue;
const SPEC = {
  ...{
    name: "pig",
    title: "Pig",
    min_players: 2,
    max_players: 4,
    agents: ["random", "hold", "mcts"].map((name) => ({ name })),
  },
};

it("starts a tournament of as many agents as there are seats, or more", async () => {
  const asked: [string, unknown][] = [];
  vi.stubGlobal("fetch", async (url: string, { body }: { body: string | null }) => {
    asked.push([url, body === null ? null : JSON.parse(body)]);
    return new Response(JSON.stringify(url === "/api/specs" ? { games: [SPEC] } : { id: "t7" }));
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <LocaleProvider language="en" words={words} english={words}>
        <NewTournament open={false} />
      </LocaleProvider>
    </QueryClientProvider>,
  );
  fireEvent.change(await screen.findByLabelText("Seats at a table"), { target: { value: "3" } });
  const start = screen.getByRole<HTMLButtonElement>("button", { name: "Start" });
  for (const [agent, ready] of [
    ["random", false],
    ["hold", false],
    ["mcts", true],
  ] as const) {
    fireEvent.click(screen.getByRole("checkbox", { name: agent }));
    expect(start.disabled).toBe(!ready);
  }
  fireEvent.click(start);
  await waitFor(() => expect(location.pathname).toBe("/tournaments/t7"));
  expect(asked.at(-1)).toEqual([
    "/api/tournaments",
    { game: "pig", players: 3, agents: ["random", "hold", "mcts"], games: 100 },
  ]);
  vi.unstubAllGlobals();
});

it("proposes characters, so that one press starts an example", async () => {
  const game = { ...SPEC, name: "monopoly", title: "Monopoly", agents: [{ name: "random" }] };
  for (const { spec } of charactersOf("monopoly", 2)) game.agents.push({ name: spec });
  vi.stubGlobal("fetch", async () => new Response(JSON.stringify({ games: [game] })));
  const { container } = render(
    <QueryClientProvider client={new QueryClient()}>
      <LocaleProvider language="en" words={words} english={words}>
        <NewTournament open />
      </LocaleProvider>
    </QueryClientProvider>,
  );
  const chosen = () =>
    within(container)
      .queryAllByRole<HTMLInputElement>("checkbox")
      .filter((one) => one.checked);
  await waitFor(() => expect(chosen()).toHaveLength(2));
  expect(within(container).getByRole<HTMLButtonElement>("button", { name: "Start" }).disabled).toBe(false);
  vi.unstubAllGlobals();
});
