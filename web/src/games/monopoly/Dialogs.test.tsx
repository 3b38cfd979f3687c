import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Problem } from "../../api/client";
import type { Decision, GameView, Preview } from "../../api/types";
import type { BoardProps } from "../registry";
import { Dialogs, ownKinds, standingAnswer } from "./Dialogs";
import auction from "./fixtures/auction.json";
import buying from "./fixtures/buying.json";
import debt from "./fixtures/debt.json";
import offer from "./fixtures/offer.json";
import scene from "./fixtures/window.json";
import { SeatPanel } from "./SeatPanel";
import { NOTHING } from "./standing";
import { InEnglish, propsOf, type Scene } from "./testing";
import type { MonopolyView, Trade } from "./types";

afterEach(cleanup);

function show(at: unknown, more: Partial<BoardProps> = {}) {
  const set = propsOf(at, more);
  render(<Dialogs {...set.props} />, { wrapper: InEnglish });
  return set;
}

const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>("button", { name });
const press = (name: string | RegExp) => fireEvent.click(button(name));
const at = (one: unknown) => one as Scene;
const viewOf = (one: unknown) => at(one).view.board as unknown as MonopolyView;

describe("the trade builder", () => {
  it("sends a whole offer as one sequence", async () => {
    const reply = vi.fn(async () => ({ seat: 3, action: "reject", m: { k: "monopoly.action.reject" } }));
    const { act, preview } = show(scene, { reply });
    press("Trade…");
    fireEvent.change(screen.getByRole("combobox", { name: "Partner" }), { target: { value: "3" } });
    fireEvent.click(screen.getByRole("checkbox", { name: /Pacific Avenue/ }));
    fireEvent.click(screen.getByRole("checkbox", { name: /St. Charles Place/ }));
    fireEvent.change(screen.getAllByRole("spinbutton", { name: "Cash" })[0] as HTMLElement, {
      target: { value: "75" },
    });
    const whole = [
      ...["trade:3", "item:st-charles-place", "item:pacific-avenue"],
      ...["offer-cash", "digit:7", "digit:5", "done"],
    ];
    await waitFor(() => expect(preview).toHaveBeenCalledWith(whole));
    await waitFor(() => expect(button("Make the offer").disabled).toBe(false));
    expect(await screen.findByText("Dan would probably decline.")).toBeTruthy();
    expect(reply).toHaveBeenCalledWith(whole);
    press("Make the offer");
    expect(act.mock.calls).toEqual([[whole]]);
    expect(screen.queryByRole("dialog")).toBeNull();
  });
  it("lets only change hands what the server lets", async () => {
    show(scene);
    press("Trade…");
    await waitFor(() =>
      expect(screen.getByRole<HTMLInputElement>("checkbox", { name: /Vermont/ }).disabled).toBe(true),
    );
    expect(screen.getByRole<HTMLInputElement>("checkbox", { name: /Reading/ }).disabled).toBe(false);
  });
  it("says why an offer cannot be made", async () => {
    show(scene);
    press("Trade…");
    fireEvent.change(screen.getByRole("combobox", { name: "Partner" }), { target: { value: "3" } });
    fireEvent.click(screen.getByRole("checkbox", { name: /Pacific Avenue/ }));
    fireEvent.click(screen.getByRole("checkbox", { name: /St. Charles Place/ }));
    fireEvent.change(screen.getAllByRole("spinbutton", { name: "Cash" })[1] as HTMLElement, {
      target: { value: "9999" },
    });
    await screen.findByText("This much cash cannot be paid or asked for.");
    expect(button("Make the offer").disabled).toBe(true);
  });
  it("opens from a player's panel", () => {
    const { props } = propsOf(scene);
    render(
      <>
        <SeatPanel {...props} seat={2} />
        <Dialogs {...props} />
      </>,
      { wrapper: InEnglish },
    );
    fireEvent.click(screen.getAllByRole("button", { name: "Trade…" })[0] as HTMLElement);
    expect(screen.getByText("Trade with Cleo")).toBeTruthy();
  });
});

describe("an offer to me", () => {
  it("is accepted or declined", () => {
    const { act } = show(offer);
    expect(screen.getByRole("heading", { name: "Dan offers you a trade" })).toBeTruthy();
    press("Accept");
    press("Decline");
    expect(act.mock.calls).toEqual([[["accept"]], [["reject"]]]);
  });
  it("tells what else would be paid", async () => {
    const line = (k: string, a: Record<string, unknown>) => ({ at: 1, seat: 0, m: { k: `monopoly.event.${k}`, a } });
    const lines = [
      line("traded", { seat: 3, partner: 0, given: ["boardwalk"], taken: ["nothing"] }),
      line("pays.for", { seat: 0, to: "bank", amount: 15, reason: "interest" }),
    ];
    show(offer, { preview: async () => ({ lines, view: null, decision: null, reasons: [] }) });
    await screen.findByText("Ana pays the bank $15 of interest on mortgages.");
    expect(screen.queryByText(/Dan and Ana trade/)).toBeNull();
  });
  it("is declined for now, and others by themselves until something has changed", () => {
    const { act, props } = show(offer);
    press("Not now");
    expect(act).toHaveBeenCalledTimes(1);
    cleanup();
    const decision = { ...at(offer).decision, id: "d500" };
    const later = { ...viewOf(offer), turns: viewOf(offer).turns + 1 };
    render(<Dialogs {...props} view={later} decision={decision} />, { wrapper: InEnglish });
    expect(act.mock.calls).toEqual([[["reject"]], [["reject"]]]);
    expect(screen.getByText("Offers of Dan are declined until something has changed.")).toBeTruthy();
    cleanup();
    const richer = later.players.map((one) => (one.seat === 0 ? { ...one, cash: one.cash * 1.2 } : one));
    render(<Dialogs {...props} view={{ ...later, players: richer }} decision={decision} />, { wrapper: InEnglish });
    expect(act).toHaveBeenCalledTimes(2);
    expect(button("Accept")).toBeTruthy();
  });
  it("is answered by a changed offer, which is sent as soon as I may trade", async () => {
    const { act, props } = show(offer);
    press("Change the offer…");
    expect(act).not.toHaveBeenCalled();
    expect(screen.getByText("Trade with Dan")).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>("checkbox", { name: /Pacific/ }).checked).toBe(true);
    const asked = screen.getAllByRole<HTMLInputElement>("spinbutton", { name: "Cash" })[1] as HTMLInputElement;
    expect(asked.value).toBe("120");
    fireEvent.change(asked, { target: { value: "90" } });
    press("Decline, offer this");
    expect(act.mock.calls).toEqual([[["reject"]]]);
    expect(screen.getByText("Your offer to Dan is sent as soon as you may trade.")).toBeTruthy();
    cleanup();
    const preview = async () => ({ lines: [], view: null, decision: null, reasons: [] });
    render(<Dialogs {...props} preview={preview} view={viewOf(scene)} decision={at(scene).decision} />, {
      wrapper: InEnglish,
    });
    await waitFor(() => expect(act).toHaveBeenCalledTimes(2));
    expect(act.mock.calls[1]?.[0]).toContain("trade:3");
    expect(act.mock.calls[1]?.[0].slice(-4)).toEqual(["ask-cash", "digit:9", "digit:0", "done"]);
    expect(screen.queryByText(/is sent as soon as/)).toBeNull();
  });
  it("opens the changed offer again where the rules do not allow it", async () => {
    const { props } = show(offer);
    press("Change the offer…");
    press("Decline, offer this");
    cleanup();
    const reasons = [{ k: "monopoly.why.no_such_amount" }];
    const preview = async () => ({ lines: [], view: null, decision: null, reasons });
    render(<Dialogs {...props} preview={preview} view={viewOf(scene)} decision={at(scene).decision} />, {
      wrapper: InEnglish,
    });
    await screen.findByText("This much cash cannot be paid or asked for.");
    expect(button("Make the offer").disabled).toBe(true);
  });
  it("is changed with what may change hands, and what the agent would probably say", async () => {
    const items = ["pacific-avenue", "st-charles-place", "chance-card"];
    const decision = { ...at(offer).decision, actions: items.map((item) => ({ f: { kind: "item", item } })) };
    const preview = vi.fn(async () => ({ lines: [], view: null, decision, reasons: [] }) as unknown as Preview);
    const reply = vi.fn(async () => ({ seat: 3, action: "accept", m: { k: "monopoly.action.accept" } }));
    const { act } = show(offer, { preview, reply });
    press("Change the offer…");
    expect(await screen.findByText("Dan would probably accept.")).toBeTruthy();
    expect(preview).toHaveBeenCalledWith(["trade:3"]);
    const boxes = screen.getAllByRole<HTMLInputElement>("checkbox");
    const open = boxes.filter((box) => !box.disabled).length;
    expect(open).toBe(items.length);
    expect(boxes.length).toBeGreaterThan(open);
    expect(act).not.toHaveBeenCalled();
  });
  it("tells what both have after it", () => {
    show(offer);
    const after = [...document.querySelectorAll("li")].map((one) => one.textContent);
    const cash = (seat: number, paid: number) => (viewOf(offer).players[seat]?.cash ?? 0) - paid;
    const { money = 0 } = viewOf(offer).pending.at(-1) as Trade;
    const dollars = (amount: number) => `$${amount.toLocaleString("en")}`;
    expect(after).toContain(`Cash of Ana after it: ${dollars(cash(0, -money))}`);
    expect(after).toContain(`Cash of Dan after it: ${dollars(cash(3, money))}`);
  });
});

describe("an auction", () => {
  it("has quick bids, any amount, and a way out", () => {
    const { act } = show(auction);
    press("Bid $180");
    fireEvent.change(screen.getByRole("spinbutton", { name: "Amount" }), { target: { value: "207" } });
    press("Bid");
    press("Drop out");
    expect(act.mock.calls).toEqual([
      [["bid:+50"]],
      [["bid:exact", "digit:2", "digit:0", "digit:7", "done"]],
      [["pass"]],
    ]);
  });
  it("asks again before a bid of nearly all", () => {
    const { act } = show(auction);
    fireEvent.change(screen.getByRole("spinbutton", { name: "Amount" }), { target: { value: "9000" } });
    press("Bid");
    expect(act).not.toHaveBeenCalled();
    press("Bid");
    expect(act.mock.calls).toEqual([[["bid:exact", "digit:9", "digit:0", "digit:0", "digit:0", "done"]]]);
  });
  it("is left to the page up to a limit", () => {
    const { act } = show(auction);
    fireEvent.change(screen.getByRole("spinbutton", { name: "Bid up to" }), { target: { value: "200" } });
    press("Start");
    expect(act.mock.calls).toEqual([[["bid:least"]]]);
    expect(screen.getByText("Bidding for you up to $200.")).toBeTruthy();
  });
  it("is seen by those who do not bid", () => {
    show(auction, { me: 2, decision: null });
    expect(screen.getByText("Ana is to bid.")).toBeTruthy();
    expect(screen.queryAllByRole("button")).toEqual([]);
  });
});

describe("a debt", () => {
  it("is raised by sales put together first", async () => {
    const { act } = show(debt);
    expect(screen.getByText("You have $640; $310 are missing.")).toBeTruthy();
    press("Mortgage Reading Railroad for $100");
    await screen.findByText("Together $100 of $310");
    press("Mortgage St. Charles Place for $70");
    await screen.findByText("Together $170 of $310");
    press("Raise $170");
    expect(act.mock.calls).toEqual([[["mortgage:reading-railroad", "mortgage:st-charles-place"]]]);
  });
  it("is paid when the server says so", async () => {
    const view = viewOf(debt);
    const paid = { ...at(debt).view, board: { ...view, pending: [] } as unknown as GameView };
    show(debt, { preview: async () => ({ lines: [], view: paid, decision: at(scene).decision, reasons: [] }) });
    press("Mortgage Reading Railroad for $100");
    await screen.findByText("Enough: the debt is paid.");
    expect(screen.queryByText("Mortgage")).toBeNull();
  });
  it("counts the cash that there is after a sale", async () => {
    const view = viewOf(debt);
    const players = view.players.map((player) => (player.seat === 0 ? { ...player, cash: 725 } : player));
    const after = { ...at(debt).view, board: { ...view, players } as unknown as GameView };
    show(debt, { preview: async () => ({ lines: [], view: after, decision: null, reasons: [] }) });
    press("Mortgage Reading Railroad for $100");
    await screen.findByText("Together $85 of $310");
  });
  it("takes a choice back", async () => {
    show(debt);
    press("Mortgage Reading Railroad for $100");
    await screen.findByText("Together $100 of $310");
    press("Take back");
    await screen.findByText("Together $0 of $310");
  });
  it("takes over what an agent would do", async () => {
    show(debt, { suggest: async () => ["mortgage:reading-railroad", "mortgage:st-charles-place"] });
    press("Choose for me");
    await screen.findByText("Together $170 of $310");
  });
  it("says so where everything is too little", async () => {
    const view = viewOf(debt);
    const players = view.players.map((player) => (player.seat === 0 ? { ...player, cash: 725 } : player));
    const after = { ...at(debt).view, board: { ...view, players } as unknown as GameView };
    const preview = async () => ({ lines: [], view: after, decision: null, reasons: [] });
    show(debt, { preview, suggest: async () => ["bankrupt"] });
    press("Choose for me");
    expect((await screen.findByRole("alert")).textContent).toContain("Everything you have raises $85 of $310");
  });
  it("says what went wrong where the agent does not answer", async () => {
    const fail = async () => {
      throw new Problem("busy", "wait for the last answer", "", 409);
    };
    show(debt, { suggest: fail });
    press("Choose for me");
    await screen.findByText("Wait for the last answer");
    await waitFor(() => expect(button("Choose for me").disabled).toBe(false));
  });
  it("asks twice before bankruptcy", () => {
    const give = { id: 12, name: "bankrupt", m: { k: "monopoly.action.bankrupt" }, f: { kind: "bankrupt" } };
    const decision: Decision = { ...at(debt).decision, actions: [...at(debt).decision.actions, give] };
    const { act } = show(debt, { decision });
    press("Declare bankruptcy");
    expect(act).not.toHaveBeenCalled();
    press("Declare bankruptcy");
    expect(act.mock.calls).toEqual([[["bankrupt"]]]);
  });
});

describe("what is left to the dock", () => {
  it("is everything that has no panel of its own", () => {
    const own = (one: unknown) => ownKinds(at(one).decision, viewOf(one));
    expect(own(buying)).toEqual([]);
    expect(own(scene)).toEqual(["trade"]);
    expect(own(auction)).toEqual(["bid", "pass"]);
    expect(own(offer)).toEqual(["accept", "reject"]);
    expect(own(debt)).toContain("mortgage");
  });
  it("leaves no action of a scene without a place", () => {
    for (const one of [auction, offer, debt]) {
      const kinds = new Set(at(one).decision.actions.map(({ f }) => f.kind));
      expect([...kinds].filter((kind) => !ownKinds(at(one).decision, viewOf(one)).includes(String(kind)))).toEqual([]);
    }
  });
  it("is not answered by the page where it was not told to", () => {
    expect(standingAnswer(at(auction).decision, viewOf(auction), NOTHING, 1)).toBeNull();
    const other = { ...NOTHING, autoBid: { lot: "boardwalk", limit: 500 } };
    expect(standingAnswer(at(auction).decision, viewOf(auction), other, 1)).toBeNull();
  });
});
