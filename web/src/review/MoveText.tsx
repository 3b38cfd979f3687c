import type { MoveLine } from "../api/review";
import { useLocale } from "../i18n/Locale";

/** A whole move in the reader's words: its messages one after another. */
export function useMoveText(): (move: Pick<MoveLine, "m" | "text">) => string {
  const { told } = useLocale();
  return ({ m, text }) => (m.length > 0 ? [...new Set(m.map(told))].join(" · ") : text);
}
