/** A tile on the map. */
import { SeatShape, seatStyle } from "../../ui/PlayerMark";
import { resourceOf, roman, tileFacts } from "./facts";
import { Glyph, Good } from "./glyphs";
import styles from "./Map.module.css";
import { useWords } from "./words";

/** The side of the box in which spaces and tiles are drawn; on the map they stand larger. */
export const UNIT = 44;
const HALF = UNIT / 2;

interface TileMarkProps {
  tile: string;
  owner: number;
  flipped: boolean;
  goods: number;
  /** Cubes or barrels that what is considered would take. */
  taken?: number;
  /** Whether there is room for all that is printed on it. */
  isWhole: boolean;
}

/** A tile in its owner's colour: paper while it waits, full of colour when it is flipped. */
export function TileMark({ tile, owner, flipped, goods, taken = 0, isWhole }: TileMarkProps) {
  const facts = tileFacts(tile);
  if (!facts) return null;
  const resource = resourceOf(facts.industry);
  const size = goods > 4 ? 8.4 : 10;
  const hasWorth = flipped && isWhole;
  const place = hasWorth
    ? { x: 13, y: 30.5, size: 17 }
    : { x: HALF, y: goods > 0 ? 22.5 : 26, size: goods > 0 ? 17 : 23 };
  return (
    <g className={styles.tile} data-flipped={flipped || undefined} style={seatStyle(owner)}>
      <rect className={styles.tileBody} x={1} y={1} width={UNIT - 2} height={UNIT - 2} rx={6} />
      <Glyph name={facts.industry} {...place} />
      <circle className={styles.badge} cx={9} cy={9} r={8} />
      <g transform="translate(9 9) scale(0.6)">
        <SeatShape seat={owner} />
      </g>
      {resource && goods > 0
        ? Array.from({ length: goods }, (_, n) => (
            <Good
              key={n}
              name={resource}
              x={HALF + (n - (goods - 1) / 2) * (size - 1.4)}
              y={36.6}
              size={size}
              ghost={n >= goods - taken}
            />
          ))
        : null}
    </g>
  );
}

/**
 * The letters and numbers of a tile, for the eye: they lie over the space's button, whose name says them in words.
 * Inside of it they would have to be a part of that name.
 */
export function TilePrint({ tile, owner, flipped }: Pick<TileMarkProps, "tile" | "owner" | "flipped">) {
  const { number } = useWords().locale;
  const facts = tileFacts(tile);
  if (!facts) return null;
  return (
    <g className={styles.tile} data-flipped={flipped || undefined} style={seatStyle(owner)}>
      <text className={styles.level} x={UNIT - 4} y={14} textAnchor="end">
        {roman(facts.level)}
      </text>
      {flipped ? (
        <g className={styles.worth}>
          <Glyph name="points" x={27} y={24} size={7} />
          <text x={31} y={28.2}>
            {number(facts.points)}
          </text>
          <Glyph name="link" x={27} y={36} size={7} />
          <text x={31} y={40.2}>
            {number(facts.links)}
          </text>
        </g>
      ) : null}
    </g>
  );
}
