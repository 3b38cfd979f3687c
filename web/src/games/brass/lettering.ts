/** How large names are written, so that they can be read however little of the screen the map has. */
import { NAME_TEXT } from "./layout";

/** The least height of letters, in CSS pixels. */
const LEAST = 10;
/** The greatest height of the letters of whole names, in units of the map: the plates have no room for larger ones. */
const WHOLE = 20;
/** The greatest height of letters, in units of the map: larger ones do not fit under the spaces of a town. */
const GREATEST = 36;

export interface Lettering {
  /** In units of the map. */
  size: number;
  /** Whether there is room for whole names; else they are shortened, and tiles show what they are only. */
  isWhole: boolean;
}

/** The letters at so many CSS pixels for a unit of the map; 0: nothing is known of the screen. */
export function lettering(scale: number): Lettering {
  const size = scale === 0 ? NAME_TEXT : Math.max(NAME_TEXT, LEAST / scale);
  return { size: Math.min(GREATEST, size), isWhole: size <= WHOLE };
}

/** Long words with a soft hyphen near their middle, between syllables: "manufac-turer". */
export function hyphenated(text: string): string {
  return text.replaceAll(/[\p{Script=Latin}]{10,}/gu, (word) => {
    const ends = [...word.matchAll(SYLLABLE)].map(({ index }) => index + 1);
    const nearest = ends.toSorted(
      (one, other) => Math.abs(one - word.length / 2) - Math.abs(other - word.length / 2),
    )[0];
    return nearest === undefined ? word : `${word.slice(0, nearest)}\u00ad${word.slice(nearest)}`;
  });
}

/** The last letter of a syllable: one before a single consonant, or the first of two consonants. */
const SYLLABLE = /[aeiouyăâî](?=[^aeiouyăâî][aeiouyăâî])|(?<=[aeiouyăâî])[^aeiouyăâî](?=[^aeiouyăâî][aeiouyăâî])/giu;
