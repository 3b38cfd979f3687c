/** What the map can show on top of itself, one at a time. */
export const OVERLAYS = ["network", "coal", "iron", "beer", "points"] as const;
export type Overlay = (typeof OVERLAYS)[number] | "none";
