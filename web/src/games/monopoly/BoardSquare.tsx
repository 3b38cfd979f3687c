import type { CSSProperties } from "react";
import { PlayerMark, seatStyle } from "../../ui/PlayerMark";
import styles from "./Board.module.css";
import { LETTERS, titleDeed } from "./deeds";
import { Glyph, glyphOf } from "./Glyph";
import { cell, JAIL } from "./geometry";
import { groupStyle } from "./groups";
import { Money } from "./Money";
import { HOTEL, type Square } from "./types";

interface BoardSquareProps {
  square: Square;
  /** What is written on it. */
  label: string;
  /** All about it in words. */
  name: string;
  state: { shown: boolean; target: boolean; picked: boolean; changed: boolean };
  onChoose(): void;
  onFocus(): void;
}

/** One of the forty squares: a button, drawn with its colour band towards the middle of the board. */
export function BoardSquare({ square, label, name, state, onChoose, onFocus }: BoardSquareProps) {
  const { row, column, side, corner } = cell(square.square);
  const glyph = glyphOf(square.square);
  const owner = square.owner ?? null;
  const free = square.deed !== undefined && owner === null;
  const price = free ? titleDeed(square.square)?.price : undefined;
  const place: CSSProperties = { gridRow: row, gridColumn: column, ...(square.group ? groupStyle(square.group) : {}) };
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
      aria-label={name}
      aria-pressed={state.target || state.picked ? state.picked : undefined}
      tabIndex={state.shown ? 0 : -1}
      onClick={onChoose}
      onFocus={onFocus}
    >
      {square.group ? (
        <span className={styles.band}>
          <span className={styles.letter}>{LETTERS[square.group]}</span>
          <Buildings level={square.level ?? 0} />
        </span>
      ) : null}
      <span className={styles.face}>
        {square.square === JAIL ? <span className={styles.cell} /> : null}
        <span className={styles.label} lang="en">
          {label}
        </span>
        {glyph ? <Glyph name={glyph} className={styles.glyph} /> : null}
        {price === undefined ? null : (
          <span className={styles.price}>
            <Money value={price} />
          </span>
        )}
        {square.mortgaged ? <span className={styles.mortgaged}>{MORTGAGED}</span> : null}
      </span>
      {owner === null ? null : (
        <span className={styles.owner} style={seatStyle(owner)}>
          <PlayerMark seat={owner} size="var(--owner-mark)" />
        </span>
      )}
    </button>
  );
}

/** A sign, like the groups' letters; its meaning is in the square's name. */
const MORTGAGED = "M";

function Buildings({ level }: { level: number }) {
  if (level === HOTEL) return <Glyph name="hotel" className={styles.hotel} />;
  return Array.from({ length: level }, (_, at) => <Glyph key={at} name="house" className={styles.house} />);
}
