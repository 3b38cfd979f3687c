/**
 * A view and its static view put together again: objects key by key, lists of objects element by element; all else is taken
 * from the static view.
 */
export function together(view: unknown, staticView: unknown): unknown {
  if (Array.isArray(staticView)) return staticView.map((fixed, n) => together((view as unknown[])[n], fixed));
  const whole: Record<string, unknown> = { ...(view as Record<string, unknown>) };
  for (const [key, fixed] of Object.entries(staticView as Record<string, unknown>)) {
    whole[key] = goesOn(fixed) ? together(whole[key], fixed) : fixed;
  }
  return whole;
}

/** Whether a value of the static view has parts in which the view has more. */
function goesOn(fixed: unknown): boolean {
  const one = Array.isArray(fixed) ? fixed[0] : fixed;
  return typeof one === "object" && one !== null && !Array.isArray(one);
}
