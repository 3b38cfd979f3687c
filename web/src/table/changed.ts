/** What lines of the log are about, as refs: the argument `deed: "boardwalk"` is "deed:boardwalk". */
import type { Line, Ref } from "../api/types";

export function changedBy(lines: readonly Line[]): Set<Ref> {
  const refs = new Set<Ref>();
  for (const { m } of lines) {
    for (const [name, value] of Object.entries(m.a ?? {})) {
      for (const one of Array.isArray(value) ? value : [value]) {
        if (typeof one === "string" || typeof one === "number") refs.add(`${name}:${one}`);
      }
    }
  }
  return refs;
}
