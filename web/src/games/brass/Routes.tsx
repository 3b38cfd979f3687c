/** The ways on the map by which a choice would get its coal or beer. */
import type { Ref } from "../../api/types";
import { type Effects, marketsOf, placeOf, placesOf, route, usedAt } from "./effects";
import styles from "./Map.module.css";
import type { BrassView } from "./view";

interface RoutesProps {
  view: BrassView;
  about: Ref | null;
  effects: Effects | null;
  sources: ReadonlySet<Ref>;
}

/** The ways from where something is used to where it is taken from, or to the merchants by whom it is bought. */
export function Routes({ view, about, effects, sources }: RoutesProps) {
  if (about === null || effects === null) return null;
  const from = placesOf(usedAt(view, effects.action, about));
  const to = [...[...sources].map((ref) => placeOf(ref.slice("space:".length))), ...marketsOf(effects.action)];
  return [...new Set(to)].map((place) => {
    const points = route(view, from, place)
      .map((p) => `${p.x},${p.y}`)
      .join(" ");
    return points ? (
      <g key={place} className={styles.route}>
        <polyline points={points} />
        <polyline points={points} />
      </g>
    ) : null;
  });
}
