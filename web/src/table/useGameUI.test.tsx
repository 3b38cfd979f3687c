import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { api } from "../api/client";
import { useGameUI } from "./useGameUI";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

it("has no board while the server cannot tell, and asks again", async () => {
  vi.useFakeTimers();
  const asked = vi.spyOn(api, "board").mockRejectedValueOnce(new Error("offline")).mockResolvedValue({ parts: [] });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useGameUI("stones"), { wrapper });
  expect(result.current).toBeUndefined();
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(result.current).toBeNull(); // the general board
  await act(() => vi.advanceTimersByTimeAsync(5000));
  expect(asked).toHaveBeenCalledTimes(2);
  vi.useRealTimers(); // for what is imported then
  await act(() => vi.waitFor(() => expect(result.current?.Board).toBeTruthy(), { timeout: 8000 }));
}, 10_000);
