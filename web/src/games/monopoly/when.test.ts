import { expect, it } from "vitest";
import type { TableInfo } from "../../api/types";
import { table } from "../../table/fixtures";
import { when } from "./when";

const under = (options: TableInfo["options"]): TableInfo => ({ ...table, options });
const RULES = { manage_before: true, manage_after_throw: false, manage_after: true, manage_between: false };

it("tells the windows that the rules of the table have", () => {
  expect(when("kind:build", under(RULES))).toEqual({
    k: "monopoly_ui.when.manage",
    a: { windows: [{ k: "monopoly_ui.when.window.before" }, { k: "monopoly_ui.when.window.after" }] },
  });
});

it("tells that what raises cash is also possible in debt", () => {
  expect(when("kind:mortgage", under(RULES))?.k).toBe("monopoly_ui.when.raise");
  expect(when("kind:mortgage", under({}))?.k).toBe("monopoly_ui.when.debt");
  expect(when("kind:build", under({}))?.k).toBe("monopoly_ui.when.never");
});

it("does not promise a choice that the rules do not give", () => {
  expect(when("kind:tax-share", under({ income_tax: "flat" }))?.k).toBe("monopoly_ui.when.tax_flat");
  expect(when("kind:tax-share", under({ income_tax: "choice" }))?.k).toBe("monopoly_ui.when.tax");
  expect(when("kind:claim-rent", under({ rent_claim: "auto" }))?.k).toBe("monopoly_ui.when.rent_auto");
});

it("has no time for the steps of an offer", () => {
  expect(when("kind:digit", under(RULES))).toBeNull();
});
