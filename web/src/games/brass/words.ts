/** The names of places, pieces and cards, from the same messages as the log's. */
import { useMemo } from "react";
import type { Message } from "../../api/types";
import { type Locale, useLocale } from "../../i18n/Locale";

export interface Words {
  locale: Locale;
  /** A text of this board. */
  t(key: string, args?: Record<string, unknown>): string;
  place(id: string): string;
  industry(id: string): string;
  tile(name: string): string;
  card(id: string): string;
  money(amount: number): string;
}

const WORDS = ["place", "industry", "tile", "card", "shows", "buys"] as const;

/** A name as an argument of another message. */
export function named(kind: (typeof WORDS)[number], id: string): Message {
  return { k: `brass.${kind}.${id}`, t: id };
}

export function makeWords(locale: Locale): Words {
  const say = (kind: (typeof WORDS)[number]) => (id: string) => locale.say(named(kind, id));
  return {
    locale,
    t: (key, args) => locale.t(`brass_ui.${key}`, args),
    place: say("place"),
    industry: say("industry"),
    tile: say("tile"),
    card: say("card"),
    money: (amount) => locale.money(amount, "brass_ui"),
  };
}

export function useWords(): Words {
  const locale = useLocale();
  return useMemo(() => makeWords(locale), [locale]);
}
