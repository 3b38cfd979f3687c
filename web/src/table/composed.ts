/** Moves that are put together from several decisions: the first of them are asked as one question. */
import type { Action, Decision } from "../api/types";

/** The names of the decisions that an action stands for, in their order. */
export function namesOf({ name }: Pick<Action, "name">): string[] {
  return name.split(" ");
}

/** Whether what is chosen now is only the beginning of a move. */
export function leadsOn(decision: Decision): boolean {
  return decision.actions.some(({ then }) => then);
}

/** The decision with whole ways in place of the actions that only begin one, so that any part can be picked first. */
export function composed(decision: Decision): Decision {
  if (!leadsOn(decision)) return decision;
  const actions = decision.actions.flatMap((action) => waysOf(action, []));
  return { ...decision, actions: actions.map((action, id) => ({ ...action, id })) };
}

function waysOf({ then, ...action }: Action, path: readonly Action[]): Action[] {
  if (then) return then.flatMap((next) => waysOf(next, [...path, action]));
  const [first] = path;
  if (!first) return [action];
  const name = [...path, action].map((one) => one.name).join(" ");
  const facets = Object.assign({}, ...path.map(({ f }) => f), action.f, { kind: first.f.kind });
  const uses = [...path, action].findLast((one) => one.uses)?.uses;
  return [{ ...action, name, f: facets, path, ...(uses ? { uses } : {}) }];
}

/** The action that begins all of these ways and that a facet's value stands for; its words say more than the value. */
export function beginning(actions: readonly Action[], facet: string, value: string | number): Action | null {
  const of = (action: Action) => action.path?.find((one) => one.f[facet] === value);
  const [first] = actions.map(of);
  return first && actions.every((action) => of(action)?.name === first.name) ? first : null;
}
