// What went wrong is told in the reader's language; what nobody has translated is marked as English.
import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { Problem } from "../api/client";
import { LocaleProvider } from "../i18n/Locale";
import type { Catalogue } from "../i18n/messages";
import { ProblemText } from "./ProblemText";

afterEach(cleanup);

const english: Catalogue = {
  ui: { "problem.bad_agent": "Not like this.", "problem.forbidden": "For the owner.", "problem.unknown": "Wrong." },
  table: { "refused.over": "the game is over", "refused.late": "too late" },
};
const persian: Catalogue = {
  ui: {
    "problem.bad_agent": "این‌گونه نه.",
    "problem.forbidden": "برای صاحب.",
    "problem.unknown": "مشکل.",
    "problem.store_busy": "مشغول است.",
    "problem.not_found": "هیچ.",
  },
  table: { "refused.over": "بازی تمام شده است" },
};

function shown(error: unknown) {
  const page = render(
    <LocaleProvider language="fa" words={persian} english={english}>
      <ProblemText error={error} />
    </LocaleProvider>,
  );
  const alert = page.getByRole("alert");
  return { text: alert.textContent?.trim(), english: alert.querySelector("[lang=en][dir=ltr]")?.textContent };
}

it("has words for the code, and then what the server says of it", () => {
  expect(shown(new Problem("bad_agent", "there is no x", "use y", 400))).toEqual({
    text: "این‌گونه نه. There is no x; use y.",
    english: "There is no x; use y.",
  });
});

it("says no more where the code says it all", () => {
  expect(shown(new Problem("forbidden", "only the owner", "use its address", 403))).toEqual({ text: "برای صاحب." });
});

it("says once that a store is busy", () => {
  const busy = new Problem("store_busy", "the store is held by another process", "try again when it is done", 503);
  expect(shown(busy)).toEqual({ text: "مشغول است." });
});

it("says what a table refuses in the reader's language, or in English where that has no words", () => {
  const refused = (key: string) => new Problem("refused", "over", "", 409, { k: `table.refused.${key}` });
  expect(shown(refused("over"))).toEqual({ text: "بازی تمام شده است" });
  cleanup();
  expect(shown(refused("late"))).toEqual({ text: "too late", english: "too late" });
});

it("hides nothing of what it does not know", () => {
  expect(shown(new Problem("new_code", "the moon is full", "", 418)).text).toBe("مشکل. The moon is full.");
});

it("says of an address that cannot be that there is nothing", () => {
  expect(shown(new Problem("malformed", "path.id: String should match pattern", "", 422)).text).toBe("هیچ.");
});
