import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import scene from "./fixtures/window.json";
import { TradeLab } from "./TradeLab";
import { InEnglish, type Scene, seats } from "./testing";
import type { MonopolyView } from "./types";

const board = (scene as unknown as Scene).view.board as unknown as MonopolyView;
const lab = (at: number, view = board) => <TradeLab id="abcdefgh" at={at} eyes={undefined} seats={seats} view={view} />;
const first = () => screen.getAllByRole<HTMLInputElement>("checkbox")[0] as HTMLInputElement;

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("keeps what is chosen from one position to the next, as far as it can still be traded", () => {
  const { rerender } = render(lab(3), { wrapper: InEnglish });
  fireEvent.click(first());
  rerender(lab(4));
  expect(first().checked).toBe(true);
  const sold = { ...board, players: board.players.map((one) => ({ ...one, deeds: [], jail_cards: [] })) };
  rerender(lab(5, sold));
  expect(screen.queryAllByRole("checkbox")).toEqual([]);
  rerender(lab(6));
  expect(first().checked).toBe(true);
});

it("says who can make no offer by that player's name", async () => {
  const error = { code: "illegal_action", message: "seat 0 may make no offer here: it has nothing", hint: "" };
  vi.stubGlobal("fetch", async () => new Response(JSON.stringify({ error }), { status: 409 }));
  render(lab(3), { wrapper: InEnglish });
  fireEvent.click(first());
  fireEvent.click(screen.getByRole("button", { name: "What is it worth?" }));
  const said = (await screen.findByRole("alert")).textContent;
  expect(said).toMatch(/^By the rules (Ana|Bob|Cleo|Dan) can make no offer here\.$/);
});
