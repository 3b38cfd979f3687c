/** The name of a place, on a plate under its spaces; a merchant's has what its barrels bring. */
import { describeBonus } from "./describe";
import { type BonusKind, bannerOf, bonusOf } from "./facts";
import { Glyph, type GlyphName } from "./glyphs";
import { LETTER, NAME, type PlaceLayout } from "./layout";
import type { Lettering } from "./lettering";
import styles from "./Map.module.css";
import { useInteraction } from "./MapSpot";
import type { Place } from "./view";
import { useWords } from "./words";

const BONUS_GLYPHS: Record<BonusKind, GlyphName | null> = {
  vp: "points",
  income_spaces: "income",
  develop: "develop",
  money: null,
};

interface NamePlateProps {
  place: Place;
  layout: PlaceLayout;
  letters: Lettering;
}

export function NamePlate({ place, layout, letters }: NamePlateProps) {
  const words = useWords();
  const { targets, picked, dragged, pick } = useInteraction();
  const { box } = layout;
  const town = `town:${place.id}`;
  const { isWhole, size } = letters;
  const height = isWhole ? NAME : size + 6;
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
      {isWhole || layout.kind !== "farm" ? (
        <path d={`M${box.x} ${y}h${box.width}v${height - 8}a8 8 0 0 1-8 8h${16 - box.width}a8 8 0 0 1-8-8z`} />
      ) : null}
      {isWhole ? (
        <Whole place={place} layout={layout} size={size} y={y} />
      ) : layout.kind === "farm" ? null : (
        <text
          x={layout.centre.x}
          y={y + height * 0.78}
          textAnchor="middle"
          style={{ fontSize: size }}
          {...fitting(words.t(`short.${place.id}`), box.width - 8, size * 0.66)}
        >
          {words.t(`short.${place.id}`)}
        </text>
      )}
    </g>
  );
}

/** A text that is too long for its room is drawn narrower. */
function fitting(text: string, room: number, letter: number) {
  return [...text].length * letter > room ? { textLength: room, lengthAdjust: "spacingAndGlyphs" } : {};
}

function Whole({ place, layout, size, y }: { place: Place; layout: PlaceLayout; size: number; y: number }) {
  const words = useWords();
  const { box } = layout;
  const name = layout.kind === "farm" ? words.t("map.farm") : words.place(place.id);
  const bonus = layout.kind === "merchant" ? bonusOf(place.id) : undefined;
  const glyph = bonus ? BONUS_GLYPHS[bonus.type] : null;
  const base = y + 17.6;
  return (
    <>
      <text
        x={bonus ? box.x + 6 : layout.centre.x}
        y={base}
        style={{ fontSize: size }}
        textAnchor={bonus ? "start" : "middle"}
        {...fitting(name, box.width - (bonus ? 50 : 8), size * LETTER)}
      >
        {name}
      </text>
      {bonus ? (
        <g>
          <title>{describeBonus(place.id, words)}</title>
          {glyph ? <Glyph name={glyph} x={box.x + box.width - 30} y={y + 12} size={16} /> : null}
          {bonus.type === "develop" ? null : (
            <text x={box.x + box.width - 6} y={base} textAnchor="end">
              {bonus.type === "money" ? words.t("map.pounds", { n: bonus.amount }) : words.locale.number(bonus.amount)}
            </text>
          )}
        </g>
      ) : null}
    </>
  );
}
