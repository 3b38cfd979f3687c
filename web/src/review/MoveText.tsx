import type { MoveLine } from "../api/review";
import { useLocale } from "../i18n/Locale";
import { inShort } from "../i18n/messages";

/** How the server's English, where nobody has other words, calls a player. */
const SEAT = /\bseat (\d)\b/g;

/** A whole move in the reader's words: as short as on the table's buttons, or its messages one after another. */
export function useMoveText(): (move: Pick<MoveLine, "m" | "text">) => string {
  const { told, voice } = useLocale();
  const named = (text: string) => text.replace(SEAT, (number, seat) => voice.seatName?.(Number(seat)) ?? number);
  return ({ m, text }) => {
    if (m.length === 0) return named(text);
    return inShort(m, voice) ?? [...new Set(m.map(told))].join(" · ");
  };
}
