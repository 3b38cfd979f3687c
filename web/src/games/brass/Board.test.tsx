import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import { Board } from "./Board";
import { MOMENTS, propsOf, show } from "./testing";

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
    const { props, spot } = board("rail-link", { targets: new Set([chosen]), picked: new Set([chosen]) });
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
    await waitFor(() => expect(screen.getByText("Bob buys a cube of coal from the market for £1.")).toBeTruthy());
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
