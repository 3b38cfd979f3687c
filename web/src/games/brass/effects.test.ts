import { expect, test } from "vitest";
import { actionOf, route, sourcesOf, usedAt } from "./effects";
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
  expect(sourcesOf(previews["take:uttoxeter.1"] ?? [])).toEqual(["space:uttoxeter.1"]);
  expect(sourcesOf([{ at: 0, seat: 0, m: { k: "brass.event.takes-barrel", a: { merchant: "oxford.0" } } }])).toEqual([
    "space:oxford.0",
  ]);
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
