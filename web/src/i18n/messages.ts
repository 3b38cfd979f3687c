/**
 * Messages made into text, by the same files and the same rules as `magnate.messages` in Python.
 *
 * A message is a key and its arguments; a catalogue holds one language's patterns by domain ("ui", "engine", a game).
 */
import type { Message } from "../api/types";

export const LANGUAGES = ["en", "ro", "fa"] as const;
export type Language = (typeof LANGUAGES)[number];

/** Patterns by domain and key: catalogue.monopoly["event.rent"]. */
export type Catalogue = Readonly<Record<string, Readonly<Record<string, string>>>>;

export interface Voice {
  language: Language;
  catalogue: Catalogue;
  /** What a seat is called; "seat 2" where nobody says. */
  seatName?: ((seat: number) => string) | undefined;
  /** Digits 0-9 where the language has others. */
  latinDigits?: boolean | undefined;
  /** Wrap arguments in isolates (U+2068, U+2069), so that they do not disturb the direction around them. */
  isolate?: boolean | undefined;
}

export function direction(language: Language): "ltr" | "rtl" {
  return language === "fa" ? "rtl" : "ltr";
}

/** The language's tag for `Intl`, with the digits that are wanted. */
export function locale(language: Language, latinDigits = false): string {
  if (language === "fa") return latinDigits ? "fa-IR-u-nu-latn" : "fa-IR-u-nu-arabext";
  return { en: "en-US", ro: "ro-RO" }[language];
}

/** The text of a message; its own English, then its key, where no pattern is known. */
export function render(message: Message, voice: Voice): string {
  const [domain, key] = split(message.k);
  const args = message.a ?? {};
  const pattern = find(voice, domain, key, args);
  if (pattern === undefined) return message.t ?? message.k;
  return capital(fill(pattern, domain, args, voice), voice.language);
}

/** Whether the catalogue has a pattern for a key, "ui.agents". */
export function knows(voice: Voice, k: string): boolean {
  const [domain, key] = split(k);
  return find(voice, domain, key, {}) !== undefined;
}

export function formatNumber(value: number, voice: Voice, options: Intl.NumberFormatOptions = {}): string {
  return numberFormat(locale(voice.language, voice.latinDigits), options).format(value);
}

// ------------------------------------------------------------------------------------------ patterns

const PLACEHOLDER = /\{(\w+)(?::([\w,-]+))?\}/g;

function split(k: string): [string, string] {
  const dot = k.indexOf(".");
  return dot < 0 ? ["ui", k] : [k.slice(0, dot), k.slice(dot + 1)];
}

/** The pattern of a key, in the form that the argument `count` takes where there are several. */
function find(voice: Voice, domain: string, key: string, args: Record<string, unknown>): string | undefined {
  const patterns = voice.catalogue[domain];
  if (!patterns) return undefined;
  if (typeof args.count === "number") {
    const form = pluralRules(voice.language).select(args.count);
    const plural = patterns[`${key}_${form}`] ?? patterns[`${key}_other`];
    if (plural !== undefined) return plural;
  }
  return patterns[key] ?? patterns[`${key}_other`];
}

function fill(pattern: string, domain: string, args: Record<string, unknown>, voice: Voice): string {
  return pattern.replace(PLACEHOLDER, (_, name: string, kinds: string | undefined) =>
    isolated(say(args[name], kinds ? kinds.split(",") : [], domain, voice), voice),
  );
}

/** One argument as text, by the kinds that its placeholder names. */
function say(value: unknown, kinds: string[], domain: string, voice: Voice): string {
  if (value === null || value === undefined) return "";
  if (isMessage(value)) return inner(value, voice);
  if (Array.isArray(value)) {
    const each = kinds.filter((kind) => kind !== "list");
    return joined(
      value.map((one) => say(one, each, domain, voice)),
      voice,
    );
  }
  const kind = kinds[0];
  switch (kind) {
    case undefined:
    case "number":
    case "list":
      return plain(value, voice);
    case "seat":
      return seat(Number(value), voice);
    case "money":
      return money(value, domain, voice);
    default:
      return word(kind, value, domain, voice);
  }
}

function plain(value: unknown, voice: Voice): string {
  return typeof value === "number" ? formatNumber(value, voice, { useGrouping: false }) : String(value);
}

function seat(number: number, voice: Voice): string {
  if (voice.seatName) return voice.seatName(number);
  const pattern = voice.catalogue.engine?.seat ?? "seat {n}";
  return pattern.replace("{n}", plain(number, voice));
}

function money(value: unknown, domain: string, voice: Voice): string {
  const pattern = voice.catalogue[domain]?.money ?? "{n}";
  return pattern.replace("{n}", plain(value, voice));
}

/** A word of the domain's vocabulary: {d:deed} is the key "deed.boardwalk". */
function word(kind: string, value: unknown, domain: string, voice: Voice): string {
  return voice.catalogue[domain]?.[`${kind}.${value}`] ?? String(value);
}

/** A message within another one: its own domain, no capital. */
function inner(message: Message, voice: Voice): string {
  const [domain, key] = split(message.k);
  const args = message.a ?? {};
  const pattern = find(voice, domain, key, args);
  return pattern === undefined ? (message.t ?? message.k) : fill(pattern, domain, args, voice);
}

function joined(parts: string[], voice: Voice): string {
  return new Intl.ListFormat(locale(voice.language), { type: "conjunction" }).format(parts);
}

function isMessage(value: unknown): value is Message {
  return typeof value === "object" && value !== null && !Array.isArray(value) && "k" in value;
}

function isolated(text: string, voice: Voice): string {
  return voice.isolate && text ? `\u2068${text}\u2069` : text;
}

function capital(text: string, language: Language): string {
  const at = text.search(/[^\u2068]/);
  if (at < 0) return text;
  return text.slice(0, at) + text.charAt(at).toLocaleUpperCase(locale(language)) + text.slice(at + 1);
}

// ------------------------------------------------------------------------------------------ kept formats

const formats = new Map<string, Intl.NumberFormat>();
const rules = new Map<Language, Intl.PluralRules>();

function numberFormat(tag: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${tag} ${JSON.stringify(options)}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(tag, options);
    formats.set(key, format);
  }
  return format;
}

function pluralRules(language: Language): Intl.PluralRules {
  let rule = rules.get(language);
  if (!rule) {
    rule = new Intl.PluralRules(language);
    rules.set(language, rule);
  }
  return rule;
}
