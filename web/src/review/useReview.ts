/** The review of a game, asked for again until nothing more comes. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Problem } from "../api/client";
import type { Eyes } from "../api/eyes";
import { type Review, reviews } from "../api/review";

/** Milliseconds between two answers; the server itself waits for news. */
const PAUSE = 200;
/** Milliseconds after which a server that could not answer is asked again. */
const AGAIN = 3000;

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
    refetchInterval: ({ state: { data, error } }) => {
      if (!data || isFinal(data)) return false;
      if (!error) return PAUSE;
      return mayPass(error) ? AGAIN : false;
    },
  });
}

/** Whether the same question may be answered later: no network, too many questions, a fault of the server. */
function mayPass(error: Error): boolean {
  return error instanceof Problem && (error.status === 0 || error.status === 429 || error.status >= 500);
}

/** Whether nothing more will come. */
export function isFinal({ stage }: Review): boolean {
  return stage === "done" || stage === "failed";
}
