import type { CSSProperties } from "react";
import { useLocale } from "../../i18n/Locale";
import { PlayerMark, seatStyle } from "../../ui/PlayerMark";
import styles from "./Board.module.css";
import { LETTERS, titleDeed } from "./deeds";
import { Glyph, glyphOf } from "./Glyph";
import { cell, JAIL } from "./geometry";
import { groupStyle } from "./groups";
import { HOTEL, type Square } from "./types";

interface BoardSquareProps {
  square: Square;
  /** The square as it would be after what is considered. */
  after: Square | undefined;
  /** What is written on it, and on a small board. */
  label: string;
  short: string;
  /** All about it in words. */
  name: string;
  state: { shown: boolean; target: boolean; picked: boolean; changed: boolean };
  onChoose(): void;
  onFocus(): void;
}

/**
 * One of the forty squares: a button, drawn with its colour band towards the middle of the board.
 *
 * What is written on it is for the eye (`data-text`, drawn by the styles): its name says that, and all else, in words.
 */
export function BoardSquare({ square, after, label, short, name, state, onChoose, onFocus }: BoardSquareProps) {
  const { money } = useLocale();
  const { row, column, side, corner } = cell(square.square);
  const glyph = glyphOf(square.square);
  const owner = square.owner ?? null;
  const next = after && after.owner !== square.owner ? (after.owner ?? null) : owner;
  const level = square.level ?? 0;
  const mortgaged = after?.mortgaged ?? square.mortgaged ?? false;
  const free = square.deed !== undefined && owner === null;
  // tokens stand where the price is written
  const price = free && square.tokens.length === 0 ? titleDeed(square.square)?.price : undefined;
  const holder = next ?? owner;
  const place: CSSProperties = {
    gridRow: row,
    gridColumn: column,
    ...(square.group ? groupStyle(square.group) : {}),
    ...(holder === null ? {} : seatStyle(holder)),
  };
  return (
    <button
      type="button"
      className={styles.square}
      style={place}
      data-square={square.square}
      data-side={side}
      data-corner={corner || undefined}
      data-target={state.target || undefined}
      data-picked={state.picked || undefined}
      data-shown={state.shown || undefined}
      data-changed={state.changed || undefined}
      data-mortgaged={square.mortgaged || undefined}
      data-owned={owner === null ? undefined : ""}
      data-tokens={square.tokens.length || undefined}
      aria-label={name}
      aria-pressed={state.target || state.picked ? state.picked : undefined}
      tabIndex={state.shown ? 0 : -1}
      onClick={onChoose}
      onFocus={onFocus}
    >
      {square.group ? (
        <span className={styles.band}>
          <span className={styles.letter} data-text={LETTERS[square.group]} />
          <Buildings level={level} after={after?.level ?? level} />
        </span>
      ) : null}
      <span className={styles.face}>
        {square.square === JAIL ? <span className={styles.cell} /> : null}
        <span className={styles.label} lang="en" data-text={label} />
        {short ? <span className={styles.short} lang="en" data-text={short} /> : null}
        {glyph ? <Glyph name={glyph} className={styles.glyph} /> : null}
        {holder === null ? null : (
          <span className={styles.owner} data-ghost={next === null ? "goes" : next === owner ? undefined : "comes"}>
            <PlayerMark seat={holder} size="var(--owner-mark)" />
          </span>
        )}
        {price === undefined ? null : <span className={styles.price} data-text={money(price, "monopoly")} />}
        {mortgaged || square.mortgaged ? (
          <span className={styles.mortgaged} data-ghost={ghost(square.mortgaged, mortgaged)} data-text={MORTGAGED} />
        ) : null}
      </span>
    </button>
  );
}

/** A sign, like the groups' letters; its meaning is in the square's name. */
const MORTGAGED = "M";

/** What would come or go; undefined for what stays. */
function ghost(before: boolean | undefined, after: boolean): "comes" | "goes" | undefined {
  return Boolean(before) === after ? undefined : after ? "comes" : "goes";
}

/** The houses or the hotel, with those that would come or go. */
function Buildings({ level, after }: { level: number; after: number }) {
  const most = Math.max(level, after);
  if (most === HOTEL) {
    const least = Math.min(level, after);
    const kind = ghost(level === HOTEL, after === HOTEL);
    return (
      <>
        <Glyph name="hotel" className={styles.hotel} data-ghost={kind} />
        {kind === "goes" ? <Houses level={0} after={least} /> : null}
      </>
    );
  }
  return <Houses level={level} after={after} />;
}

function Houses({ level, after }: { level: number; after: number }) {
  return Array.from({ length: Math.max(level, after) }, (_, at) => (
    <Glyph key={at} name="house" className={styles.house} data-ghost={ghost(at < level, at < after)} />
  ));
}
