/** The map of Brass, with what has been built, what can be picked, and what a choice would bring. */
import { type KeyboardEvent, useMemo, useRef, useState } from "react";
import type { Ref } from "../../api/types";
import type { BoardProps } from "../registry";
import { usePreview } from "../usePreview";
import styles from "./Board.module.css";
import { EffectsPanel } from "./EffectsPanel";
import { actionOf, refOf, refsOf, sourcesOf } from "./effects";
import { Legend } from "./Legend";
import { HEIGHT, PLACE, type Point, WIDTH } from "./layout";
import { lettering } from "./lettering";
import mapStyles from "./Map.module.css";
import { MapArms, MapSite } from "./MapLine";
import { MapPlace } from "./MapPlace";
import { type Interaction, InteractionContext } from "./MapSpot";
import { MarketTracks } from "./MarketsPane";
import { OrderBar } from "./OrderBar";
import { isOverlaid, type Overlay, OverlayChoice } from "./Overlays";
import { Routes } from "./Routes";
import { useFraming } from "./useFraming";
import { useViewBox, whole } from "./useViewBox";
import type { BrassView } from "./view";
import { SPOTS, step } from "./walk";
import { useWords } from "./words";
import { ZoomButtons } from "./ZoomButtons";

const ALL = whole({ width: WIDTH, height: HEIGHT });
const FIRST: Ref = SPOTS[0]?.ref ?? "";

export function Board(props: BoardProps) {
  const view = props.view as BrassView;
  const words = useWords();
  const svg = useRef<SVGSVGElement>(null);
  const box = useViewBox(svg, ALL);
  const [overlay, setOverlay] = useState<Overlay>("none");
  const [pointed, setPointed] = useState<Ref | null>(null);
  const [focused, setFocused] = useState<Ref | null>(null);
  const [active, setActive] = useState<Ref>(FIRST);
  const seat = props.me ?? view.turn;

  const offered = useMemo(() => refsOf(props.decision), [props.decision]);
  const looked = [pointed, focused].find((ref) => ref !== null && offered.has(ref)) ?? null;
  const action = (looked === null ? props.considered : actionOf(props.decision, looked)) ?? null;
  const begun = props.begun ?? null;
  const preview = usePreview(props, action ? [action.name] : null);
  const effects = useMemo(() => (action ? { action, preview } : begun), [action, preview, begun]);
  const about = looked ?? (effects && refOf(effects.action));
  const sources = useMemo(() => new Set(effects ? sourcesOf(effects) : []), [effects]);
  const so = (begun?.preview.view?.board ?? null) as BrassView | null;
  const after = (preview?.view?.board ?? so) as BrassView | null;

  useFraming(svg, box, ALL, {
    targets: props.targets,
    home: network(view, seat),
    chosen: props.considered && refOf(props.considered),
  });

  const walk = (from: Ref, key: string) => {
    const next = step(from, key, props.targets);
    if (!next) return;
    setActive(next.ref);
    box.show(next);
    svg.current?.querySelector<SVGGElement>(`[data-ref="${next.ref}"]`)?.focus({ preventScroll: true });
  };
  const at = (use: BoardProps["onWhy"]) => (ref: Ref) => {
    if (SPOTS.some((spot) => spot.ref === ref)) setActive(ref);
    use?.(ref);
  };
  const interaction: Interaction = {
    targets: props.targets,
    offered,
    picked: props.picked,
    changed: props.changed,
    sources,
    active,
    animate: props.animate,
    dragged: box.dragged,
    pick: at(props.onPick),
    why: at(props.onWhy),
    point: setPointed,
    focus: setFocused,
    walk,
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "+" || event.key === "=") box.zoom(1.4);
    else if (event.key === "-") box.zoom(1 / 1.4);
    else if (event.key === "0") box.reset();
    else return;
    event.preventDefault();
  };

  const fadedPlace = (networks: number[]) => overlay === "network" && seat !== null && !networks.includes(seat);
  const letters = lettering(box.scale);
  const { part } = box;
  const spot = SPOTS.find((one) => one.ref === about);
  const side = spot && spot.y > part.y + part.height / 2 ? "top" : "bottom";
  return (
    <section className={styles.board} aria-label={words.t("map.title")}>
      <OrderBar view={view} seats={props.seats} toAct={props.toAct} />
      <div className={styles.stage}>
        <Legend era={view.era} />
        <OverlayChoice overlay={overlay} onChoose={setOverlay} />
        <div className={styles.frame}>
          <InteractionContext value={interaction}>
            {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a drawing */}
            <svg
              ref={svg}
              className={mapStyles.map}
              viewBox={`${part.x} ${part.y} ${part.width} ${part.height}`}
              role="group"
              aria-label={words.t("map.help")}
              data-zoomed={box.isZoomed || undefined}
              onKeyDown={onKeyDown}
              onDoubleClick={() => (box.isZoomed ? box.reset() : box.zoom(2.2))}
              {...box.handlers}
            >
              {view.lines.map((line, n) => (
                <MapArms
                  key={line.id}
                  line={line}
                  after={after?.lines[n]}
                  era={view.era}
                  faded={overlay === "network" && line.owner !== seat}
                />
              ))}
              <MarketTracks view={view} />
              <Routes view={so ?? view} about={about} effects={effects} sources={sources} />
              {view.places.map((place, n) => (
                <MapPlace
                  key={place.id}
                  place={place}
                  after={after?.places[n]}
                  letters={letters}
                  faded={fadedPlace(place.networks)}
                  networkOf={overlay === "network" && seat !== null && place.networks.includes(seat) ? seat : null}
                  shown={(space) => isOverlaid(overlay, space)}
                />
              ))}
              {view.lines.map((line, n) => (
                <MapSite
                  key={line.id}
                  line={line}
                  after={after?.lines[n]}
                  era={view.era}
                  faded={overlay === "network" && line.owner !== seat && !props.targets.has(`line:${line.id}`)}
                  showPoints={overlay === "points"}
                />
              ))}
            </svg>
          </InteractionContext>
          <ZoomButtons box={box} />
          <EffectsPanel
            effects={effects}
            about={about}
            view={view}
            me={props.me}
            side={side}
            from={looked !== null && action !== props.considered ? "map" : props.picked.size > 0 ? "choice" : "button"}
          />
        </div>
      </div>
    </section>
  );
}

/** The middles of the places of a seat's network. */
function network(view: BrassView, seat: number | null): Point[] {
  if (seat === null) return [];
  return view.places
    .filter((place) => place.networks.includes(seat))
    .flatMap((place) => PLACE.get(place.id)?.centre ?? []);
}
