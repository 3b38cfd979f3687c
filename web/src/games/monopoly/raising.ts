/** Raising money for a debt: sales put together one by one, each as the server offers it after those before. */
import type { Action, Decision, GameView } from "../../api/types";
import type { BoardProps } from "../registry";
import type { Debt, MonopolyView } from "./types";

/** More deeds and buildings than anybody has. */
const MOST_SALES = 100;

/** What raises money; the rest of a debtor's actions are buttons of their own. */
const SALES: ReadonlySet<string | number> = new Set(["sell", "mortgage", "sell-group", "break-group", "break-to"]);

/** A sequence of sales that has been put together, and what may follow it. */
export interface Plan {
  steps: Action[];
  next: Action[];
  /** Money that the steps bring; all that is missing once they have paid the debt. */
  sum: number;
}

/** The sales among suggested actions, each as the server offers it after those before. */
export async function stepsOf(decision: Decision, names: string[], preview: BoardProps["preview"]): Promise<Action[]> {
  const steps: Action[] = [];
  let at: Decision | null = decision;
  for (const name of names) {
    const step: Action | undefined = at ? sales(at).find((one) => one.name === name) : undefined;
    if (!step) break;
    steps.push(step);
    at = (await preview(steps.map((one) => one.name))).decision;
  }
  return steps;
}

/** Everything that can be sold and mortgaged, one after the other. */
export async function allSales(decision: Decision, preview: BoardProps["preview"]): Promise<Action[]> {
  const steps: Action[] = [];
  let next: Action | undefined = sales(decision)[0];
  while (next && steps.length < MOST_SALES) {
    steps.push(next);
    const after: Decision | null = (await preview(steps.map(({ name }) => name))).decision;
    next = after ? sales(after)[0] : undefined;
  }
  return steps;
}

/** The sales that a decision offers. */
export function sales(decision: Decision): Action[] {
  return decision.actions.filter(({ f }) => SALES.has(f.kind ?? ""));
}

/** What a debtor has raised when the position has become `after`; the whole of what was missing if the debt is paid. */
export function raised(before: MonopolyView, after: GameView, { who, to, amount }: Debt): number {
  const then = after as unknown as MonopolyView;
  const cash = before.players[who]?.cash ?? 0;
  const owes = then.pending.some(
    (one) => one.kind === "debt" && one.who === who && one.to === to && one.amount === amount,
  );
  return owes ? (then.players[who]?.cash ?? 0) - cash : amount - cash;
}

/** What sales bring by their own words, where the position after them is not known. */
export function amounts(steps: readonly Action[]): number {
  return steps.reduce((sum, { m }) => sum + (typeof m.a?.amount === "number" ? m.a.amount : 0), 0);
}
