/** A place of the map: its box with the spaces for tiles, or a merchant's, and its name. */
import { SeatShape, seatStyle } from "../../ui/PlayerMark";
import { buysOf, describeBonus, describeMerchant, describeSpace } from "./describe";
import { type BonusKind, bannerOf, bonusOf, resourceOf, roman, tileFacts } from "./facts";
import { Glyph, type GlyphName, Good } from "./glyphs";
import { LETTER, NAME, PLACE, type PlaceLayout, SLOT } from "./layout";
import styles from "./Map.module.css";
import { MapSpot, useInteraction } from "./MapSpot";
import type { Industry, Merchant, Place, Space } from "./view";
import { useWords } from "./words";

/** The side of the box in which spaces and tiles are drawn; on the map they stand larger. */
const UNIT = 44;
const HALF = UNIT / 2;
const SCALE = SLOT / UNIT;

interface MapPlaceProps {
  place: Place;
  /** Is faded: the overlay is about something else. */
  faded: boolean;
  /** The seat whose network is shown and which has a part here. */
  networkOf: number | null;
  /** Whether a space is what the overlay looks for. */
  shown: (space: Space) => boolean;
}

export function MapPlace({ place, faded, networkOf, shown }: MapPlaceProps) {
  const layout = PLACE.get(place.id);
  if (!layout) return null;
  const { box } = layout;
  return (
    <g data-kind={layout.kind} data-faded={faded || undefined} className={styles.place}>
      <rect
        className={styles.box}
        {...box}
        rx={9}
        data-network={networkOf !== null || undefined}
        style={networkOf === null ? undefined : seatStyle(networkOf)}
      />
      <NamePlate place={place} layout={layout} />
      {place.spaces.map((space, n) => {
        const at = layout.spaces[n];
        return at ? <MapSpace key={space.id} place={place} space={space} {...at} marked={shown(space)} /> : null;
      })}
      {layout.kind === "merchant"
        ? layout.spaces.map((at, n) => {
            const merchant = place.merchants[n];
            return merchant ? (
              <MapMerchant key={merchant.id} place={place} merchant={merchant} {...at} />
            ) : (
              <rect key={n} className={styles.closed} {...at} width={SLOT} height={SLOT} rx={6} />
            );
          })
        : null}
    </g>
  );
}

const BONUS_GLYPHS: Record<BonusKind, GlyphName | null> = {
  vp: "points",
  income_spaces: "income",
  develop: "develop",
  money: null,
};

function NamePlate({ place, layout }: { place: Place; layout: PlaceLayout }) {
  const words = useWords();
  const { targets, picked, dragged, pick } = useInteraction();
  const { box } = layout;
  const town = `town:${place.id}`;
  const name = layout.kind === "farm" ? words.t("map.farm") : words.place(place.id);
  const bonus = layout.kind === "merchant" ? bonusOf(place.id) : undefined;
  const room = box.width - (bonus ? 48 : 8);
  const isTooLong = [...name].length * (LETTER + 0.6) > room;
  const glyph = bonus ? BONUS_GLYPHS[bonus.type] : null;
  const y = box.y + box.height - NAME;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut; by keyboard a space of the town says the same
    <g
      className={styles.plate}
      data-banner={bannerOf(place.id)}
      data-target={targets.has(town) || undefined}
      data-picked={picked.has(town) || undefined}
      onClick={targets.has(town) ? () => dragged() || pick(town) : undefined}
    >
      <path d={`M${box.x} ${y}h${box.width}v${NAME - 8}a8 8 0 0 1-8 8h${16 - box.width}a8 8 0 0 1-8-8z`} />
      <text
        x={bonus ? box.x + 6 : layout.centre.x}
        y={y + 15.4}
        textAnchor={bonus ? "start" : "middle"}
        {...(isTooLong ? { textLength: room, lengthAdjust: "spacingAndGlyphs" } : {})}
      >
        {name}
      </text>
      {bonus ? (
        <g>
          <title>{describeBonus(place.id, words)}</title>
          {glyph ? <Glyph name={glyph} x={box.x + box.width - 28} y={y + 10.5} size={14} /> : null}
          {bonus.type === "develop" ? null : (
            <text x={box.x + box.width - 6} y={y + 15.4} textAnchor="end">
              {bonus.type === "money" ? words.t("map.pounds", { n: bonus.amount }) : words.locale.number(bonus.amount)}
            </text>
          )}
        </g>
      ) : null}
    </g>
  );
}

interface MapSpaceProps {
  place: Place;
  space: Space;
  x: number;
  y: number;
  marked: boolean;
}

function MapSpace({ place, space, x, y, marked }: MapSpaceProps) {
  const words = useWords();
  return (
    <MapSpot id={`space:${space.id}`} label={describeSpace(place, space, words)} x={x} y={y} scale={SCALE}>
      {space.tile !== null && space.owner !== null ? (
        <TileMark tile={space.tile} owner={space.owner} flipped={space.flipped} goods={space.goods} />
      ) : (
        <>
          <rect className={styles.slot} width={UNIT} height={UNIT} rx={6} />
          <Allowed industries={space.industries} />
        </>
      )}
      {marked ? <rect className={styles.marked} x={-2} y={-2} width={UNIT + 4} height={UNIT + 4} rx={8} /> : null}
      <rect className={styles.ring} x={-2} y={-2} width={UNIT + 4} height={UNIT + 4} rx={8} />
    </MapSpot>
  );
}

/** What may be built on a free space. */
function Allowed({ industries }: { industries: Industry[] }) {
  const [one, other] = industries;
  if (one && !other) return <Glyph name={one} x={HALF} y={HALF} size={25} />;
  return (
    <>
      {one ? <Glyph name={one} x={14} y={15} size={19} /> : null}
      {other ? <Glyph name={other} x={30} y={30} size={19} /> : null}
      <path className={styles.or} d={`M${UNIT - 8} 8L8 ${UNIT - 8}`} />
    </>
  );
}

interface TileMarkProps {
  tile: string;
  owner: number;
  flipped: boolean;
  goods: number;
}

/** A tile in its owner's colour: paper while it waits, full of colour when it is flipped. */
export function TileMark({ tile, owner, flipped, goods }: TileMarkProps) {
  const { number } = useWords().locale;
  const facts = tileFacts(tile);
  if (!facts) return null;
  const resource = resourceOf(facts.industry);
  const size = goods > 4 ? 8.4 : 10;
  const isFull = goods > 0 || flipped;
  return (
    <g className={styles.tile} data-flipped={flipped || undefined} style={seatStyle(owner)}>
      <rect className={styles.tileBody} x={1} y={1} width={UNIT - 2} height={UNIT - 2} rx={6} />
      <Glyph name={facts.industry} x={HALF} y={isFull ? 22.5 : 26} size={isFull ? 17 : 23} />
      <text className={styles.level} x={UNIT - 4} y={13.5} textAnchor="end">
        {roman(facts.level)}
      </text>
      <circle className={styles.badge} cx={9} cy={9} r={8} />
      <g transform="translate(9 9) scale(0.6)">
        <SeatShape seat={owner} />
      </g>
      {resource && goods > 0
        ? Array.from({ length: goods }, (_, n) => (
            <Good key={n} name={resource} x={HALF + (n - (goods - 1) / 2) * (size - 1.4)} y={36.6} size={size} />
          ))
        : null}
      {flipped ? (
        <g className={styles.worth}>
          <Glyph name="points" x={6.5} y={37} size={7.5} />
          <text x={11} y={40.6}>
            {number(facts.points)}
          </text>
          <Glyph name="link" x={29.5} y={37} size={8} />
          <text x={34.5} y={40.6}>
            {number(facts.links)}
          </text>
        </g>
      ) : null}
    </g>
  );
}

const BUY_SPOTS: Record<number, { x: number; y: number; size: number }[]> = {
  1: [{ x: 21, y: 21, size: 26 }],
  3: [
    { x: 13, y: 13, size: 16 },
    { x: 31, y: 13, size: 16 },
    { x: 14, y: 31, size: 16 },
  ],
};

interface MapMerchantProps {
  place: Place;
  merchant: Merchant;
  x: number;
  y: number;
}

function MapMerchant({ place, merchant, x, y }: MapMerchantProps) {
  const words = useWords();
  const buys = buysOf(merchant) as Industry[];
  const spots = BUY_SPOTS[buys.length] ?? [];
  return (
    <MapSpot id={`space:${merchant.id}`} label={describeMerchant(place, merchant, words)} x={x} y={y} scale={SCALE}>
      <rect className={styles.merchant} width={UNIT} height={UNIT} rx={6} />
      {buys.length === 0 ? <path className={styles.nothing} d="M15 15L29 29M29 15L15 29" /> : null}
      {spots.map((spot, n) => {
        const name = buys[n];
        return name ? <Glyph key={name} name={name} {...spot} /> : null;
      })}
      {buys.length > 0 ? <Good name="beer" x={36} y={35} size={17} ghost={!merchant.barrel} /> : null}
      <rect className={styles.ring} x={-2} y={-2} width={UNIT + 4} height={UNIT + 4} rx={8} />
    </MapSpot>
  );
}
