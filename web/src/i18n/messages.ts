/**
 * Messages made into text, by the same files and the same rules as `magnate.messages` in Python.
 * The templates are the part of ICU MessageFormat that `docs/contributing/languages.md` describes.
 *
 * A message is a key and its parameters; a catalogue holds one language's templates by domain ("ui", "engine", a game).
 */
import type { Message } from "../api/types";

export const LANGUAGES = ["en", "ro", "fa"] as const;
export type Language = (typeof LANGUAGES)[number];

/** Templates by domain and key: catalogue.monopoly["event.rent"]. */
export type Catalogue = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** In which words, and in which digits, something is said. */
export interface Voice {
  language: Language;
  words: Catalogue;
  /** The English words, for keys that the language lacks. */
  english: Catalogue;
  /** What a seat is called; "seat 2" where nobody says. */
  seatName?: ((seat: number) => string) | undefined;
  /** The seat of who reads, who is called "you"; nobody's where several read. */
  you?: number | undefined;
  /** Digits 0-9 where the language has others. */
  latinDigits?: boolean | undefined;
  /** Wrap parameters in isolates (U+2067 or U+2068, U+2069), so that they do not disturb the direction around them. */
  isolate?: boolean | undefined;
}

/** How each language is called by those who speak it. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: "English", ro: "Română", fa: "فارسی" };

export function direction(language: Language): "ltr" | "rtl" {
  return language === "fa" ? "rtl" : "ltr";
}

/** The language's tag for `Intl`, with the digits that are wanted. */
export function locale(language: Language, latinDigits = false): string {
  if (language === "fa") return latinDigits ? "fa-IR-u-nu-latn" : "fa-IR-u-nu-arabext";
  return { en: "en-US", ro: "ro-RO" }[language];
}

/**
 * A sentence in the fewer words that the game's board may have for it: a button says less than a record. Where they are
 * English only, the whole sentence in the reader's language is better.
 */
export function brief(message: Message, voice: Voice): string {
  const { k, a = {} } = message;
  const [domain, key] = split(k);
  const own = { ...voice, english: {} };
  const [home, short] = [`${domain}_ui`, `brief.${key}`];
  return sentence(message, voice, addressed(home, short, a, own) ?? find(home, short, a, own));
}

/**
 * A whole move in as few words as the game's board has for its parts (`move.<key>`), in the order of its file; parts
 * that it has no words for are left out. Without any, all that it does, as sentences.
 */
export function moved(message: Message, voice: Voice): string {
  const parts = partsOf(message);
  return inShort(parts, voice) ?? parts.map((part) => brief(part, voice).replace(/\.$/, "")).join("; ");
}

/** The same of a move's parts; null where the board has words for none of them. */
export function inShort(parts: readonly Message[], voice: Voice): string | null {
  const named = parts.flatMap((part) => shortOf(part, voice) ?? []).sort((one, other) => one.rank - other.rank);
  if (named.length === 0) return null;
  const each = [...new Set(named.map((one) => one.text))].map((text) => {
    const count = named.filter((one) => one.text === text).length;
    return count > 1 ? `${text} ×${formatNumber(count, voice)}` : text;
  });
  const text = each.join(find("engine", "list.comma", {}, voice) ?? ", ");
  return text.charAt(0).toLocaleUpperCase(locale(voice.language)) + text.slice(1);
}

/** The parts of a move, which the server gives as one after the other. */
function partsOf({ k, a = {}, ...rest }: Message): Message[] {
  const { first, then, parts } = a;
  if (k === "log.move" && Array.isArray(parts)) return parts.filter(isMessage);
  return k === "engine.moves.then" && isMessage(first) && isMessage(then)
    ? [...partsOf(first), ...partsOf(then)]
    : [{ k, a, ...rest }];
}

/** Whether a message has words as a part of a move. */
export function isPart(message: Message, voice: Voice): boolean {
  return shortOf(message, voice) !== null;
}

function shortOf(message: Message, voice: Voice): { rank: number; text: string } | null {
  const [domain, key] = split(message.k);
  const words = Object.keys(voice.words[`${domain}_ui`] ?? {});
  const found = [`move.${key}.${message.a?.kind}`, `move.${key}`].find((one) => words.includes(one));
  if (!found) return null;
  return {
    rank: words.indexOf(found),
    text: render(message, voice, find(`${domain}_ui`, found, message.a ?? {}, voice)),
  };
}

/** A move that is looked back at: what a button leaves out, as the question above it tells that, is in these words. */
export function told(message: Message, voice: Voice): string {
  const [domain, key] = split(message.k);
  const words = find(`${domain}_ui`, `told.${key}`, message.a ?? {}, voice);
  return words === undefined ? brief(message, voice) : sentence(message, voice, words);
}

/** A message as a whole sentence: its first letter is a capital where the language has capitals, unless it is a name's. */
export function sentence(message: Message, voice: Voice, template = templateOf(message, voice)): string {
  const text = render(message, voice, template);
  if (voice.language === "fa" || (voice.seatName && beginsWithName(message, template))) return text;
  return text.charAt(0).toLocaleUpperCase(locale(voice.language)) + text.slice(1);
}

/** Whether a sentence begins with the name of a seat, which its owner has chosen as it is. */
function beginsWithName({ a = {} }: Message, template = ""): boolean {
  const [, first] = /^\{(\w+), seats?\}/.exec(template) ?? [];
  const named = first === undefined ? undefined : a[first];
  return typeof named === "number" || (Array.isArray(named) && typeof named[0] === "number");
}

/** A message in words, beginning as its file has it; its own English, then its key, where no file has words. */
export function render(message: Message, voice: Voice, template = templateOf(message, voice)): string {
  const [domain] = split(message.k);
  const params = message.a ?? {};
  if (template === undefined) return message.t || message.k;
  return template.replace(PLACEHOLDER, (_, name: string, kinds: string | undefined) => {
    const given = params[name];
    const whom = kinds === "seat" && given === voice.you && WHOM.has(name) ? find("ui", "whom", {}, voice) : undefined;
    return isolated(whom ?? value(given, kinds ? kinds.split(", ") : [], domain, voice), voice);
  });
}

function templateOf({ k, a = {} }: Message, voice: Voice): string | undefined {
  const [domain, key] = split(k);
  return addressed(domain, key, a, voice) ?? find(domain, key, a, voice);
}

/** Parameters that no sentence begins with, unless it has words of its own for who reads. */
const WHOM: ReadonlySet<string> = new Set(["to", "partner", "owner", "payer", "player"]);

/** Domains whose sentences to who reads stand among the page's words: no board has them. */
const SHARED: ReadonlySet<string> = new Set(["table", "engine"]);

/** The template that says "you" to who reads: "you.seat.event.buys" of a board, where their seat buys. */
function addressed(domain: string, key: string, params: Record<string, unknown>, voice: Voice): string | undefined {
  const { you } = voice;
  if (you === undefined) return undefined;
  const home = SHARED.has(domain) ? "ui" : domain.endsWith("ui") ? domain : `${domain}_ui`;
  for (const [name, given] of Object.entries(params)) {
    const isReader = given === you || (Array.isArray(given) && given.length === 1 && given[0] === you);
    const found = isReader ? find(home, `you.${name}.${key}`, params, voice) : undefined;
    if (found !== undefined) return found;
  }
  return key.startsWith("prompt.") && params.seat === you ? find(home, `brief.${key}`, params, voice) : undefined;
}

/** Whether there are words for a key, "ui.agents". */
export function knows(k: string, voice: Voice): boolean {
  const [domain, key] = split(k);
  return find(domain, key, {}, voice) !== undefined;
}

/** Whether something is said in English to somebody who reads another language, which has no words for it. */
export function isForeign(message: Message, voice: Voice): boolean {
  const [domain, key] = split(message.k);
  return voice.language !== "en" && find(domain, key, message.a ?? {}, { ...voice, english: {} }) === undefined;
}

export function formatNumber(number: number, voice: Voice, options: Intl.NumberFormatOptions = {}): string {
  return numberFormat(locale(voice.language, voice.latinDigits), options).format(number);
}

// ------------------------------------------------------------------------------------------ templates

/** `{deed}`, `{deed, deed}`, `{items, item, list}`. */
const PLACEHOLDER = /\{(\w+)(?:, (\w+(?:, \w+)?))?\}/g;
/** `{count, plural, one {{count} house} other {{count} houses}}`: a parameter, and a form for each category. */
const PLURAL = /\{(\w+), plural,((?: \w+ \{(?:[^{}]|\{[^{}]*\})*\})+)\}/g;
/** A text that is one isolate from end to end, and others within it. */
const ISOLATED = /^[\u2067\u2068](?:[^\u2067-\u2069]|[\u2067\u2068][^\u2067-\u2069]*\u2069)*\u2069$/;
const ARABIC = /(?=\p{L})\p{Script=Arabic}/u;
const FORM = /(\w+) \{((?:[^{}]|\{[^{}]*\})*)\}/g;

function split(k: string): [string, string] {
  const dot = k.indexOf(".");
  return [k.slice(0, dot), k.slice(dot + 1)];
}

/** The template of a key, each plural replaced by the form that its parameter takes. */
function find(domain: string, key: string, params: Record<string, unknown>, voice: Voice): string | undefined {
  for (const [language, words] of [
    [voice.language, voice.words],
    ["en", voice.english],
  ] as const) {
    const found = words[domain]?.[key];
    if (found !== undefined) return found.replace(PLURAL, (_, name, forms) => inNumbers(forms, params[name], language));
  }
  return undefined;
}

/** The form of a plural that a count takes. */
function inNumbers(forms: string, count: unknown, language: Language): string {
  const texts = new Map([...forms.matchAll(FORM)].map(([, category, text]) => [category, text]));
  return texts.get(plural(count, language)) ?? texts.get("other") ?? "";
}

/** One parameter as text, by the kinds that its placeholder names. */
function value(given: unknown, kinds: string[], domain: string, voice: Voice): string {
  if (given === null || given === undefined) return "";
  if (kinds[0] === "seats" && Array.isArray(given)) return seats(given, voice);
  if (Array.isArray(given)) {
    const each = kinds.filter((kind) => kind !== "list" && kind !== "line");
    const words = given.map((one) => value(one, each, domain, voice));
    return kinds.includes("line") ? words.join("–") : joined(words, voice);
  }
  if (isMessage(given)) return render(given, voice);
  const kind = kinds[0];
  if (kind === undefined) return plain(given, voice);
  if (kind === "number") return formatNumber(Number(given), voice);
  if (kind === "money") return money(Number(given), domain, voice);
  if (kind === "seat" && typeof given === "number") return seats([given], voice);
  return find(domain, `${kind}.${given}`, {}, voice) ?? plain(given, voice);
}

/** A text as it is, and a number in the language's digits without separators of thousands. */
function plain(given: unknown, voice: Voice): string {
  return typeof given === "number" ? formatNumber(given, voice, { useGrouping: false }) : String(given);
}

/** An amount in the money of a domain: its key `money` is the pattern. */
export function money(amount: number, domain: string, voice: Voice): string {
  const pattern = find(domain, "money", {}, voice) ?? "{n}";
  return (amount < 0 ? "-" : "") + pattern.replace("{n}", () => formatNumber(Math.abs(amount), voice));
}

/** Seats by the names of their players, or as "seats 0 and 2". */
function seats(numbers: number[], voice: Voice): string {
  if (voice.seatName) return joined(numbers.map(voice.seatName), voice);
  const pattern = find("engine", numbers.length === 1 ? "seat" : "seats", {}, voice) ?? "{n}";
  const list = joined(
    numbers.map((number) => plain(number, voice)),
    voice,
  );
  return pattern.replace("{n}", () => list);
}

/** Words as a list in a sentence: "a, b and c". */
function joined(words: string[], voice: Voice): string {
  const comma = find("engine", "list.comma", {}, voice) ?? ", ";
  const final = find("engine", "list.last", {}, voice) ?? ", ";
  const last = words.at(-1) ?? "";
  return words.length > 1 ? words.slice(0, -1).join(comma) + final + last : last;
}

export function isMessage(given: unknown): given is Message {
  return typeof given === "object" && given !== null && "k" in given;
}

/**
 * A parameter between isolates, once: Chromium tears Persian numbers between two pairs of them. What has Persian words
 * goes from right to left, though it may begin with an English name.
 */
function isolated(text: string, voice: Voice): string {
  if (!voice.isolate || !text || ISOLATED.test(text)) return text;
  const opening = direction(voice.language) === "rtl" && ARABIC.test(text) ? "\u2067" : "\u2068";
  return `${opening}${text}\u2069`;
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

/** The category of a count: "one", "few", "other". */
function plural(count: unknown, language: Language): string {
  if (typeof count !== "number") return "other";
  let rule = rules.get(language);
  if (!rule) {
    rule = new Intl.PluralRules(language);
    rules.set(language, rule);
  }
  return rule.select(count);
}
