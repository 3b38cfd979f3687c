/** What a choice would bring, as the server's preview tells it; shown before anything is paid. */
import type { Action, Decision, Line, Preview, Ref } from "../../api/types";
import { isMessage } from "../../i18n/messages";
import { refsOfAction } from "../../table/narrow";
import { effectsInWords } from "../usePreview";
import { LINE, PLACE, type Point } from "./layout";
import type { BrassView, Player } from "./view";

export interface Effects {
  action: Action;
  /** null until the server has answered. */
  preview: Preview | null;
}

/** All that the decision is about, whatever has been picked: a click on it picks it, in place of what was picked before. */
export function refsOf(decision: Decision | null): ReadonlySet<Ref> {
  return new Set(decision?.actions.flatMap(refsOfAction));
}

/** The action that a pick of this element means; undefined where several do, or none. */
export function actionOf(decision: Decision | null, ref: Ref): Action | undefined {
  const found = decision?.actions.filter((one) => Object.entries(one.f).some(([facet, v]) => `${facet}:${v}` === ref));
  return found?.length === 1 ? found[0] : undefined;
}

/** The element of the map that an action is about. */
export function refOf({ f }: Action): Ref | null {
  if (f.space !== undefined) return `space:${f.space}`;
  return f.line === undefined ? null : `line:${f.line}`;
}

/** Where the resources of a choice are used: the choice itself, or for a source what the action in progress is about. */
export function usedAt(view: BrassView, action: Action, ref: Ref): Ref {
  const at = view.doing?.at;
  if (action.f.kind !== "take" || typeof at !== "string") return ref;
  return view.doing?.kind === "network" ? `line:${at}` : `space:${at}`;
}

/** Where the coal of an action would come from, as its own words name it. */
interface Coal {
  /** The spaces of the nearest mines. */
  mines: string[];
  /** The merchants that are connected. */
  merchants: string[];
  /** What the market asks; absent where none is bought. */
  money?: number;
}

function coalOf({ m }: Action): Coal | null {
  const cost = m.a?.cost;
  const coal = m.a?.coal ?? (isMessage(cost) ? cost.a?.coal : undefined);
  return isMessage(coal) && Array.isArray(coal.a?.mines) ? (coal.a as unknown as Coal) : null;
}

/** The merchants by whom coal is bought, or may be bought instead. */
export function marketsOf(action: Action): string[] {
  const coal = coalOf(action);
  if (coal) return coal.money === undefined ? [] : coal.merchants;
  return effectsInWords(action).flatMap(({ a }) => (Array.isArray(a?.merchants) ? (a.merchants as string[]) : []));
}

/** Where a choice takes from: what the server's preview says, or until it does the mines that the action names. */
export function sourcesOf({ action, preview }: Effects): Ref[] {
  if (preview) return takenFrom(preview.lines);
  return (coalOf(action)?.mines ?? []).map((space) => `space:${space}`);
}

/** Where a line of the log says that something is taken from: the spaces of tiles and merchants. */
export function takenFrom(lines: readonly Line[]): Ref[] {
  return lines.flatMap(({ m }) => {
    if (!m.k.startsWith("brass.event.takes")) return [];
    const at = m.a?.space ?? m.a?.merchant;
    return typeof at === "string" ? [`space:${at}`] : [];
  });
}

export function placeOf(space: string): string {
  return space.slice(0, space.lastIndexOf("."));
}

/** The places that an element of the map belongs to: a space's own, a line's ends. */
export function placesOf(ref: Ref): string[] {
  const colon = ref.indexOf(":");
  const [kind, id] = [ref.slice(0, colon), ref.slice(colon + 1)];
  if (kind === "line") return LINE.get(id)?.ends ?? [];
  return kind === "space" ? [placeOf(id)] : [];
}

/**
 * A shortest way along the links that lie, through the middles of places and the sites of links.
 *
 * Only drawn: from where something comes is what the server says.
 */
export function route(view: BrassView, from: string[], to: string): Point[] {
  const laid = view.lines.filter((line) => line.owner !== null);
  const before = new Map<string, { place: string; line: string } | null>(from.map((place) => [place, null]));
  for (const place of before.keys()) {
    if (place === to) break;
    for (const line of laid.filter((one) => one.ends.includes(place)))
      for (const end of line.ends) if (!before.has(end)) before.set(end, { place, line: line.id });
  }
  const points: Point[] = [];
  let at: string | undefined = before.has(to) ? to : undefined;
  while (at !== undefined) {
    const centre = PLACE.get(at)?.centre;
    if (centre) points.push(centre);
    const step = before.get(at);
    const site = step ? LINE.get(step.line)?.site : undefined;
    if (site) points.push(site);
    at = step?.place;
  }
  return points.length > 1 ? points : [];
}

export interface Change {
  what: "money" | "level" | "points";
  from: number;
  to: number;
}

/** What changes for a seat. */
export function changes(before: Player | undefined, after: Player | undefined): Change[] {
  if (!before || !after) return [];
  return (["money", "level", "points"] as const)
    .filter((what) => before[what] !== after[what])
    .map((what) => ({ what, from: before[what], to: after[what] }));
}
