/** How the reader wants the page to be, and what of it the window decides. */
import { useCallback, useSyncExternalStore } from "react";
import { LANGUAGES, type Language } from "../i18n/messages";
import { stored } from "./stored";

/** Speeds of watching; 0 shows every step at once. */
export const SPEEDS = [0.5, 1, 2, 4, 0] as const;
export type Speed = (typeof SPEEDS)[number];

const CHOICES = {
  language: LANGUAGES,
  theme: ["system", "light", "dark"],
  motion: ["system", "on", "off"],
  colour: ["full", "plain"],
  /** When an action is asked about again before it is taken: after a press on the board, and after which of the dock. */
  confirm: ["touch", "board", "always"],
  latinDigits: [false, true],
  shortcuts: [true, false],
  speed: SPEEDS,
  /** Whether dice that the rules throw without a question wait for the reader's press. */
  throws: ["press", "alone"],
  /** So many offers of each player are shown in a turn; others are declined. */
  offers: [1, 2],
  sound: [false, true],
  volume: [0.3, 0.6, 1],
} as const;

export type Settings = { [K in keyof typeof CHOICES]: (typeof CHOICES)[K][number] };

export const settings = stored<Settings>("magnate.settings", (found) => readSettings(found, navigator.languages));

export function change(part: Partial<Settings>): void {
  settings.set({ ...settings.get(), ...part });
}

/** What was found, as far as it is valid; the rest as the browser prefers it. */
export function readSettings(found: unknown, languages: readonly string[]): Settings {
  const given = typeof found === "object" && found !== null ? (found as Record<string, unknown>) : {};
  const choose = <K extends keyof Settings>(key: K, otherwise: Settings[K]): Settings[K] => {
    const choices: readonly unknown[] = CHOICES[key];
    return choices.includes(given[key]) ? (given[key] as Settings[K]) : otherwise;
  };
  return {
    language: choose("language", preferred(languages)),
    theme: choose("theme", "system"),
    motion: choose("motion", "system"),
    colour: choose("colour", "full"),
    confirm: choose("confirm", "touch"),
    latinDigits: choose("latinDigits", false),
    shortcuts: choose("shortcuts", true),
    speed: choose("speed", 1),
    throws: choose("throws", "press"),
    offers: choose("offers", 1),
    sound: choose("sound", false),
    volume: choose("volume", 0.6),
  };
}

function preferred(languages: readonly string[]): Language {
  for (const tag of languages) {
    const known = LANGUAGES.find((language) => tag.toLowerCase().split("-")[0] === language);
    if (known) return known;
  }
  return "en";
}

/** Put the settings that styles know into the document. */
export function applyToDocument({ language, theme, motion, colour }: Settings, dir: "ltr" | "rtl"): void {
  const root = document.documentElement;
  root.lang = language;
  root.dir = dir;
  root.dataset.theme = theme;
  root.dataset.motion = motion;
  root.dataset.colour = colour;
}

/** After which presses in the dock it is asked again: none, those of actions that are known to do something, or all. */
export type Careful = "never" | "effects" | "always";

/** How careful the dock is. A finger can only press, while a mouse and the keyboard look at an action's effects first. */
export function carefulness({ confirm }: Settings): Careful {
  if (confirm === "always") return "always";
  return confirm === "touch" && window.matchMedia("(pointer: coarse)").matches ? "effects" : "never";
}

/** Whether things may move on the page. */
export function mayMove({ motion }: Settings): boolean {
  if (motion !== "system") return motion === "on";
  return !window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Whether the window is as a media query says. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = matchMedia(query);
      list.addEventListener("change", changed);
      return () => list.removeEventListener("change", changed);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}
