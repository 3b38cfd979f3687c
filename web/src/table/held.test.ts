import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { GameRow, HeldTable } from "../api/types";
import { forgetTable, heldGames } from "./held";
import { invites } from "./invites";
import { forget, keep, seatKeys } from "./keys";

/** The server's tables, by the token that opens each. */
let there: Record<string, { token: string; game: GameRow }>;
let asked: HeldTable[][];
let meanwhile: () => void;

function row(id: string, created: string, status: GameRow["status"] = "running"): GameRow {
  const rules = { k: "pig.preset.standard" };
  return { id, game: "pig", rules, status, seats: [], at: 0, turn: null, created, public: false };
}

beforeEach(() => {
  seatKeys.set({});
  there = {};
  asked = [];
  meanwhile = () => undefined;
  vi.stubGlobal("fetch", async (_path: string, { body }: { body: string }) => {
    const { tables } = JSON.parse(body) as { tables: HeldTable[] };
    asked.push(tables);
    meanwhile();
    const games = tables.flatMap(({ id, tokens }) => {
      const one = there[id];
      return one && tokens.includes(one.token) ? [one.game] : [];
    });
    return { ok: true, status: 200, json: async () => ({ games }) };
  });
});
afterEach(() => vi.unstubAllGlobals());

it("asks for every table with its keys, a hundred at a time, and has the newest first", async () => {
  for (let n = 0; n < 150; n += 1) {
    const id = `table${String(n).padStart(4, "0")}`;
    keep(id, { 0: `token${n}` });
    there[id] = { token: `token${n}`, game: row(id, `2026-01-01T00:00:${String(n).padStart(3, "0")}`) };
  }
  const games = await heldGames();
  expect(asked.map((tables) => tables.length)).toEqual([100, 50]);
  expect(games).toHaveLength(150);
  expect(games[0]?.id).toBe("table0149");
});

it("keeps keys that open nothing, asks for them once, and for no address that was made up", async () => {
  keep("elsewhere1", { 0: "token" });
  keep("stays0001", { "?": "good" });
  keep("<b>", { 0: "token" });
  there = { stays0001: { token: "good", game: row("stays0001", "1") } };
  expect((await heldGames()).map(({ id }) => id)).toEqual(["stays0001"]);
  expect((await heldGames()).map(({ id }) => id)).toEqual(["stays0001"]);
  expect(asked).toEqual([
    [
      { id: "elsewhere1", tokens: ["token"] },
      { id: "stays0001", tokens: ["good"] },
    ],
    [{ id: "stays0001", tokens: ["good"] }],
  ]);
  expect(Object.keys(seatKeys.get()).sort()).toEqual(["<b>", "elsewhere1", "stays0001"]);
});

it("asks again for a table whose link has been replaced, while the server was asked or later", async () => {
  keep("replaced1", { 0: "old" });
  there = { replaced1: { token: "new", game: row("replaced1", "1") } };
  meanwhile = () => keep("replaced1", { 0: "new" });
  expect(await heldGames()).toEqual([]);
  meanwhile = () => undefined;
  expect(await heldGames()).toHaveLength(1);
});

it("fails where the server cannot be reached", async () => {
  keep("unreached1", { 0: "token" });
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
  await expect(heldGames()).rejects.toMatchObject({ code: "offline" });
});

it("remembers games that are over, as long as their keys are kept", async () => {
  keep("finished1", { 0: "token" });
  there = { finished1: { token: "token", game: row("finished1", "1", "over") } };
  await heldGames();
  expect(await heldGames()).toHaveLength(1);
  expect(asked).toHaveLength(1);
  forget("finished1");
  expect(await heldGames()).toEqual([]);
});

it("drops the keys and invitations of a table that its owner has forgotten", () => {
  keep("forgotten1", { 0: "token" });
  invites.add("forgotten1", { 1: "link" });
  forgetTable("forgotten1");
  expect(seatKeys.get()).toEqual({});
  expect(localStorage.getItem("magnate.invites")).not.toContain("forgotten1");
});
