import { useLocale } from "../../i18n/Locale";
import { LETTERS } from "./deeds";
import { Glyph } from "./Glyph";
import { groupStyle } from "./groups";
import type { Names } from "./names";
import styles from "./Panel.module.css";
import type { MonopolyView } from "./types";

/** A deed or a jail card by name, with the letter and colour of its group. */
export function Item({ view, item, names }: { view: MonopolyView; item: string; names: Names }) {
  const { t } = useLocale();
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
      <bdi>{hyphenated(names.item(item), square ? t(`monopoly_ui.label.${square.square}`) : "")}</bdi>
    </span>
  );
}

/** A name whose long words may be broken where the label on the board may be. */
export function hyphenated(name: string, label: string): string {
  const words = label.split(/\s+/).filter((word) => word.includes(SOFT_HYPHEN));
  return words.reduce((whole, word) => whole.replace(word.replaceAll(SOFT_HYPHEN, ""), word), name);
}

const SOFT_HYPHEN = "\u00ad";
