import { afterEach, expect, it, vi } from "vitest";
import { api } from "../api/client";
import { loadCatalogue } from "./catalogue";

afterEach(() => vi.restoreAllMocks());

it("adds the words of packages, and keeps the page's own", async () => {
  const asked = vi.spyOn(api, "words").mockResolvedValue({
    domains: { stones: { title: "Pietre" }, pig: { title: "Other", "agent.bold": "îndrăzneț" } },
    names: {},
  });
  const words = await loadCatalogue("ro");
  expect(asked).toHaveBeenCalledWith("ro");
  expect(words.stones).toEqual({ title: "Pietre" });
  expect(words.pig?.title).not.toBe("Other");
  expect(words.pig?.["agent.bold"]).toBe("îndrăzneț");
});

it("shows the names of the server's skin instead of its own", async () => {
  const names = { monopoly: { title: "Joc" }, monopoly_rules: { about: "Altfel" } };
  vi.spyOn(api, "words").mockResolvedValue({ domains: { monopoly: { title: "Other" } }, names });
  const words = await loadCatalogue("ro");
  expect(words.monopoly?.title).toBe("Joc");
  expect(words.monopoly?.about).toBeTruthy();
  expect(words.monopoly_rules).toEqual({ about: "Altfel" });
});

it("has the page's own words where the server gives none", async () => {
  vi.spyOn(api, "words").mockRejectedValue(new Error("offline"));
  const words = await loadCatalogue("en");
  expect(words.ui?.["board.empty"]).toBe("empty");
});

it("does not wait for a server that does not answer", async () => {
  vi.stubGlobal(
    "fetch",
    (_: string, { signal }: RequestInit) =>
      new Promise((_done, failed) => signal?.addEventListener("abort", () => failed(signal.reason))),
  );
  const soon = vi.spyOn(AbortSignal, "timeout").mockImplementation(() => {
    const ends = new AbortController();
    setTimeout(() => ends.abort("too late"), 10);
    return ends.signal;
  });
  const words = await loadCatalogue("en");
  expect(words.ui?.["board.empty"]).toBe("empty");
  expect(soon).toHaveBeenCalledOnce();
  vi.unstubAllGlobals();
});
