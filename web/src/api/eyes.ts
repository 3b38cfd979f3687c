/**
 * Whose eyes look: those of the seat that a token opens; or nobody's, with such a token to open the table's door alone,
 * because the screen is being handed over. (A table that is not public shows itself to nobody without a token.)
 */
export type Eyes = { readonly seat: string } | { readonly door: string };

/** The token of these eyes. */
export function tokenOf(eyes: Eyes): string {
  return "seat" in eyes ? eyes.seat : eyes.door;
}

/** Whether the server shows what the public sees, whatever the token. */
export function watchesOnly(eyes: Eyes): boolean {
  return "door" in eyes;
}

/** Whether two looks at a table show the same. */
export function sameEyes(one: Eyes | undefined, other: Eyes | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return tokenOf(one) === tokenOf(other) && watchesOnly(one) === watchesOnly(other);
}
