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
  /** The line after what is considered. */
  after: Line | undefined;
  era: Era;
  faded: boolean;
}

function use(line: Line): "both" | "canal" | "rail" {
  return line.canal && line.rail ? "both" : line.canal ? "canal" : "rail";
}

/** Who has a link there, or would have. */
function ownerOf({ line, after }: Pick<Props, "line" | "after">): { owner: number | null; isGhost: boolean } {
  const would = line.owner === null ? (after?.owner ?? null) : null;
  return { owner: line.owner ?? would, isGhost: would !== null };
}

export function MapArms({ line, after, era, faded }: Props) {
  const { owner, isGhost } = ownerOf({ line, after });
  const layout = LINE.get(line.id);
  if (!layout) return null;
  const d = layout.arms.map((end) => `M${layout.site.x} ${layout.site.y}L${end.x} ${end.y}`).join("");
  return (
    <g
      className={styles.arms}
      data-use={use(line)}
      data-closed={!line[era] || undefined}
      data-faded={faded || undefined}
      data-ghost={isGhost || undefined}
      style={owner === null ? undefined : seatStyle(owner)}
    >
      {owner === null ? (
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

export function MapSite({ line, after, era, faded, showPoints }: Props & { showPoints: boolean }) {
  const words = useWords();
  const { targets } = useInteraction();
  const layout = LINE.get(line.id);
  if (!layout) return null;
  const isTarget = targets.has(`line:${line.id}`);
  const { owner, isGhost } = ownerOf({ line, after });
  // where a link can be laid, what it would score decides
  const hasPoints = showPoints || isTarget || isGhost;
  const label = describeLine(line, words);
  return (
    <g
      data-faded={faded || undefined}
      className={styles.place}
      data-ghost={isGhost || undefined}
      style={owner === null ? undefined : seatStyle(owner)}
    >
      <MapSpot id={`line:${line.id}`} label={label} {...layout.site}>
        <circle className={styles.hit} r={SITE + 3} />
        {owner === null ? (
          <circle className={styles.site} r={hasPoints ? SITE : 7} data-closed={!line[era] || undefined} />
        ) : (
          <circle className={styles.laidSite} r={SITE} />
        )}
        {hasPoints ? (
          <text className={styles.sitePoints} y={6.4} textAnchor="middle" data-laid={owner !== null || undefined}>
            {words.locale.number((isGhost ? after : line)?.points ?? line.points)}
          </text>
        ) : owner !== null ? (
          <g className={styles.laidGlyph}>
            <Glyph name={era} size={20} />
          </g>
        ) : null}
        {owner === null ? null : (
          <g transform="translate(12 -11)">
            <circle className={styles.badge} r={8.5} />
            <g transform="scale(0.62)">
              <SeatShape seat={owner} />
            </g>
          </g>
        )}
        <circle className={styles.ring} r={SITE + 2} />
      </MapSpot>
    </g>
  );
}
