/**
 * A move that is put together before any of it is sent: the answers so far, and what is asked after them.
 *
 * The server tells by previews what the next question is. With the answer that makes the move whole all are sent.
 */
import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import type { Action, Decision, Preview } from "../api/types";
import { previewQuery } from "../games/usePreview";
import { composed, leadsOn, namesOf } from "./composed";
import type { Picks } from "./narrow";

/** An answer, the picks that led to it, and what it brings. */
export interface Answer {
  /** The question that it answers. */
  question: Decision;
  action: Action;
  picks: Picks;
  preview: Preview;
}

export interface Drafting {
  /** What is asked now. */
  decision: Decision | null;
  answers: readonly Answer[];
  /** The names of the answers so far. */
  names: readonly string[];
  /** Answer: ask on, or send all where the move is whole. */
  take(action: Action, picks: Picks): void;
  /** Go back to an answer's question. */
  reopen(answer: Answer): void;
}

const NONE: readonly Answer[] = [];

export function useDraft(
  table: string,
  decision: Decision | null,
  preview: (names: string[]) => Promise<Preview>,
  act: (names: string[]) => void,
): Drafting {
  const queries = useQueryClient();
  const [draft, setDraft] = useState<{ decision: string; answers: readonly Answer[] }>({ decision: "", answers: NONE });
  const begun = useMemo(() => decision && composed(decision), [decision]);
  const answers = decision && draft.decision === decision.id ? draft.answers : NONE;
  const names = useMemo(() => answers.flatMap(({ action }) => namesOf(action)), [answers]);
  const last = answers.at(-1);
  const asked = useMemo(() => {
    const next = last?.preview.decision;
    return next && decision ? { ...next, id: [decision.id, ...names].join(" ") } : begun;
  }, [last, decision, names, begun]);
  // an answer that comes after another question was asked is none
  const now = useRef(asked);
  now.current = asked;

  /** The question whose answer is being asked about: a second press changes nothing. */
  const answering = useRef<string | null>(null);

  const take = async (action: Action, picks: Picks) => {
    const question = asked;
    const all = [...names, ...namesOf(action)];
    if (!decision || !question || answering.current === question.id) return;
    if (leadsOn(decision)) {
      const query = previewQuery(table, decision.id, all.join(" "), preview);
      answering.current = question.id;
      const found = await queries.fetchQuery(query).catch(() => null);
      answering.current = null;
      if (now.current?.id !== question.id) return;
      if (found?.decision && !found.whole) {
        const answer = { question, action, picks, preview: found };
        return setDraft({ decision: decision.id, answers: [...answers, answer] });
      }
    }
    act(all);
  };

  return {
    decision: asked,
    answers,
    names,
    take: (action, picks) => void take(action, picks),
    reopen: (answer) =>
      decision && setDraft({ decision: decision.id, answers: answers.slice(0, answers.indexOf(answer)) }),
  };
}
