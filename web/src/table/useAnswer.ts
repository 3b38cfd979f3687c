/** What the press of a button does that is a whole action: take it, or show first what it would do. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { Action, Decision } from "../api/types";
import type { BoardProps } from "../games/registry";
import { effectsInWords, previewQuery } from "../games/usePreview";
import type { Careful } from "../ui/settings";
import type { Choosing } from "./useChoice";

interface Options extends Pick<BoardProps, "preview"> {
  table: string;
  decision: Decision;
  choosing: Choosing;
  careful: Careful;
  take(action: Action): void;
}

export function useAnswer({ table, decision, choosing, careful, take, preview }: Options): (action: Action) => void {
  const queries = useQueryClient();
  const pressed = useRef<Action | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a press answers the question that was asked
  useEffect(() => {
    pressed.current = null;
    return () => {
      pressed.current = null;
    };
  }, [decision.id]);

  const answer = async (action: Action) => {
    pressed.current = action;
    const again = careful === "always" || (careful === "effects" && (await doesSomething(action)));
    if (pressed.current !== action) return; // something else has been pressed or asked meanwhile, or the same twice
    pressed.current = null;
    if (again) choosing.choose(action);
    else take(action);
  };

  /** Whether effects are known beforehand. To roll, to end the turn or to go on to the next question has none. */
  const doesSomething = async (action: Action) => {
    if (effectsInWords(action).length > 0) return true;
    try {
      const { lines } = await queries.fetchQuery(previewQuery(table, decision.id, action.name, preview));
      return lines.length > 0;
    } catch {
      return true; // nobody knows
    }
  };

  return (action) => void answer(action);
}
