import { describe, expect, it } from "vitest";
import type { Action, Decision } from "../api/types";
import { beginning, composed, namesOf } from "./composed";
import { answering, early, narrow, pick } from "./narrow";

const action = (id: number, name: string, f: Action["f"], then?: Action[]): Action => ({
  ...{ id, name, m: { k: `brass.action.${name}` }, f },
  ...(then ? { then } : {}),
});
const at = (space: string) => action(20, `build:${space}`, { kind: "build", space, town: space.split(".")[0] ?? "" });
const DECISION: Decision = {
  ...{ id: "d1", seat: 0, prompt: { k: "" }, facets: ["kind", "industry", "space", "town", "line"] },
  actions: [
    action(0, "build", { kind: "build" }, [
      action(8, "industry:coal", { kind: "industry", industry: "coal" }, [at("stoke.0"), at("leek.1")]),
      action(9, "industry:iron", { kind: "industry", industry: "iron" }, [at("stoke.0")]),
    ]),
    action(1, "network", { kind: "network" }, [action(30, "link:leek-stoke", { kind: "link", line: "leek-stoke" })]),
    action(6, "pass", { kind: "pass" }),
  ],
};

describe("a move of several decisions", () => {
  const whole = composed(DECISION);

  it("is asked as one question, of which any part can be picked first", () => {
    expect(whole.actions.map((one) => namesOf(one))).toEqual([
      ["build", "industry:coal", "build:stoke.0"],
      ["build", "industry:coal", "build:leek.1"],
      ["build", "industry:iron", "build:stoke.0"],
      ["network", "link:leek-stoke"],
      ["pass"],
    ]);
    const { targets } = narrow(whole);
    for (const ref of ["space:stoke.0", "space:leek.1", "line:leek-stoke", "industry:iron"])
      expect(targets).toContain(ref);
    const there = narrow(whole, pick(whole, new Map(), "space:stoke.0"));
    expect(there.rows.map(({ f }) => f.industry)).toEqual(["coal", "iron"]);
  });

  it("has the words of the action that begins it", () => {
    const builds = whole.actions.filter(({ f }) => f.kind === "build");
    expect(beginning(builds, "kind", "build")?.m.k).toBe("brass.action.build");
    expect(beginning(builds, "industry", "coal")).toBeNull();
    expect(beginning(whole.actions.slice(0, 2), "industry", "coal")?.name).toBe("industry:coal");
    expect(beginning(whole.actions.slice(3, 4), "line", "leek-stoke")).toBeNull();
  });

  it("may have what it uses later picked first, which narrows what it can be", () => {
    const [build, network] = DECISION.actions;
    const [coal] = build?.then ?? [];
    if (!build || !coal || !network) throw new Error("three actions");
    const stoke = { ...at("stoke.0"), uses: ["card:stoke"] };
    const decision = composed({
      ...DECISION,
      actions: [
        action(0, "build", build.f, [
          action(8, "industry:coal", coal.f, [stoke, { ...at("leek.1"), uses: ["card:leek", "card:coal"] }]),
        ]),
        { ...network, uses: ["card:stoke", "card:leek", "card:coal"] },
      ],
    });
    const picks = pick(decision, new Map(), "card:coal");
    const { rows, targets, question } = narrow(decision, picks);
    expect(rows.map(({ name }) => name)).toEqual(["build industry:coal build:leek.1", "network link:leek-stoke"]);
    expect(targets).toContain("card:leek");
    expect(question).toBeNull();
    expect([...early(decision, picks)]).toEqual([["card", "coal"]]);
    const asked = { ...DECISION, actions: [action(40, "card:coal", { kind: "card", card: "coal" })] };
    expect([...answering(asked, picks)]).toEqual([["card", "coal"]]);
    expect([...pick(decision, picks, "space:stoke.0")]).toEqual([["space", "stoke.0"]]);
  });

  it("is left as it is where no action leads on", () => {
    const plain = { ...DECISION, actions: DECISION.actions.slice(2) };
    expect(composed(plain)).toBe(plain);
  });
});
