/**
 * Narrowing: from what may be done to one action, by questions that buttons and clicks on the board both answer.
 *
 * A pick fixes one facet of the action. The rows left are those that agree with all picks; the next question is the
 * first facet, in the game's order, in which they still differ. Facets in which they agree are implied. A click on the
 * board may answer a later question first.
 */
import type { Action, Decision, Ref } from "../api/types";

export type FacetValue = string | number;
/** The answers so far, in the order in which they were given. */
export type Picks = ReadonlyMap<string, FacetValue>;
export const NO_PICKS: Picks = new Map();

/** Up to so many actions are offered as one list: a button each, with a number key each. */
export const FLAT = 9;

/** One button of the dock. */
export interface Choice {
  /** What a press picks: a facet's value, or (facet null) the action itself. */
  facet: string | null;
  value: FacetValue | null;
  actions: Action[];
}

export interface Narrowing {
  picks: Picks;
  /** The actions that agree with all picks. */
  rows: Action[];
  /** The facet that is asked for; null where the choices are whole actions. */
  question: string | null;
  choices: Choice[];
  /** Facets with one value left though nobody picked it. */
  implied: Map<string, FacetValue>;
  /** What can be clicked on the board. */
  targets: ReadonlySet<Ref>;
  picked: ReadonlySet<Ref>;
  /** The action, once only one is left. */
  only: Action | null;
}

export function ref(facet: string, value: FacetValue): Ref {
  return `${facet}:${value}`;
}

/** The facet and the value of a ref: "space:stone.1" is ["space", "stone.1"]. */
export function parseRef(text: Ref): [string, string] {
  const colon = text.indexOf(":");
  return [text.slice(0, colon), text.slice(colon + 1)];
}

export function narrow(decision: Decision, picks: Picks = NO_PICKS, own: ReadonlySet<string> = new Set()): Narrowing {
  const rows = decision.actions.filter((action) => agrees(action, picks));
  const shown = rows.filter((action) => !own.has(String(action.f.kind)));
  const facets = facetOrder(decision);
  const question = nextQuestion(shown, facets, picks);
  return {
    picks,
    rows,
    question,
    choices: question === null ? shown.map(whole) : grouped(shown, question),
    implied: impliedBy(rows, facets, picks),
    targets: refsOf(rows),
    picked: new Set([...picks].map(([facet, value]) => ref(facet, value))),
    only: rows.length === 1 ? (rows[0] ?? null) : null,
  };
}

/**
 * The picks after a click on an element. A pick that leaves nothing together with the earlier ones takes their place:
 * a click is always an answer, even to a question that was answered otherwise before.
 */
export function pick(decision: Decision, picks: Picks, clicked: Ref): Picks {
  const [facet, text] = parseRef(clicked);
  const value = valueIn(decision, facet, text);
  if (value === null) return picks;
  const more = new Map(picks).set(facet, value);
  if (decision.actions.some((action) => agrees(action, more))) return more;
  return new Map([[facet, value]]);
}

/** The picks without the last one. */
export function back(picks: Picks): Picks {
  return new Map([...picks].slice(0, -1));
}

/** The picks up to a facet, which is asked for again. */
export function reopen(picks: Picks, facet: string): Picks {
  const entries = [...picks];
  const at = entries.findIndex(([name]) => name === facet);
  return at < 0 ? picks : new Map(entries.slice(0, at));
}

/** Whether the action has every value that was picked, or may use it later. */
function agrees(action: Action, picks: Picks): boolean {
  for (const [facet, value] of picks) {
    if (action.f[facet] !== value && !action.uses?.includes(ref(facet, value))) return false;
  }
  return true;
}

/** The picks that a later question of the same move is about: of what no action of this one is, and some use. */
export function early(decision: Decision, picks: Picks): Picks {
  return new Map([...picks].filter(([facet]) => decision.actions.every(({ f }) => f[facet] === undefined)));
}

/** Of some picks those that a question has an answer for. */
export function answering(decision: Decision, picks: Picks): Picks {
  return new Map([...picks].filter(([facet, value]) => decision.actions.some(({ f }) => f[facet] === value)));
}

/** All that an action is about or may use. */
export function refsOfAction({ f, uses }: Pick<Action, "f" | "uses">): Ref[] {
  return [...Object.entries(f).map(([facet, value]) => ref(facet, value)), ...(uses ?? [])];
}

/** The game's order of questions, then any facet that it did not name. */
function facetOrder(decision: Decision): string[] {
  const seen = new Set(decision.facets);
  for (const action of decision.actions) for (const facet of Object.keys(action.f)) seen.add(facet);
  return [...seen];
}

function nextQuestion(rows: Action[], facets: string[], picks: Picks): string | null {
  if (rows.length <= FLAT) return null;
  for (const facet of facets) {
    if (!picks.has(facet) && new Set(rows.map((action) => action.f[facet])).size > 1) return facet;
  }
  return null;
}

function grouped(rows: Action[], facet: string): Choice[] {
  const byValue = new Map<FacetValue | null, Action[]>();
  for (const action of rows) {
    const value = action.f[facet] ?? null;
    byValue.set(value, [...(byValue.get(value) ?? []), action]);
  }
  return [...byValue].flatMap(([value, actions]) =>
    value === null || actions.length === 1 ? actions.map(whole) : [{ facet, value, actions }],
  );
}

function whole(action: Action): Choice {
  return { facet: null, value: null, actions: [action] };
}

function impliedBy(rows: Action[], facets: string[], picks: Picks): Map<string, FacetValue> {
  const implied = new Map<string, FacetValue>();
  for (const facet of facets) {
    const values = new Set(rows.map((action) => action.f[facet]));
    const [value] = values;
    if (!picks.has(facet) && values.size === 1 && value !== undefined) implied.set(facet, value);
  }
  return implied;
}

function refsOf(rows: Action[]): Set<Ref> {
  return new Set(rows.flatMap(refsOfAction));
}

/** The facet's value as the actions have it (a number stays a number); null where none has it. */
function valueIn(decision: Decision, facet: string, text: string): FacetValue | null {
  for (const action of decision.actions) {
    const value = action.f[facet];
    if (value !== undefined && String(value) === text) return value;
    if (action.uses?.includes(ref(facet, text))) return text;
  }
  return null;
}
