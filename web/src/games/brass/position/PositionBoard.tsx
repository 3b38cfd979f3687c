/** The map of a position that is being edited: a space, a merchant or a line that is pressed can be changed. */
import { type KeyboardEvent, useMemo, useRef, useState } from "react";
import type { Ref } from "../../../api/types";
import type { PositionProps } from "../../registry";
import board from "../Board.module.css";
import { HEIGHT, WIDTH } from "../layout";
import { lettering } from "../lettering";
import map from "../Map.module.css";
import { MapArms, MapSite } from "../MapLine";
import { MapPlace } from "../MapPlace";
import { type Interaction, InteractionContext } from "../MapSpot";
import { MarketTracks } from "../MarketsPane";
import { useViewBox, whole } from "../useViewBox";
import { SPOTS, step } from "../walk";
import { useWords } from "../words";
import { ZoomButtons } from "../ZoomButtons";
import { type BrassFields, mapOf } from "./edit";
import styles from "./Position.module.css";
import { SpotPanel } from "./SpotPanel";

const ALL = whole({ width: WIDTH, height: HEIGHT });
const NONE: ReadonlySet<Ref> = new Set();
const EVERY: ReadonlySet<Ref> = new Set(SPOTS.map(({ ref }) => ref));
const nothing = () => undefined;

export function PositionBoard(props: PositionProps) {
  const { t } = useWords();
  const svg = useRef<SVGSVGElement>(null);
  const box = useViewBox(svg, ALL);
  const [active, setActive] = useState<Ref>(SPOTS[0]?.ref ?? "");
  const { picked, onPick } = props;
  const view = mapOf(props.view, props.fields as BrassFields);
  const chosen = useMemo(() => (picked === null ? NONE : new Set([picked])), [picked]);
  const interaction: Interaction = {
    ...{ targets: NONE, offered: EVERY, picked: chosen, changed: NONE, sources: NONE },
    ...{ active, animate: false, dragged: box.dragged, why: nothing, point: nothing, focus: nothing },
    pick: (ref) => {
      setActive(ref);
      onPick(ref);
    },
    walk: (from, key) => {
      const next = step(from, key, NONE);
      if (!next) return;
      setActive(next.ref);
      box.show(next);
      svg.current?.querySelector<SVGGElement>(`[data-ref="${next.ref}"]`)?.focus({ preventScroll: true });
    },
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "+" || event.key === "=") box.zoom(1.4);
    else if (event.key === "-") box.zoom(1 / 1.4);
    else if (event.key === "0") box.reset();
    else return;
    event.preventDefault();
  };
  const { part } = box;
  const letters = lettering(box.scale);
  const spot = SPOTS.find(({ ref }) => ref === picked);
  return (
    <div className={board.board}>
      <div className={`${board.stage} ${styles.stage}`}>
        <InteractionContext value={interaction}>
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a drawing */}
          <svg
            ref={svg}
            className={map.map}
            viewBox={`${part.x} ${part.y} ${part.width} ${part.height}`}
            role="group"
            aria-label={t("map.help")}
            data-zoomed={box.isZoomed || undefined}
            onKeyDown={onKeyDown}
            onDoubleClick={() => (box.isZoomed ? box.reset() : box.zoom(2.2))}
            {...box.handlers}
          >
            {view.lines.map((line) => (
              <MapArms key={line.id} line={line} after={undefined} era={view.era} faded={false} />
            ))}
            <MarketTracks view={view} />
            {view.places.map((place) => (
              <MapPlace
                key={place.id}
                {...{ place, letters, after: undefined, faded: false, networkOf: null, shown: () => false }}
              />
            ))}
            {view.lines.map((line) => (
              <MapSite key={line.id} line={line} after={undefined} era={view.era} faded={false} showPoints={false} />
            ))}
          </svg>
        </InteractionContext>
        <ZoomButtons box={box} />
        <SpotPanel {...props} map={view} side={spot && spot.y > part.y + part.height / 2 ? "top" : "bottom"} />
      </div>
    </div>
  );
}
