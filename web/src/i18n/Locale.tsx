/** The reader's language in React: `useLocale()` says texts, messages and numbers, and is the only way to do so. */
import { createContext, type ReactNode, use, useMemo } from "react";
import type { Message, Seat } from "../api/types";
import { Initials, initialsOf } from "../ui/PlayerMark";
import {
  brief,
  type Catalogue,
  direction,
  formatNumber,
  isForeign,
  isPart,
  knows,
  type Language,
  locale,
  money,
  moved,
  render,
  sentence,
  told,
  type Voice,
} from "./messages";

export interface Locale {
  language: Language;
  dir: "ltr" | "rtl";
  voice: Voice;
  /** A text of the page or of a game's board: t("ui.lobby.new"), t("ui.seat", {n: 2}). */
  t(key: string, args?: Record<string, unknown>): string;
  /** A message from the server, as a sentence. */
  say(message: Message): string;
  /** The same in fewer words, for buttons and the log, where the game's board has them. */
  brief(message: Message): string;
  /** A whole move, of several messages one after another, in few words. */
  move(message: Message): string;
  /** Whether there are such words for one of them. */
  isPart(message: Message): boolean;
  /** A move that somebody looks back at, with all that it was about. */
  told(message: Message): string;
  /** Whether `say` has only English for it, and the reader another language. */
  isForeign(message: Message): boolean;
  /** The word of a vocabulary, word("monopoly", "group", "light-blue"); the value itself, made readable, without one. */
  word(domain: string, kind: string, value: string | number): string;
  /** What a game is called. */
  title(game: string): string;
  /** The values that a vocabulary has words for. */
  vocabulary(domain: string, kind: string): string[];
  money(amount: number, domain: string): string;
  has(key: string): boolean;
  /** A number as text. In elements use <Num>, which also keeps its direction. */
  number(value: number, options?: Intl.NumberFormatOptions): string;
  date(iso: string): string;
}

const Context = createContext<Locale | null>(null);

interface LocaleProps {
  language: Language;
  words: Catalogue;
  english: Catalogue;
  latinDigits?: boolean;
  children: ReactNode;
}

export function LocaleProvider({ language, words, english, latinDigits = false, children }: LocaleProps) {
  const value = useMemo(
    () => makeLocale({ language, words, english, latinDigits, isolate: direction(language) === "rtl" }),
    [language, words, english, latinDigits],
  );
  return <Context value={value}>{children}</Context>;
}

interface SeatNamesProps {
  seats: Seat[];
  /** The seat of the only one who reads, who is called "you". */
  you?: number | null;
  children: ReactNode;
}

/** Within it seats are called by their players' names, and their initials differ. */
export function SeatNames({ seats, you = null, children }: SeatNamesProps) {
  const outer = useLocale();
  const value = useMemo(
    () =>
      makeLocale({
        ...outer.voice,
        seatName: (seat) => seats[seat]?.name ?? render(nobody(seat), outer.voice),
        you: you ?? undefined,
      }),
    [outer, seats, you],
  );
  const initials = useMemo(() => initialsOf(seats.map(({ name }) => name)), [seats]);
  return (
    <Context value={value}>
      <Initials value={initials}>{children}</Initials>
    </Context>
  );
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
    say: (message) => sentence(message, voice),
    brief: (message) => brief(message, voice),
    move: (message) => moved(message, voice),
    isPart: (message) => isPart(message, voice),
    told: (message) => told(message, voice),
    isForeign: (message) => isForeign(message, voice),
    word: (domain, kind, value) => wordOf(domain, kind, value, voice),
    title: (game) => (knows(`${game}.title`, voice) ? render({ k: `${game}.title` }, voice) : readable(game)),
    vocabulary: (domain, kind) => valuesOf(domain, kind, voice),
    money: (amount, domain) => money(amount, domain, voice),
    has: (key) => knows(key, voice),
    number: (value, options) => formatNumber(value, voice, options),
    date: (iso) =>
      new Intl.DateTimeFormat(locale(voice.language, voice.latinDigits), {
        dateStyle: "medium",
        timeStyle: "short",
      }).format(new Date(iso)),
  };
}

/**
 * A vocabulary's word from the game's messages, or from those of its board. The board's messages may say that a kind
 * has the words of another one: "as.property": "deed".
 */
function wordOf(domain: string, kind: string, value: string | number, voice: Voice): string {
  if (typeof value === "number") return formatNumber(value, voice);
  const alias = `${domain}_ui.as.${kind}`;
  const vocabulary = knows(alias, voice) ? render({ k: alias }, voice) : kind;
  for (const k of [`${domain}.${vocabulary}.${value}`, `${domain}_ui.${vocabulary}.${value}`]) {
    if (knows(k, voice)) return render({ k }, voice);
  }
  return readable(value);
}

function valuesOf(domain: string, kind: string, { words }: Voice): string[] {
  const start = `${kind}.`;
  const keys = [domain, `${domain}_ui`].flatMap((one) => Object.keys(words[one] ?? {}));
  return [...new Set(keys.filter((key) => key.startsWith(start)).map((key) => key.slice(start.length)))];
}

/** "light-blue" as "Light blue". */
function readable(value: string): string {
  const text = value.replaceAll(/[-_]/g, " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function nobody(seat: number): Message {
  return { k: "ui.seat", a: { n: seat } };
}
