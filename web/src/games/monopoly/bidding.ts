/** What the player bids, as actions: the engine offers a ladder of bids, and any other amount digit by digit. */
import type { Action, Decision } from "../../api/types";
import { typed } from "./offer";
import type { Auction } from "./types";

/** The bids that are offered by a single action. */
export function ladder(decision: Decision): Action[] {
  return decision.actions.filter(({ f, name }) => f.kind === "bid" && name !== "bid:exact");
}

/** The actions that bid an amount: a bid of the ladder where one has it, else its digits. */
export function bidActions(decision: Decision, auction: Auction, amount: number): string[] {
  if (amount === auction.least) return ["bid:least"];
  const same = ladder(decision).find(({ m }) => m.a?.amount === amount);
  return same ? [same.name] : ["bid:exact", ...typed(amount)];
}

/** What bidding up to a limit does at this decision: as little as possible, or leave. */
export function autoBid(decision: Decision, auction: Auction, limit: number): string[] {
  const can = decision.actions.some(({ name }) => name === "bid:least");
  return can && auction.least <= limit ? ["bid:least"] : ["pass"];
}
