import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { leftOf, MARKETS, type TILES } from "./facts";
import { nextPrices } from "./MarketsPane";
import { SeatPanel } from "./SeatPanel";
import { Side } from "./Side";
import { moment, propsOf, show } from "./testing";

afterEach(cleanup);

function side(name: string, more = {}) {
  const props = propsOf(name, more);
  const { container } = show(<Side {...props} />, props.seats);
  return { props, container };
}

test("a card that the decision asks for is picked, another says why not", () => {
  const { props, container } = side("rail-card");
  const cards = [...container.querySelectorAll<HTMLElement>("[data-ref^='card:']")];
  expect(cards).toHaveLength(moment("rail-card").view.players[moment("rail-card").seat]?.hand?.length ?? -1);
  const offered = cards.filter((card) => card.dataset.target);
  const useless = cards.filter((card) => card.dataset.useless);
  expect(offered.length).toBeGreaterThan(0);
  expect(offered.length + useless.length).toBe(cards.length);
  for (const card of offered) fireEvent.click(card);
  expect(props.onPick).toHaveBeenCalledTimes(offered.length);
  for (const card of useless) fireEvent.click(card);
  expect(props.onWhy).toHaveBeenCalledTimes(useless.length);
});

test("where no card is asked for, none is marked as of no use", () => {
  const { container } = side("rail-link");
  expect(container.querySelectorAll("[data-useless]")).toHaveLength(0);
});

test("a hand is seen by its player only", () => {
  side("rail-link", { me: null });
  expect(screen.getByText("Only its player sees a hand.")).toBeTruthy();
});

test("the mat shows the next tiles, then all with what is printed on them, of every seat", () => {
  const { container } = side("canal-action");
  expect(container.querySelector("table")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "All tiles" }));
  expect(container.querySelectorAll("table")).toHaveLength(6);
  const seats = within(screen.getByRole("group", { name: "Whose mat" }));
  fireEvent.click(seats.getByRole("button", { name: "Cezar" }));
  expect(seats.getByRole("button", { name: "Cezar" }).getAttribute("aria-pressed")).toBe("true");
});

test("what is left of a stack are its highest tiles", () => {
  expect(leftOf("cotton", 11).map(({ left }) => left)).toEqual([3, 2, 3, 3]);
  expect(leftOf("cotton", 7).map(({ left }) => left)).toEqual([0, 1, 3, 3]);
  for (const name of ["rail-link", "rail-sell", "finished"])
    for (const player of moment(name).view.players)
      for (const [industry, stack] of Object.entries(player.mat)) {
        const lowest = leftOf(industry as keyof typeof TILES, stack.left).find(({ left }) => left > 0);
        expect(lowest?.tile.name ?? null).toBe(stack.next);
      }
});

test("the next prices begin with the one that the engine tells", () => {
  for (const name of ["canal-action", "rail-link", "rail-beer", "finished"]) {
    const { markets } = moment(name).view;
    for (const good of ["coal", "iron"] as const)
      expect(nextPrices(good, markets[good].cubes, 1)).toEqual([markets[good].price]);
  }
  expect(nextPrices("coal", 2, 3)).toEqual([7, 7, MARKETS.coal.empty]);
  expect(nextPrices("iron", 0, 2)).toEqual([6, 6]);
});

test("merchants tell what they buy and bring", () => {
  side("rail-link");
  expect(
    screen.getByLabelText(/^Oxford, merchant 1 of 2, buys cotton, its barrel brings 2 spaces of income$/),
  ).toBeTruthy();
});

test("a seat's panel tells what everybody may know", () => {
  const props = propsOf("rail-beer");
  show(<SeatPanel {...props} seat={0} />, props.seats);
  for (const name of ["Money", "Income", "VP", "Spent", "Cards", "Links left"])
    expect(screen.getByText(name)).toBeTruthy();
  expect(screen.getByText("£6")).toBeTruthy();
});
