/** An element of the map that can be reached, asked about and, when it is offered, picked. */
import { createContext, type KeyboardEvent, type ReactNode, use } from "react";
import type { Ref } from "../../api/types";
import styles from "./Map.module.css";
import { isArrow } from "./walk";

export interface Interaction {
  targets: ReadonlySet<Ref>;
  /** What can be picked at all, the targets and what would take the place of an earlier pick. */
  offered: ReadonlySet<Ref>;
  picked: ReadonlySet<Ref>;
  changed: ReadonlySet<Ref>;
  /** Where the choice that is looked at would take something from. */
  sources: ReadonlySet<Ref>;
  /** The one element of the map in the order of the tabulator. */
  active: Ref;
  animate: boolean;
  /** Whether the click that ends now moved the map. */
  dragged(): boolean;
  pick(ref: Ref): void;
  why(ref: Ref): void;
  /** The pointer is on an element, or has left it. */
  point(ref: Ref | null): void;
  /** An element has the focus, or has lost it. */
  focus(ref: Ref | null): void;
  walk(from: Ref, key: string): void;
}

export const InteractionContext = createContext<Interaction | null>(null);

export function useInteraction(): Interaction {
  const found = use(InteractionContext);
  if (!found) throw new Error("an element of the map outside of the map");
  return found;
}

const WALKING = new Set(["Home", "End", "PageUp", "PageDown"]);

interface MapSpotProps {
  id: Ref;
  label: string;
  x: number;
  y: number;
  /** How much larger than it is drawn it stands on the map. */
  scale?: number;
  children: ReactNode;
}

export function MapSpot({ id, label, x, y, scale = 1, children }: MapSpotProps) {
  const { targets, offered, picked, changed, sources, active, animate, dragged, pick, why, point, focus, walk } =
    useInteraction();
  const isTarget = targets.has(id);
  // lines of the log call a merchant's space by another name than actions do
  const isChanged = changed.has(id) || changed.has(id.replace("space:", "merchant:"));
  const isOffered = offered.has(id);
  const use = () => (isOffered ? pick(id) : why(id));
  const onKeyDown = (event: KeyboardEvent) => {
    if (isArrow(event.key) || WALKING.has(event.key)) walk(id, event.key);
    else if (event.key === "Enter" || event.key === " ") use();
    else if (event.key === "?") why(id);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a button cannot stand inside a drawing
    <g
      role="button"
      tabIndex={id === active ? 0 : -1}
      aria-label={label}
      aria-disabled={!isOffered}
      aria-pressed={picked.has(id)}
      className={styles.spot}
      data-ref={id}
      data-target={isTarget || undefined}
      data-offered={isOffered || undefined}
      data-picked={picked.has(id) || undefined}
      data-changed={isChanged || undefined}
      data-source={sources.has(id) || undefined}
      data-animate={(animate && isChanged) || undefined}
      transform={`translate(${x} ${y}) scale(${scale})`}
      onClick={(event) => (event.detail > 0 && dragged() ? undefined : use())}
      onKeyDown={onKeyDown}
      onFocus={() => focus(id)}
      onBlur={() => focus(null)}
      onPointerEnter={(event) => event.pointerType === "mouse" && point(id)}
      onPointerLeave={() => point(null)}
    >
      <title>{label}</title>
      {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: it takes no focus; the label says in words what is drawn */}
      <g aria-hidden="true">{children}</g>
    </g>
  );
}
