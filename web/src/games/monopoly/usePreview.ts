/** What would happen: the server's answer to a sequence of actions that is still being put together. */
import { useEffect, useEffectEvent, useState } from "react";
import { Problem } from "../../api/client";
import type { Message, Preview } from "../../api/types";
import type { BoardProps } from "../registry";

/** Time without a change after which the server is asked, in milliseconds. */
const PAUSE = 150;

/** What the server says to a sequence of actions; null until it has answered, or while there is nothing to ask. */
export function usePreview({ preview, decision }: BoardProps, actions: string[] | null): Preview | null {
  const [answer, setAnswer] = useState<{ key: string; preview: Preview } | null>(null);
  const key = actions === null || decision === null ? null : `${decision.id} ${actions.join(" ")}`;
  const ask = useEffectEvent(() => preview(actions ?? []).catch(refusal));
  useEffect(() => {
    if (key === null) return;
    let stale = false;
    const timer = setTimeout(async () => {
      const said = await ask();
      if (!stale) setAnswer({ key, preview: said });
    }, PAUSE);
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [key]);
  return answer !== null && answer.key === key ? answer.preview : null;
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
