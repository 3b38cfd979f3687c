import { expect, test } from "vitest";
import { actionOf, marketsOf, route, sourcesOf, takenFrom, usedAt } from "./effects";
import { LINE, PLACE } from "./layout";
import { moment, propsOf } from "./testing";

test("an element means an action where only one is about it", () => {
  const { decision } = propsOf("rail-link");
  expect(actionOf(decision, "line:birmingham-worcester")?.name).toBe("link:birmingham-worcester");
  expect(actionOf(decision, "line:burton-walsall")).toBeUndefined();
  expect(actionOf(decision, "kind:link")).toBeUndefined();
  expect(actionOf(null, "line:birmingham-worcester")).toBeUndefined();
});

test("the lines of a preview name the sources", () => {
  const { previews } = moment("rail-beer");
  expect(takenFrom(previews["take:uttoxeter.1"] ?? [])).toEqual(["space:uttoxeter.1"]);
  expect(takenFrom([{ at: 0, seat: 0, m: { k: "brass.event.takes-barrel", a: { merchant: "oxford.0" } } }])).toEqual([
    "space:oxford.0",
  ]);
});

test("until then the action names the mines, and the merchants by whom coal is bought", () => {
  const { decision } = propsOf("rail-link");
  const bought = actionOf(decision, "line:birmingham-worcester");
  if (!bought) throw new Error("no such action");
  expect(marketsOf(bought)).toEqual(["oxford"]);
  expect(sourcesOf({ action: bought, preview: null })).toEqual([]);
  const coal = { k: "brass.cubes.coal", a: { count: 1, mines: ["cannock.0", "cannock.1"], merchants: ["oxford"] } };
  const mined = { ...bought, m: { k: "brass.action.build.tile", a: { cost: { k: "brass.cost.coal", a: { coal } } } } };
  expect(marketsOf(mined)).toEqual([]);
  expect(sourcesOf({ action: mined, preview: null })).toEqual(["space:cannock.0", "space:cannock.1"]);
});

test("what is taken is used where the action in progress is", () => {
  const { view, actions } = moment("rail-beer");
  const action = actions.find((one) => one.name === "take:stone.0");
  expect(action && usedAt(view, action, "space:stone.0")).toBe("line:stoke-stone");
});

test("a way goes along links that lie, and is none where they do not meet", () => {
  const { view } = moment("rail-beer");
  const owners = Object.fromEntries(view.lines.map((line) => [line.id, line.owner]));
  expect(owners["stone-uttoxeter"]).not.toBeNull();
  expect(route(view, ["stone"], "uttoxeter")).toEqual([
    PLACE.get("uttoxeter")?.centre,
    LINE.get("stone-uttoxeter")?.site,
    PLACE.get("stone")?.centre,
  ]);
  expect(route(view, ["shrewsbury"], "oxford")).toEqual([]);
  expect(route(view, ["stone"], "stone")).toEqual([]);
});
