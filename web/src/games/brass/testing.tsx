/** Real positions of the engine, and a table around them, for tests. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import { vi } from "vitest";
import brass from "../../../../src/magnate/locales/en/brass.json";
import brassUi from "../../../../src/magnate/locales/en/brass_ui.json";
import engine from "../../../../src/magnate/locales/en/engine.json";
import type { Action, Line, Preview, Ref, Seat, TableInfo } from "../../api/types";
import { LocaleProvider, SeatNames } from "../../i18n/Locale";
import type { BoardProps } from "../registry";
import type { BrassView } from "./view";

export const CATALOGUE = { brass, brass_ui: brassUi, engine };

interface Moment {
  seat: number;
  view: BrassView;
  actions: Action[];
  previews: Record<string, Line[]>;
}

const files = import.meta.glob<Moment>("./fixtures/*.json", { eager: true, import: "default" });

export function moment(name: string): Moment {
  const found = files[`./fixtures/${name}.json`];
  if (!found) throw new Error(`no fixture ${name}`);
  return found;
}

export const MOMENTS = Object.keys(files).map((path) => path.slice("./fixtures/".length, -".json".length));
const NAMES = ["Ana", "Bob", "Cezar", "Daria"];

export function seatsOf(view: BrassView): Seat[] {
  return view.players.map(({ seat }) => ({
    seat,
    name: NAMES[seat] ?? "",
    kind: "human",
    agent: null,
    online: true,
    claimed: true,
    taken_over: false,
  }));
}

let tables = 0;

export function propsOf(name: string, more: Partial<BoardProps> = {}) {
  const { seat, view, actions, previews } = moment(name);
  const refs = actions.flatMap((one) => Object.entries(one.f).map(([facet, value]) => `${facet}:${value}`));
  return {
    view,
    table: { id: `table ${tables++}` } as TableInfo,
    seats: seatsOf(view),
    me: seat,
    toAct: seat,
    targets: new Set<Ref>(refs),
    picked: new Set<Ref>(),
    onPick: vi.fn(),
    onWhy: vi.fn(),
    changed: new Set<Ref>(),
    decision: { id: "d1", seat, prompt: { k: "x" }, facets: [], actions },
    considered: null,
    act: vi.fn(),
    suggest: vi.fn(async () => []),
    reply: vi.fn(async () => ({ seat: null, action: null, m: null })),
    preview: vi.fn(
      async ([action]: string[]): Promise<Preview> => ({
        lines: previews[action ?? ""] ?? [],
        view: null,
        decision: null,
        reasons: [],
      }),
    ),
    lines: [],
    animate: false,
    ...more,
  };
}

/** Render at a table, in English. */
export function show(element: React.ReactNode, seats: Seat[]) {
  return render(
    <QueryClientProvider client={new QueryClient()}>
      <LocaleProvider language="en" words={CATALOGUE} english={CATALOGUE}>
        <SeatNames seats={seats}>{element}</SeatNames>
      </LocaleProvider>
    </QueryClientProvider>,
  );
}
