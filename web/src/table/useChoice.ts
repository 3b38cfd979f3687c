/** The answers to a decision while they are being given: by buttons, by the board, by keys. */
import { useState } from "react";
import type { Action, Decision, Ref } from "../api/types";
import { answering, back, early, type Narrowing, NO_PICKS, narrow, type Picks, pick, reopen } from "./narrow";

interface Draft {
  /** The decision that the answers belong to; those to another one count no more. */
  decision: string;
  picks: Picks;
  /** The action that waits to be confirmed though other ones are left. */
  chosen: number | null;
  /** What was picked before it was asked for, at earlier questions of the move and at this one. */
  ahead: Picks;
  early: Picks;
}

export interface Choosing extends Narrowing {
  /** The action that waits to be confirmed. */
  candidate: Action | null;
  pick(ref: Ref): void;
  choose(action: Action): void;
  back(): void;
  reopen(facet: string): void;
  /** Ask a question again, with answers that were given to it. */
  restore(question: Decision, picks: Picks): void;
}

export function useChoice(decision: Decision | null, own: ReadonlySet<string>): Choosing | null {
  const [draft, setDraft] = useState<Draft>({
    decision: "",
    picks: NO_PICKS,
    chosen: null,
    ahead: NO_PICKS,
    early: NO_PICKS,
  });
  if (!decision) return null;
  const current = at(decision, draft);
  const narrowing = narrow(decision, current.picks, own);
  const chosen = decision.actions.find((action) => action.id === current.chosen) ?? null;
  const set = (picks: Picks, action: number | null = null) =>
    setDraft({ ...begun(decision, picks, current.ahead), chosen: action });
  return {
    ...narrowing,
    candidate: chosen ?? (current.picks.size > 0 ? narrowing.only : null),
    // a click may pick several facets at once, so each sees what the one before it picked
    pick: (ref) =>
      setDraft((before) => {
        const { picks, ahead } = at(decision, before);
        return begun(decision, pick(decision, picks, ref), ahead);
      }),
    choose: (action) => set(current.picks, action.id),
    back: () => set(current.chosen === null ? back(current.picks) : current.picks),
    reopen: (facet) => set(reopen(current.picks, facet)),
    restore: (question, picks) => setDraft(begun(question, picks, NO_PICKS)),
  };
}

/** The answers to a decision as far as they are known: those to it, or what was picked for it earlier in the move. */
function at(decision: Decision, draft: Draft): Draft {
  if (draft.decision === decision.id) return draft;
  const ahead = decision.id.startsWith(`${draft.decision} `) ? new Map([...draft.ahead, ...draft.early]) : NO_PICKS;
  return begun(decision, answering(decision, ahead), ahead);
}

function begun(decision: Decision, picks: Picks, ahead: Picks): Draft {
  return { decision: decision.id, picks, chosen: null, ahead, early: early(decision, picks) };
}
