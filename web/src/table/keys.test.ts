import { beforeEach, describe, expect, it } from "vitest";
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
