/** What the tests of Monopoly's parts share: scenes of the engine, and the parts inside the English page. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { vi } from "vitest";
import engine from "../../../../src/magnate/locales/en/engine.json";
import monopoly from "../../../../src/magnate/locales/en/monopoly.json";
import monopoly_ui from "../../../../src/magnate/locales/en/monopoly_ui.json";
import uiWords from "../../../../src/magnate/locales/en/ui.json";
import type { Decision, Line, Preview, Seat, TableInfo, View } from "../../api/types";
import { LocaleProvider, SeatNames } from "../../i18n/Locale";
import type { Catalogue } from "../../i18n/messages";
import type { BoardProps } from "../registry";

export interface Scene {
  view: View;
  decision: Decision;
  next: Record<string, Preview>;
}

const words = { engine, monopoly, monopoly_ui, ui: uiWords } as unknown as Catalogue;

export const seats: Seat[] = ["Ana", "Bob", "Cleo", "Dan"].map((name, seat) => ({
  ...{ seat, name, kind: seat === 0 ? "human" : "agent", agent: seat === 0 ? null : "strategic" },
  ...{ online: true, claimed: true, taken_over: false },
}));

let tables = 0;

/** The props of a part at a scene, with spies for what it does; each call is another table. */
export function propsOf(scene: unknown, more: Partial<BoardProps> = {}) {
  const { view, decision, next } = scene as Scene;
  const nothing: Preview = { lines: [], view: null, decision: null, reasons: [] };
  const actions = {
    act: vi.fn<(names: string[]) => void>(),
    onPick: vi.fn<(ref: string) => void>(),
    onWhy: vi.fn<(ref: string) => void>(),
    suggest: vi.fn(async () => []),
    reply: vi.fn(async () => ({ seat: null, action: null, m: null })),
    preview: vi.fn(async (names: string[]) => next[names.join(" ")] ?? nothing),
  };
  const props: BoardProps = {
    ...{ view: view.board, seats, me: 0, toAct: view.to_act },
    table: { id: `table ${tables++}`, hints: "request", options: {} } as TableInfo,
    ...{
      decision,
      targets: new Set(),
      picked: new Set(),
      changed: new Set(),
      considered: null,
      lines: [] as Line[],
      animate: false,
    },
    ...actions,
    ...more,
  };
  return { props, ...actions };
}

export function InEnglish({ children }: { children: ReactNode }) {
  const [client] = useState(() => new QueryClient());
  return (
    <QueryClientProvider client={client}>
      <LocaleProvider language="en" words={words} english={words}>
        <SeatNames seats={seats}>{children}</SeatNames>
      </LocaleProvider>
    </QueryClientProvider>
  );
}
