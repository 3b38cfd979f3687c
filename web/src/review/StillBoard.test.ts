import { expect, it } from "vitest";
import { ghostRefs } from "./StillBoard";

it("marks a card alone, not the industry of the same name", () => {
  const refs = ghostRefs(["develop", "industry:iron", "card:coventry"]);
  expect(refs.has("industry:iron")).toBe(true);
  expect(refs.has("card:iron")).toBe(false);
  expect(refs.has("card:coventry")).toBe(true);
  expect(ghostRefs(["mortgage:boardwalk"]).has("property:boardwalk")).toBe(true);
  expect(ghostRefs(["build:belper.1"]).has("space:belper.1")).toBe(true);
  expect(ghostRefs(null).size).toBe(0);
});
