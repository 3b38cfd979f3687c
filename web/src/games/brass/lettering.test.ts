import { expect, test } from "vitest";
import { NAME_TEXT } from "./layout";
import { lettering } from "./lettering";

test("names are whole where they can be read, and never smaller than that", () => {
  expect(lettering(0)).toEqual({ size: NAME_TEXT, isWhole: true });
  expect(lettering(783 / 1200)).toEqual({ size: NAME_TEXT, isWhole: true });
  expect(lettering(660 / 1200).isWhole).toBe(true);
  const phone = lettering(366 / 1200);
  expect(phone.isWhole).toBe(false);
  expect(phone.size * (366 / 1200)).toBeGreaterThan(9.9);
});
