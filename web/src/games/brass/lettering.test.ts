import { expect, test } from "vitest";
import { NAME_TEXT } from "./layout";
import { hyphenated, lettering } from "./lettering";

test("names are whole where they can be read, and never smaller than that", () => {
  expect(lettering(0)).toEqual({ size: NAME_TEXT, isWhole: true });
  expect(lettering(783 / 1200)).toEqual({ size: NAME_TEXT, isWhole: true });
  expect(lettering(660 / 1200).isWhole).toBe(true);
  const phone = lettering(366 / 1200);
  expect(phone.isWhole).toBe(false);
  expect(phone.size * (366 / 1200)).toBeGreaterThan(9.9);
});

test("long words of cards can be broken between syllables", () => {
  expect(hyphenated("Cotton or manufacturer")).toBe("Cotton or manufac\u00adturer");
  expect(hyphenated("Kidderminster")).toBe("Kidder\u00adminster");
  expect(hyphenated("Birmingham")).toBe("Bir\u00admingham");
  expect(hyphenated("Coventry")).toBe("Coventry");
});
