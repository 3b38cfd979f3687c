import { beforeEach, describe, expect, it, vi } from "vitest";
import { readSettings } from "../ui/settings";
import { forget, keep, keysOf, seatKeys, seatLink, takeFromAddress } from "./keys";

beforeEach(() => {
  seatKeys.set({});
  history.replaceState(null, "", "/g/abc");
});

describe("the secrets of seats", () => {
  it("come from a link, and leave the address", () => {
    const link = new URL(seatLink("abc", 2, "s3cret_token-1"));
    history.replaceState(null, "", `/g/abc?at=3${link.hash}`);
    takeFromAddress("abc");
    expect(keysOf(seatKeys.get(), "abc")).toEqual({ 2: "s3cret_token-1" });
    expect(location.hash).toBe("");
    expect(location.search).toBe("?at=3");
    expect(JSON.parse(localStorage.getItem("magnate.seats") ?? "")).toEqual({ abc: { 2: "s3cret_token-1" } });
  });

  it.each([
    ["one that opens the table takes its place", [{ id: "abc" }], "good_link_1"],
    ["one that opens nothing is left", [], "my_own_key_1"],
  ])("stay where another link comes for a seat: %s", async (_what, games, stays) => {
    keep("abc", { 0: "my_own_key_1" });
    const fetched = vi.fn(async () => ({ ok: true, status: 200, json: async () => ({ games }) }));
    vi.stubGlobal("fetch", fetched);
    history.replaceState(null, "", "/g/abc#seat=0.good_link_1");
    const taken = takeFromAddress("abc");
    expect(location.hash).toBe("");
    await taken;
    expect(keysOf(seatKeys.get(), "abc")).toEqual({ 0: stays });
    history.replaceState(null, "", `/g/abc#seat=0.${stays}`); // the same again asks nobody
    await takeFromAddress("abc");
    expect(fetched).toHaveBeenCalledTimes(1);
    vi.unstubAllGlobals();
  });

  it("are not made of anything else in the address", () => {
    history.replaceState(null, "", "/g/abc#seat=<script>");
    takeFromAddress("abc");
    expect(seatKeys.get()).toEqual({});
    expect(location.hash).toBe("");
  });

  it("are kept seat by seat, and forgotten", () => {
    keep("abc", { 0: "aaaaaaaa" });
    keep("abc", { 1: "bbbbbbbb" });
    forget("abc", "0");
    expect(keysOf(seatKeys.get(), "abc")).toEqual({ 1: "bbbbbbbb" });
    forget("abc");
    expect(seatKeys.get()).toEqual({});
  });
});

describe("settings", () => {
  it("begin as the browser prefers", () => {
    expect(readSettings(null, ["de-DE", "fa-IR", "en"])).toMatchObject({ language: "fa", theme: "system", speed: 1 });
    expect(readSettings("rubbish", ["de"]).language).toBe("en");
  });
  it("keep what is valid of what was stored", () => {
    expect(readSettings({ language: "ro", speed: 3, shortcuts: false, theme: "pink" }, [])).toMatchObject({
      language: "ro",
      speed: 1,
      shortcuts: false,
      theme: "system",
    });
  });
});
