/**
 * Monopoly's parts on positions of the engine, to look at: `npx vite dev`, then /dev/?scene=auction&lang=fa&theme=dark.
 * Not a part of the built page.
 */
import "../src/styles/base.css";
import { createRoot } from "react-dom/client";
import type { Decision, Line, Preview, Seat, TableInfo, View } from "../src/api/types";
import { ui } from "../src/games/monopoly";
import type { BoardProps } from "../src/games/registry";
import { loadCatalogue } from "../src/i18n/catalogue";
import { LocaleProvider, SeatNames } from "../src/i18n/Locale";
import type { Language } from "../src/i18n/messages";
import { PlayerMark } from "../src/ui/PlayerMark";

const asked = new URLSearchParams(location.search);
const language = (asked.get("lang") ?? "en") as Language;
const scene = asked.get("scene") ?? "window";
const scenes = import.meta.glob<{ view: View; decision: Decision; next?: Record<string, Preview> }>(
  "../src/games/monopoly/fixtures/*.json",
  { import: "default" },
);

const seats: Seat[] = ["Ana", "MCTS-400", "Rule bot", "Bob"].map((name, seat) => ({
  ...{ seat, name, kind: seat === 0 ? "human" : "agent", agent: seat === 0 ? null : "strategic" },
  ...{ online: true, claimed: true, taken_over: false },
}));
const table = { id: "dev", game: "monopoly", hints: "request" } as TableInfo;
const lines: Line[] = [
  { at: 408, seat: 0, m: { k: "monopoly.event.turn", a: { seat: 0, round: 8 } } },
  { at: 410, seat: 0, m: { k: "monopoly.event.throws", a: { seat: 0, low: 3, high: 5 } } },
  { at: 411, seat: 0, m: { k: "monopoly.event.moves", a: { seat: 0, square: 24 } } },
];

async function show() {
  const load = scenes[`../src/games/monopoly/fixtures/${scene}.json`];
  if (!load) throw new Error(`no scene ${scene}`);
  const { view, decision, next } = await load();
  document.documentElement.lang = language;
  document.documentElement.dir = language === "fa" ? "rtl" : "ltr";
  document.documentElement.dataset.theme = asked.get("theme") ?? "light";
  const targets = new Set(decision.actions.flatMap(({ f }) => (f.property ? [`property:${f.property}`] : [])));
  const props: BoardProps = {
    ...{ view: view.board, table, seats, me: 0, toAct: view.to_act, decision, lines, animate: true },
    ...{ targets, picked: new Set<string>(), changed: new Set<string>() },
    onPick: (ref) => console.log("pick", ref),
    onWhy: (ref) => console.log("why", ref),
    act: (names) => console.log("act", names.join(" ")),
    preview: async (names) => next?.[names.join(" ")] ?? { lines: [], view: null, decision: null, reasons: [] },
    suggest: async () => ["mortgage:reading-railroad"],
  };
  const { Board, SeatPanel, Dialogs } = ui;
  createRoot(document.getElementById("root") as HTMLElement).render(
    <LocaleProvider language={language} words={await loadCatalogue(language)} english={await loadCatalogue("en")}>
      <SeatNames seats={seats}>
        <main style={{ display: "flex", flexWrap: "wrap", gap: "1rem", padding: "0.5rem" }}>
          <div style={{ flex: "1 1 22rem", maxWidth: "48rem", minWidth: 0 }}>
            <Board {...props} />
          </div>
          <div style={{ flex: "1 1 18rem", maxWidth: "26rem", display: "grid", gap: "0.6rem", alignContent: "start" }}>
            {seats.map((seat) => (
              <section key={seat.seat} style={{ border: "1px solid var(--line)", borderRadius: 8, padding: 8 }}>
                <strong>
                  <PlayerMark seat={seat.seat} name={seat.name} /> <bdi>{seat.name}</bdi>
                </strong>
                {SeatPanel ? <SeatPanel {...props} seat={seat.seat} /> : null}
              </section>
            ))}
            {Dialogs ? <Dialogs {...props} /> : null}
          </div>
        </main>
      </SeatNames>
    </LocaleProvider>,
  );
}

void show();
