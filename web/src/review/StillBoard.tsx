/** The board of a position at which nothing can be done: a whole move may be shown on it without being taken. */
import type { Decision, Line, Preview, Ref, Seat, View } from "../api/types";
import { GenericBoard } from "../games/generic/GenericBoard";
import type { BoardProps, BoardTable } from "../games/registry";
import { useGameUI } from "../table/useGameUI";
import { Fallback } from "../ui/Fallback";

interface StillProps {
  table: BoardTable;
  seats: Seat[];
  view: View;
  lines?: readonly Line[];
  /** Whose hand and effects are shown. */
  me?: number | null;
  /** The names of the actions of the move that is shown. */
  ghost?: readonly string[] | null;
  /** What the position would be after it. */
  preview?(names: readonly string[]): Promise<Preview>;
}

/** What the names of actions may be about: elements of any board. */
const FACETS = ["property", "deed", "item", "group", "space", "town", "line", "card", "industry"];
/** Kinds of actions that are about nothing else: a card may be called as an industry is. */
const EXACT = ["card", "industry"];

export function ghostRefs(names: readonly string[] | null): ReadonlySet<Ref> {
  const refs = (names ?? []).flatMap((name) => {
    const [kind = ""] = name.split(":", 1);
    const value = name.slice(name.indexOf(":") + 1);
    const facets = EXACT.includes(kind) ? [kind] : FACETS;
    return [value, value.split(".")[0]].flatMap((one) => facets.map((facet) => `${facet}:${one}` as Ref));
  });
  return new Set(refs);
}

const nothing = () => undefined;
const NONE: ReadonlySet<Ref> = new Set();
const UNKNOWN: Preview = { lines: [], view: null, decision: null, reasons: [] };

export function stillProps({
  table,
  seats,
  view,
  lines = [],
  me = null,
  ghost = null,
  preview,
}: StillProps): BoardProps {
  // the boards ask what a considered action brings: here it is a whole move, whose names stand side by side
  const considered = ghost && preview ? { id: 0, name: ghost.join(" "), m: { k: "" }, f: {} } : null;
  const decision: Decision | null = considered && {
    ...{ id: `s${view.at}`, seat: view.to_act ?? 0, prompt: { k: "" }, facets: [], actions: [] },
  };
  return {
    ...{ view: view.board, table, seats, me, toAct: view.to_act, decision, considered },
    ...{ targets: NONE, picked: ghostRefs(ghost), changed: NONE, lines, animate: false },
    ...{ onPick: nothing, onWhy: null, act: nothing },
    preview: async (names) => (preview ? preview(names) : UNKNOWN),
    suggest: async () => [],
    reply: async () => ({ seat: null, action: null, m: null }),
  };
}

export function StillBoard(still: StillProps) {
  const ui = useGameUI(still.table.game);
  const props = stillProps(still);
  const generic = <GenericBoard {...props} />;
  return (
    <Fallback instead={generic} again={still.view.at}>
      {ui?.Board ? <ui.Board {...props} /> : generic}
    </Fallback>
  );
}
