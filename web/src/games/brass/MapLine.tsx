/** A line of the map, and the site on it that is clicked. */
import { SeatShape, seatStyle } from "../../ui/PlayerMark";
import { describeLine } from "./describe";
import { Glyph } from "./glyphs";
import { LINE, SITE } from "./layout";
import styles from "./Map.module.css";
import { MapSpot, useInteraction } from "./MapSpot";
import type { Era, Line } from "./view";
import { useWords } from "./words";

interface Props {
  line: Line;
  era: Era;
  faded: boolean;
}

function use(line: Line): "both" | "canal" | "rail" {
  return line.canal && line.rail ? "both" : line.canal ? "canal" : "rail";
}

export function MapArms({ line, era, faded }: Props) {
  const layout = LINE.get(line.id);
  if (!layout) return null;
  const d = layout.arms.map((end) => `M${layout.site.x} ${layout.site.y}L${end.x} ${end.y}`).join("");
  return (
    <g
      className={styles.arms}
      data-use={use(line)}
      data-closed={!line[era] || undefined}
      data-faded={faded || undefined}
      style={line.owner === null ? undefined : seatStyle(line.owner)}
    >
      {line.owner === null ? (
        <path className={styles.free} d={d} />
      ) : (
        <>
          <path className={styles.casing} d={d} />
          <path className={styles.laid} d={d} />
        </>
      )}
    </g>
  );
}

export function MapSite({ line, era, faded, showPoints }: Props & { showPoints: boolean }) {
  const words = useWords();
  const { targets } = useInteraction();
  const layout = LINE.get(line.id);
  if (!layout) return null;
  const isTarget = targets.has(`line:${line.id}`);
  const label = describeLine(line, words);
  return (
    <g
      data-faded={faded || undefined}
      className={styles.place}
      style={line.owner === null ? undefined : seatStyle(line.owner)}
    >
      <MapSpot id={`line:${line.id}`} label={label} {...layout.site}>
        <circle className={styles.hit} r={SITE + 3} />
        {line.owner === null ? (
          <circle className={styles.site} r={isTarget || showPoints ? SITE : 7} data-closed={!line[era] || undefined} />
        ) : (
          <circle className={styles.laidSite} r={SITE} />
        )}
        {showPoints ? (
          <text className={styles.sitePoints} y={5.6} textAnchor="middle" data-laid={line.owner !== null || undefined}>
            {words.locale.number(line.points)}
          </text>
        ) : line.owner !== null ? (
          <g className={styles.laidGlyph}>
            <Glyph name={era} size={20} />
          </g>
        ) : isTarget ? (
          <g className={styles.offer}>
            <Glyph name={era} size={18} />
          </g>
        ) : null}
        {line.owner === null ? null : (
          <g transform="translate(12 -11)">
            <circle className={styles.badge} r={8.5} />
            <g transform="scale(0.62)">
              <SeatShape seat={line.owner} />
            </g>
          </g>
        )}
        <circle className={styles.ring} r={SITE + 2} />
      </MapSpot>
    </g>
  );
}
