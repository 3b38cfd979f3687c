import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import type { View } from "../../api/types";
import { Board } from "./Board";
import { MOMENTS, moment, propsOf, show } from "./testing";
import type { BrassView } from "./view";

afterEach(cleanup);

function board(name: string, more = {}) {
  const props = propsOf(name, more);
  const { container } = show(<Board {...props} />, props.seats);
  const spot = (ref: string) => {
    const found = container.querySelector<SVGGElement>(`[data-ref="${ref}"]`);
    if (!found) throw new Error(`nothing is ${ref}`);
    return found;
  };
  return { props, container, spot };
}

test.each(MOMENTS)("the map of %s shows every target, has one tab stop, and says everything in words", (name) => {
  const { props, container, spot } = board(name);
  for (const ref of props.targets)
    if (ref.startsWith("space:") || ref.startsWith("line:")) expect(spot(ref).dataset.target, ref).toBe("true");
  expect(container.querySelectorAll("svg [tabindex='0']")).toHaveLength(1);
  for (const one of container.querySelectorAll("[aria-label]"))
    expect(one.getAttribute("aria-label")).not.toMatch(/brass|_ui|undefined|\{/);
  expect(container.textContent).not.toMatch(/brass_ui|brass\./);
});

describe("an element of the map", () => {
  test("is picked where it is offered, asked about where not", () => {
    const { props, spot } = board("rail-link");
    fireEvent.click(spot("line:birmingham-worcester"));
    expect(props.onPick).toHaveBeenCalledWith("line:birmingham-worcester");
    fireEvent.click(spot("line:burton-walsall"));
    expect(props.onWhy).toHaveBeenCalledWith("line:burton-walsall");
    fireEvent.click(spot("space:stoke.0"));
    expect(props.onWhy).toHaveBeenCalledWith("space:stoke.0");
  });

  test("takes the place of what was picked before, and after a pick only news stand over the map", async () => {
    const chosen = "line:birmingham-worcester";
    const considered = moment("rail-link").actions.find(({ f }) => `line:${f.line}` === chosen);
    const more = { targets: new Set([chosen]), picked: new Set([chosen]), considered };
    const { props, spot } = board("rail-link", more);
    await waitFor(() => expect(props.preview).toHaveBeenCalled());
    expect(screen.getByText("A link here is worth 2 VP now.")).toBeTruthy();
    expect(screen.queryByText(/^Lay a rail/)).toBeNull();
    fireEvent.click(spot("line:burton-cannock"));
    expect(props.onPick).toHaveBeenCalledWith("line:burton-cannock");
    expect(props.onWhy).not.toHaveBeenCalled();
  });

  test("has a name that says what is there", () => {
    const { spot } = board("rail-beer");
    expect(spot("space:uttoxeter.1").getAttribute("aria-label")).toBe(
      "Uttoxeter, space 2 of 2, brewery 2, of Cezar, 2 barrels",
    );
    expect(spot("line:burton-walsall").getAttribute("aria-label")).toBe(
      "Line Burton-on-Trent and Walsall, no link, canal only, worth 5 VP now",
    );
    expect(spot("space:shrewsbury.0").getAttribute("aria-label")).toBe("Shrewsbury, merchant 1 of 1, buys nothing");
  });

  test("is walked to by arrows, used by Enter, asked about by ?", () => {
    const { props, spot } = board("rail-link");
    spot("space:stoke.1").focus();
    fireEvent.keyDown(spot("space:stoke.1"), { key: "ArrowRight" });
    expect(document.activeElement).toBe(spot("space:stoke.2"));
    expect(spot("space:stoke.2").getAttribute("tabindex")).toBe("0");
    fireEvent.keyDown(spot("space:stoke.2"), { key: "ArrowRight" });
    fireEvent.keyDown(spot("line:leek-stoke"), { key: "Enter" });
    expect(props.onPick).toHaveBeenCalledWith("line:leek-stoke");
    fireEvent.keyDown(spot("line:leek-stoke"), { key: "?" });
    expect(props.onWhy).toHaveBeenCalledWith("line:leek-stoke");
  });

  test("is found by Page Down where it can be picked", () => {
    const { props, spot } = board("rail-link");
    fireEvent.keyDown(spot("space:stoke.1"), { key: "PageDown" });
    const ref = (document.activeElement as HTMLElement | null)?.dataset.ref;
    expect(props.targets.has(ref ?? "")).toBe(true);
  });
});

describe("before a choice", () => {
  test("the market's price and the link's points are shown", async () => {
    const { props, spot } = board("rail-link");
    fireEvent.focus(spot("line:birmingham-worcester"));
    expect(screen.getByText(/^Lay a rail between Birmingham and Worcester for £5/)).toBeTruthy();
    expect(screen.getByText("A link here is worth 2 VP now.")).toBeTruthy();
    await screen.findByText("Bob buys a cube of coal from the market for £1.", undefined);
    expect(props.preview).toHaveBeenCalledTimes(1);
  });

  test("the source of beer is marked, with the way to it", async () => {
    const { container, spot } = board("rail-beer");
    fireEvent.focus(spot("space:uttoxeter.1"));
    await waitFor(() => expect(spot("space:uttoxeter.1").dataset.source).toBe("true"));
    expect(container.querySelectorAll("svg polyline").length).toBe(2);
    expect(screen.getByText("1 barrel left there.")).toBeTruthy();
  });

  test("a preview is not asked for twice", async () => {
    const { props, spot } = board("rail-link");
    const site = spot("line:birmingham-worcester");
    fireEvent.focus(site);
    await waitFor(() => expect(props.preview).toHaveBeenCalledTimes(1));
    await waitFor(() => expect(screen.getByText(/Bob buys/)).toBeTruthy());
    fireEvent.blur(site);
    fireEvent.focus(site);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(props.preview).toHaveBeenCalledTimes(1);
  });
});

describe("what is considered", () => {
  /** The map while an action is considered, after which the server says that the view is otherwise. */
  function considering(name: string, action: string, change: (after: BrassView) => void) {
    const { view, actions } = moment(name);
    const after = structuredClone(view);
    change(after);
    const answer = { lines: [], view: { board: after } as unknown as View, decision: null, reasons: [] };
    const considered = actions.find((one) => one.name === action);
    return board(name, { considered, preview: async () => answer });
  }

  test("stands as a ghost on its space", async () => {
    const { spot } = considering("canal-build", moment("canal-build").actions[0]?.name ?? "", (after) => {
      Object.assign(after.places[3]?.spaces[0] ?? {}, { owner: 0, tile: "cotton 1" });
    });
    const id = moment("canal-build").view.places[3]?.spaces[0]?.id;
    await waitFor(() => expect(spot(`space:${id}`).querySelector("[data-ghost]")).toBeTruthy());
  });

  test("lies as a ghost on its line, with the points that it would score", async () => {
    const { container, spot } = considering("rail-link", "link:birmingham-worcester", (after) => {
      Object.assign(after.lines.find(({ id }) => id === "birmingham-worcester") ?? {}, { owner: 1, points: 4 });
    });
    await waitFor(() => expect(container.querySelectorAll("g[data-ghost]")).toHaveLength(2));
    expect(spot("line:birmingham-worcester").querySelector("text")?.textContent).toBe("4");
  });

  test("takes goods that are marked as gone", async () => {
    const { container } = considering("rail-beer", "take:uttoxeter.1", (after) => {
      for (const place of after.places)
        for (const space of place.spaces) if (space.id === "uttoxeter.1") space.goods -= 1;
    });
    await waitFor(() => expect(container.querySelectorAll("[data-good=beer][data-ghost]").length).toBeGreaterThan(0));
  });

  test("yields to what the pointer is on; a pointer that leaves does not take the focus's place", () => {
    const { spot } = board("rail-link");
    fireEvent.focus(spot("line:birmingham-worcester"));
    expect(screen.getByText(/^Lay a rail between Birmingham and Worcester/)).toBeTruthy();
    fireEvent.pointerEnter(spot("line:burton-cannock"), { pointerType: "mouse" });
    expect(screen.queryByText(/^Lay a rail between Birmingham and Worcester/)).toBeNull();
    fireEvent.pointerLeave(spot("line:burton-cannock"));
    expect(screen.getByText(/^Lay a rail between Birmingham and Worcester/)).toBeTruthy();
  });
});

test("an overlay shows the points of all links", () => {
  const { spot } = board("rail-link");
  fireEvent.click(screen.getByRole("button", { name: "Link points" }));
  expect(spot("line:derby-uttoxeter").querySelector("text")?.textContent).toBe("6");
  expect(screen.getByRole("button", { name: "Link points" }).getAttribute("aria-pressed")).toBe("true");
});

test("keys zoom, and 0 shows the whole map again", () => {
  const { container, spot } = board("rail-link");
  const svg = container.querySelector("svg[role=group]");
  fireEvent.keyDown(spot("space:stoke.0"), { key: "+" });
  expect(svg?.getAttribute("viewBox")).not.toBe("0 0 1200 1180");
  fireEvent.keyDown(spot("space:stoke.0"), { key: "0" });
  expect(svg?.getAttribute("viewBox")).toBe("0 0 1200 1180");
});

test("a drag moves the map and picks nothing; a key picks after it", () => {
  const { props, container, spot } = board("rail-link");
  const svg = container.querySelector("svg[role=group]");
  const site = spot("line:birmingham-worcester");
  if (!svg) throw new Error("no map");
  fireEvent.pointerDown(svg, { pointerId: 1, clientX: 10, clientY: 10, buttons: 1 });
  fireEvent.pointerMove(svg, { pointerId: 1, clientX: 60, clientY: 10, buttons: 1 });
  fireEvent.pointerUp(svg, { pointerId: 1 });
  fireEvent.click(site, { detail: 1 });
  expect(props.onPick).not.toHaveBeenCalled();
  fireEvent.keyDown(site, { key: "Enter" });
  expect(props.onPick).toHaveBeenCalledTimes(1);
});

test("the order bar tells era, round, who spent what and who is next", () => {
  board("rail-beer");
  expect(screen.getByText("Rail era")).toBeTruthy();
  expect(screen.getByText("round 2 of 8")).toBeTruthy();
  expect(screen.getByLabelText("Bob, has spent £20")).toBeTruthy();
});
