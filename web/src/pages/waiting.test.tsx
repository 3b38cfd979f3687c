// Until the server has answered, a page says that it is loading, and claims nothing.
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import english from "../../../src/magnate/locales/en/ui.json";
import { LocaleProvider } from "../i18n/Locale";
import { seatKeys } from "../table/keys";
import { Lobby } from "./Lobby";
import { NewGame } from "./NewGame";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it.each([
  ["lobby", Lobby],
  ["page of a new game", NewGame],
])("the %s", async (_name, Page) => {
  let answer: (found: object) => void = () => undefined;
  const asked = new Promise<object>((done) => {
    answer = done;
  });
  vi.stubGlobal("fetch", async () => ({ ok: true, status: 200, json: () => asked }));
  seatKeys.set({});
  render(
    <QueryClientProvider client={new QueryClient()}>
      <LocaleProvider language="en" words={{ ui: english }} english={{}}>
        <Page />
      </LocaleProvider>
    </QueryClientProvider>,
  );
  expect(screen.getAllByText(english.loading).length).toBeGreaterThan(0);
  expect(screen.queryByText(english["lobby.none_running"])).toBeNull();
  expect(screen.queryByText(english["lobby.none_finished"])).toBeNull();
  answer({ games: [] });
  await waitFor(() => expect(screen.queryByText(english.loading)).toBeNull());
});
