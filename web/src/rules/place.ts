/** Where the rules of a game tell why something is refused. */
import type { Message, Ref } from "../api/types";
import { parseRef } from "../table/narrow";

type Places = Readonly<Record<string, string>>;

/** The paragraph for a reason, or for the element that was asked about where the reason tells nothing of its own. */
export function ruleFinder(game: string, reasons: Places, elements: Places) {
  const own = `${game}.why.`;
  return (reason: Message | null, about: Ref): string | undefined => {
    const code = reason?.k.startsWith(own) ? (reason.k.slice(own.length).split(".")[0] ?? "") : "";
    const [facet, value] = parseRef(about);
    return reasons[code] ?? elements[facet === "kind" ? value : facet];
  };
}
