/** The review of a game, asked for again until nothing more comes. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Eyes } from "../api/eyes";
import { type Review, reviews } from "../api/review";

/** Milliseconds between two answers; the server itself waits for news. */
const PAUSE = 200;

export function useReview(id: string, eyes: Eyes | undefined, enabled = true) {
  const queries = useQueryClient();
  const queryKey = ["review", id, eyes ?? null];
  return useQuery({
    queryKey,
    queryFn: () => {
      const known = queries.getQueryData<Review>(queryKey);
      return reviews.review(id, eyes, known && !isFinal(known) ? known.version : undefined);
    },
    enabled,
    refetchInterval: ({ state }) => (state.data && !isFinal(state.data) && !state.error ? PAUSE : false),
  });
}

/** Whether nothing more will come. */
export function isFinal({ stage }: Review): boolean {
  return stage === "done" || stage === "failed";
}
