import type { MoveLine } from "../api/review";
import { useLocale } from "../i18n/Locale";

/** How the server's English, where nobody has other words, calls a player. */
const SEAT = /\bseat (\d)\b/g;

/** A whole move in the reader's words: its messages one after another. */
export function useMoveText(): (move: Pick<MoveLine, "m" | "text">) => string {
  const { told, voice } = useLocale();
  const named = (text: string) => text.replace(SEAT, (number, seat) => voice.seatName?.(Number(seat)) ?? number);
  return ({ m, text }) => (m.length > 0 ? [...new Set(m.map(told))].join(" · ") : named(text));
}
