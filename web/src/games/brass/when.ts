/** When something will be possible that is not asked about now. */
import type { Message, Ref } from "../../api/types";
import { parseRef } from "../../table/narrow";

const ACTIONS = new Set(["build", "network", "develop", "sell", "loan", "scout", "pass"]);
/** What is chosen within an action; spaces, lines and cards of the board among it. */
const STEPS = new Set(["industry", "town", "space", "line", "card"]);

/** The time for a kind of action, or for an element of the board; the steps of an action are no kinds of their own. */
export function when(ref: Ref): Message | null {
  const [facet, value] = parseRef(ref);
  if (facet === "kind") return ACTIONS.has(value) ? { k: "brass_ui.when.action" } : null;
  return STEPS.has(facet) ? { k: `brass_ui.when.${facet}` } : null;
}
