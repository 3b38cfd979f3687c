/** When something will be possible that is not asked about now. */
import type { Message, Ref, TableInfo } from "../../api/types";
import { parseRef } from "../../table/narrow";

const WINDOWS = ["before", "after_throw", "after", "between"] as const;
/** What is done in the windows for managing property, and of it what also raises the cash for a debt. */
const MANAGING = new Set(["build", "build-group", "lift"]);
const RAISING = new Set(["sell", "sell-group", "break-group", "mortgage", "trade"]);
/** Kinds of one time have one text. */
const TIMES: Readonly<Record<string, string>> = {
  "pay-fine": "jail",
  "use-chance-card": "jail",
  "use-chest-card": "jail",
  buy: "landed",
  decline: "landed",
  "tax-flat": "tax",
  "tax-share": "tax",
  "claim-rent": "rent",
  "waive-rent": "rent",
  accept: "offered",
  reject: "offered",
  "pass-until-my-turn": "pass",
};
const ALONE = new Set(["roll", "bid", "pass", "bankrupt", "claim", "seat"]);

/** The time for a kind of action, or for what can be done with a property. */
export function when(ref: Ref, table: TableInfo): Message | null {
  const [facet, value] = parseRef(ref);
  const what = facet === "kind" ? value : facet;
  const said = (key: string, a?: Record<string, unknown>): Message => ({
    k: `monopoly_ui.when.${key}`,
    ...(a && { a }),
  });
  const windows = WINDOWS.filter((one) => table.options[`manage_${one}`]).map((one) => said(`window.${one}`));
  const raises = RAISING.has(what);
  if (what === "property" || what === "group") return said("property", { windows });
  if (raises || MANAGING.has(what)) {
    if (windows.length === 0) return said(raises ? "debt" : "never");
    return said(raises ? "raise" : "manage", { windows });
  }
  if (table.options.income_tax === "flat" && TIMES[what] === "tax") return said("tax_flat");
  if (table.options.rent_claim === "auto" && TIMES[what] === "rent") return said("rent_auto");
  const key = TIMES[what] ?? (ALONE.has(what) ? what : undefined);
  return key === undefined ? null : said(key);
}
