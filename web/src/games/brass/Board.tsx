/** The map of Brass, with what has been built, what can be picked, and what a choice would bring. */
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import type { Ref } from "../../api/types";
import type { BoardProps } from "../registry";
import styles from "./Board.module.css";
import { EffectsPanel } from "./EffectsPanel";
import { type Effects, marketsOf, placeOf, placesOf, refsOf, route, sourcesOf, usedAt, useEffects } from "./effects";
import { resourceOf, tileFacts } from "./facts";
import { Legend } from "./Legend";
import { HEIGHT, PLACE, type Point, WIDTH } from "./layout";
import mapStyles from "./Map.module.css";
import { MapArms, MapSite } from "./MapLine";
import { MapPlace } from "./MapPlace";
import { type Interaction, InteractionContext } from "./MapSpot";
import { OrderBar } from "./OrderBar";
import { OVERLAYS, type Overlay } from "./overlays";
import { around, useViewBox, whole } from "./useViewBox";
import type { BrassView, Space } from "./view";
import { isArrow, neighbour, SPOTS } from "./walk";
import { useWords } from "./words";

const ALL = whole({ width: WIDTH, height: HEIGHT });
/** Below this width, in CSS pixels, the map begins with the player's network only. */
const NARROW = 560;
const FIRST: Ref = SPOTS[0]?.ref ?? "";

export function Board(props: BoardProps) {
  const view = props.view as BrassView;
  const words = useWords();
  const svg = useRef<SVGSVGElement>(null);
  const box = useViewBox(svg, ALL);
  const [overlay, setOverlay] = useState<Overlay>("none");
  const [looked, setLooked] = useState<Ref | null>(null);
  const [active, setActive] = useState<Ref>(FIRST);
  const seat = props.me ?? view.turn;

  const chosen = props.picked.size > 0 ? onlyOne([...props.targets].filter(isOnMap)) : null;
  const offered = useMemo(() => refsOf(props.decision), [props.decision]);
  const isLooked = looked !== null && offered.has(looked);
  const about = isLooked ? looked : chosen;
  const effects = useEffects(props, about);
  const sources = useMemo(() => new Set(effects ? sourcesOf(effects) : []), [effects]);

  const startPart = useRef(false);
  useEffect(() => {
    if (startPart.current || !svg.current) return;
    startPart.current = true;
    if (svg.current.clientWidth > 0 && svg.current.clientWidth < NARROW) box.set(around(network(view, seat), 150, ALL));
  });

  const walk = (from: Ref, key: string) => {
    const next = step(from, key, props.targets);
    if (!next) return;
    setActive(next.ref);
    box.show(next);
    svg.current?.querySelector<SVGGElement>(`[data-ref="${next.ref}"]`)?.focus({ preventScroll: true });
  };
  const at = (use: (ref: Ref) => void) => (ref: Ref) => {
    if (isOnMap(ref)) setActive(ref);
    use(ref);
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
    look: setLooked,
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

  const ofOverlay = (space: Space) => overlayMarks(overlay, space);
  const fadedPlace = (networks: number[]) => overlay === "network" && seat !== null && !networks.includes(seat);
  const { part } = box;
  const spot = SPOTS.find((one) => one.ref === about);
  const side = spot && spot.y > part.y + part.height / 2 ? "top" : "bottom";
  return (
    <section className={styles.board} aria-label={words.t("map.title")}>
      <OrderBar view={view} seats={props.seats} toAct={props.toAct} />
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
            {view.lines.map((line) => (
              <MapArms key={line.id} line={line} era={view.era} faded={overlay === "network" && line.owner !== seat} />
            ))}
            <Routes view={view} about={about} effects={effects} sources={sources} />
            {view.places.map((place) => (
              <MapPlace
                key={place.id}
                place={place}
                faded={fadedPlace(place.networks)}
                networkOf={overlay === "network" && seat !== null && place.networks.includes(seat) ? seat : null}
                shown={ofOverlay}
              />
            ))}
            {view.lines.map((line) => (
              <MapSite
                key={line.id}
                line={line}
                era={view.era}
                faded={overlay === "network" && line.owner !== seat && !props.targets.has(`line:${line.id}`)}
                showPoints={overlay === "points"}
              />
            ))}
          </svg>
        </InteractionContext>
        <fieldset className={styles.zoom} aria-label={words.t("zoom.title")}>
          <button type="button" onClick={() => box.zoom(1.5)} aria-label={words.t("zoom.in")}>
            +
          </button>
          {box.isZoomed ? (
            <>
              <button type="button" onClick={() => box.zoom(1 / 1.5)} aria-label={words.t("zoom.out")}>
                −
              </button>
              <button type="button" onClick={box.reset}>
                {words.t("zoom.all")}
              </button>
            </>
          ) : null}
        </fieldset>
        <EffectsPanel effects={effects} about={about} view={view} me={props.me} side={side} isChosen={!isLooked} />
      </div>
      <Legend era={view.era} />
    </section>
  );
}

function isOnMap(ref: Ref): boolean {
  return ref.startsWith("space:") || ref.startsWith("line:");
}

function onlyOne(refs: Ref[]): Ref | null {
  return refs.length === 1 ? (refs[0] ?? null) : null;
}

/** Where a key leads from a spot: arrows to a neighbour, PageDown and PageUp through what can be picked, Home, End. */
function step(from: Ref, key: string, targets: ReadonlySet<Ref>) {
  const here = SPOTS.find((spot) => spot.ref === from) ?? SPOTS[0];
  if (!here) return undefined;
  if (isArrow(key)) return neighbour(here, key);
  const offered = SPOTS.filter((spot) => targets.has(spot.ref));
  const at = offered.findIndex((spot) => spot.ref === from);
  switch (key) {
    case "Home":
      return offered[0] ?? SPOTS[0];
    case "End":
      return offered.at(-1) ?? SPOTS.at(-1);
    case "PageDown":
      return offered[(at + 1) % offered.length];
    default:
      return offered.at(at <= 0 ? -1 : at - 1);
  }
}

/** The middles of the places of a seat's network. */
function network(view: BrassView, seat: number | null): Point[] {
  if (seat === null) return [];
  return view.places
    .filter((place) => place.networks.includes(seat))
    .flatMap((place) => PLACE.get(place.id)?.centre ?? []);
}

function overlayMarks(overlay: Overlay, space: Space): boolean {
  const facts = space.tile ? tileFacts(space.tile) : undefined;
  return facts !== undefined && space.goods > 0 && resourceOf(facts.industry) === overlay;
}

interface RoutesProps {
  view: BrassView;
  about: Ref | null;
  effects: Effects | null;
  sources: ReadonlySet<Ref>;
}

/** The ways from where something is used to where it is taken from, or to the merchants by whom it is bought. */
function Routes({ view, about, effects, sources }: RoutesProps) {
  if (about === null || effects === null) return null;
  const from = placesOf(usedAt(view, effects.action, about));
  const to = [...[...sources].map((ref) => placeOf(ref.slice("space:".length))), ...marketsOf(effects.action)];
  return [...new Set(to)].map((place) => {
    const points = route(view, from, place)
      .map((p) => `${p.x},${p.y}`)
      .join(" ");
    return points ? (
      <g key={place} className={mapStyles.route}>
        <polyline points={points} />
        <polyline points={points} />
      </g>
    ) : null;
  });
}

function OverlayChoice({ overlay, onChoose }: { overlay: Overlay; onChoose(overlay: Overlay): void }) {
  const { t } = useWords();
  return (
    <fieldset className={styles.overlays} aria-label={t("overlay.title")}>
      {OVERLAYS.map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={overlay === one}
          onClick={() => onChoose(overlay === one ? "none" : one)}
        >
          {t(`overlay.${one}`)}
        </button>
      ))}
    </fieldset>
  );
}
