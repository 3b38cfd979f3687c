/** A place of the map: its box with the spaces for tiles, or a merchant's, and its name. */
import { seatStyle } from "../../ui/PlayerMark";
import { buysOf, describeMerchant, describeSpace } from "./describe";
import { Glyph, Good } from "./glyphs";
import { PLACE, SLOT } from "./layout";
import type { Lettering } from "./lettering";
import styles from "./Map.module.css";
import { MapSpot } from "./MapSpot";
import { NamePlate } from "./NamePlate";
import { TileMark, TilePrint, UNIT } from "./TileMark";
import type { Industry, Merchant, Place, Space } from "./view";
import { useWords } from "./words";

const HALF = UNIT / 2;
/** On the map, spaces and tiles stand larger than they are drawn. */
const SCALE = SLOT / UNIT;

interface MapPlaceProps {
  place: Place;
  /** The place after what is considered. */
  after: Place | undefined;
  letters: Lettering;
  /** Is faded: the overlay is about something else. */
  faded: boolean;
  /** The seat whose network is shown and which has a part here. */
  networkOf: number | null;
  /** Whether a space is what the overlay looks for. */
  shown: (space: Space) => boolean;
}

export function MapPlace({ place, after, letters, faded, networkOf, shown }: MapPlaceProps) {
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
      <NamePlate place={place} layout={layout} letters={letters} />
      {place.spaces.map((space, n) => {
        const at = layout.spaces[n];
        return at ? (
          <MapSpace
            key={space.id}
            place={place}
            space={space}
            after={after?.spaces[n] ?? space}
            {...at}
            marked={shown(space)}
            isWhole={letters.isWhole}
          />
        ) : null;
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

interface MapSpaceProps {
  place: Place;
  space: Space;
  after: Space;
  x: number;
  y: number;
  marked: boolean;
  /** Whether there is room for all that is printed on a tile. */
  isWhole: boolean;
}

function MapSpace({ place, space, after, x, y, marked, isWhole }: MapSpaceProps) {
  const words = useWords();
  const isOther = after.tile !== space.tile || after.owner !== space.owner || after.flipped !== space.flipped;
  const { tile, owner, flipped } = after;
  return (
    <>
      <MapSpot id={`space:${space.id}`} label={describeSpace(place, space, words)} x={x} y={y} scale={SCALE}>
        <Standing space={space} taken={isOther ? 0 : space.goods - after.goods} isWhole={isWhole} />
        {isOther ? (
          <g className={styles.ghost} data-ghost>
            <Standing space={after} taken={0} isWhole={isWhole} />
          </g>
        ) : null}
        {marked ? <rect className={styles.marked} x={-2} y={-2} width={UNIT + 4} height={UNIT + 4} rx={8} /> : null}
        <rect className={styles.ring} x={-2} y={-2} width={UNIT + 4} height={UNIT + 4} rx={8} />
      </MapSpot>
      {isWhole && tile !== null && owner !== null ? (
        // biome-ignore lint/a11y/noAriaHiddenOnFocusable: it takes no focus; the space's label says it in words
        <g className={styles.print} transform={`translate(${x} ${y}) scale(${SCALE})`} aria-hidden="true">
          <TilePrint {...{ tile, owner, flipped }} />
        </g>
      ) : null}
    </>
  );
}

/** The tile on a space, or what may be built there. */
function Standing({ space, taken, isWhole }: { space: Space; taken: number; isWhole: boolean }) {
  const { tile, owner, flipped, goods, industries } = space;
  if (tile !== null && owner !== null) return <TileMark {...{ tile, owner, flipped, goods, taken, isWhole }} />;
  return (
    <>
      <rect className={styles.slot} width={UNIT} height={UNIT} rx={6} />
      <Allowed industries={industries} />
    </>
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
