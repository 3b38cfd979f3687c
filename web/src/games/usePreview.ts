/** What would happen: the server's answer to actions that are considered or still being put together. */
import { queryOptions, useQuery } from "@tanstack/react-query";
import { Problem } from "../api/client";
import type { Action, Message, Preview } from "../api/types";
import { isMessage } from "../i18n/messages";
import { useRested } from "../ui/useRested";
import type { BoardProps } from "./registry";

/** What the server says to a sequence of actions; null until it has answered, or while there is nothing to ask. */
export function usePreview(
  { table, preview, decision }: Pick<BoardProps, "table" | "preview" | "decision">,
  actions: string[] | null,
): Preview | null {
  const wanted = actions === null || decision === null ? "" : actions.join(" ");
  const rested = useRested(wanted);
  const { data, error } = useQuery({
    ...previewQuery(table.id, decision?.id ?? "", rested, preview),
    enabled: rested !== "" && rested === wanted,
  });
  if (rested !== wanted || rested === "") return null;
  return error ? refusal(error) : (data ?? null);
}

/** What the game itself says of an action's effects, before the server is asked: its parameter `preview`. */
export function effectsInWords(action: Action): Message[] {
  const found = action.m.a?.preview;
  return Array.isArray(found) ? found.filter(isMessage) : [];
}

/** The question what actions (their names, with blanks between) would do; the boards and the dock ask it once together. */
export function previewQuery(table: string, decision: string, actions: string, preview: BoardProps["preview"]) {
  return queryOptions({
    queryKey: ["preview", table, decision, actions],
    queryFn: () => preview(actions.split(" ")),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The server's not answering, said as a reason why the sequence cannot be taken. */
export function refusal(error: unknown): Preview {
  return { lines: [], view: null, decision: null, reasons: [problemMessage(error)] };
}

/** What went wrong, as a message. */
export function problemMessage(error: unknown): Message {
  return error instanceof Problem
    ? { k: `ui.problem.${error.code}`, t: error.message }
    : { k: "ui.problem.unknown", t: String(error) };
}
