/** The answers to a decision while they are being given: by buttons, by the board, by keys. */
import { useState } from "react";
import type { Action, Decision, Ref } from "../api/types";
import { back, type Narrowing, NO_PICKS, narrow, type Picks, pick, reopen } from "./narrow";

interface Draft {
  /** The decision that the answers belong to; those to another one count no more. */
  decision: string;
  picks: Picks;
  /** The action that waits to be confirmed though other ones are left. */
  chosen: number | null;
}

export interface Choosing extends Narrowing {
  /** The action that waits to be confirmed. */
  candidate: Action | null;
  pick(ref: Ref): void;
  choose(action: Action): void;
  back(): void;
  reopen(facet: string): void;
  /** Ask a question again, with answers that were given to it. */
  restore(decision: string, picks: Picks): void;
}

export function useChoice(decision: Decision | null, own: ReadonlySet<string>): Choosing | null {
  const [draft, setDraft] = useState<Draft>({ decision: "", picks: NO_PICKS, chosen: null });
  if (!decision) return null;
  const current = draft.decision === decision.id ? draft : { decision: decision.id, picks: NO_PICKS, chosen: null };
  const narrowing = narrow(decision, current.picks, own);
  const chosen = decision.actions.find((action) => action.id === current.chosen) ?? null;
  const set = (picks: Picks, action: number | null = null) =>
    setDraft({ decision: decision.id, picks, chosen: action });
  return {
    ...narrowing,
    candidate: chosen ?? (current.picks.size > 0 ? narrowing.only : null),
    // a click may pick several facets at once, so each sees what the one before it picked
    pick: (ref) =>
      setDraft((before) => ({
        decision: decision.id,
        picks: pick(decision, before.decision === decision.id ? before.picks : NO_PICKS, ref),
        chosen: null,
      })),
    choose: (action) => set(current.picks, action.id),
    back: () => set(current.chosen === null ? back(current.picks) : current.picks),
    reopen: (facet) => set(reopen(current.picks, facet)),
    restore: (id, picks) => setDraft({ decision: id, picks, chosen: null }),
  };
}
