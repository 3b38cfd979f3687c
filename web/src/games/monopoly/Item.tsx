import { LETTERS } from "./deeds";
import { Glyph } from "./Glyph";
import { groupStyle } from "./groups";
import type { Names } from "./names";
import styles from "./Panel.module.css";
import type { MonopolyView } from "./types";

/** A deed or a jail card by name, with the letter and colour of its group. */
export function Item({ view, item, names }: { view: MonopolyView; item: string; names: Names }) {
  const square = view.board.find(({ deed }) => deed === item);
  return (
    <span className={styles.item}>
      {square?.group ? (
        <span className={styles.letter} style={groupStyle(square.group)} aria-hidden="true">
          {LETTERS[square.group]}
        </span>
      ) : (
        <Glyph name={item === "house" || item === "hotel" ? item : "card"} className={styles.glyph} />
      )}
      <bdi>{names.item(item)}</bdi>
    </span>
  );
}
