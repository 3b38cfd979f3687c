/**
 * Whose eyes look: a seat's token; or such a token that opens the table, but looks with nobody's eyes, because the
 * screen is being handed over. (A table that is not public shows itself to nobody without a token.)
 */
const ONLY = "watch:";

/** Let a token open the table, and see what the public sees. */
export function watching(token: string): string {
  return ONLY + token;
}

/** What the server is told of these eyes. */
export function spoken(eyes: string): { token: string; watch: boolean } {
  return eyes.startsWith(ONLY) ? { token: eyes.slice(ONLY.length), watch: true } : { token: eyes, watch: false };
}
