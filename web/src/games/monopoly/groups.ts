import type { CSSProperties } from "react";
import type { Group } from "./types";

/** The colour of a group for styles: `var(--group)` and, for what is written on it, `var(--group-ink)`. */
export function groupStyle(group: Group): CSSProperties {
  return { "--group": `var(--group-${group})`, "--group-ink": `var(--group-${group}-ink)` } as CSSProperties;
}
