/** The reader's language in React: `useLocale()` says texts, messages and numbers, and is the only way to do so. */
import { createContext, type ReactNode, use, useMemo } from "react";
import type { Message, Seat } from "../api/types";
import { type Catalogue, direction, formatNumber, type Language, locale, render, type Voice } from "./messages";

export interface Locale {
  language: Language;
  dir: "ltr" | "rtl";
  voice: Voice;
  /** A text of the page or of a game's board: t("ui.lobby.new"), t("monopoly_ui.deed.rent", {amount: 26}). */
  t(key: string, args?: Record<string, unknown>): string;
  /** A message from the server. */
  say(message: Message): string;
  /** A number as text. In elements use <Num>, which also keeps its direction. */
  number(value: number, options?: Intl.NumberFormatOptions): string;
  date(iso: string): string;
}

const Context = createContext<Locale | null>(null);

interface LocaleProps {
  language: Language;
  catalogue: Catalogue;
  latinDigits?: boolean;
  children: ReactNode;
}

export function LocaleProvider({ language, catalogue, latinDigits = false, children }: LocaleProps) {
  const value = useMemo(
    () => makeLocale({ language, catalogue, latinDigits, isolate: direction(language) === "rtl" }),
    [language, catalogue, latinDigits],
  );
  return <Context value={value}>{children}</Context>;
}

/** Within it seats are called by their players' names. */
export function SeatNames({ seats, children }: { seats: Seat[]; children: ReactNode }) {
  const outer = useLocale();
  const value = useMemo(
    () => makeLocale({ ...outer.voice, seatName: (seat) => seats[seat]?.name ?? render(nobody(seat), outer.voice) }),
    [outer, seats],
  );
  return <Context value={value}>{children}</Context>;
}

export function useLocale(): Locale {
  const value = use(Context);
  if (!value) throw new Error("useLocale outside of LocaleProvider");
  return value;
}

export function makeLocale(voice: Voice): Locale {
  return {
    language: voice.language,
    dir: direction(voice.language),
    voice,
    t: (key, args) => render(args ? { k: key, a: args } : { k: key }, voice),
    say: (message) => render(message, voice),
    number: (value, options) => formatNumber(value, voice, options),
    date: (iso) =>
      new Intl.DateTimeFormat(locale(voice.language, voice.latinDigits), {
        dateStyle: "medium",
        timeStyle: "short",
      }).format(new Date(iso)),
  };
}

function nobody(seat: number): Message {
  return { k: "ui.seat", a: { n: seat } };
}
