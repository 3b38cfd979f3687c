import { useLocale } from "../../i18n/Locale";
import { LETTERS, titleDeed } from "./deeds";
import { Glyph } from "./Glyph";
import { groupStyle } from "./groups";
import { Money } from "./Money";
import type { Names } from "./names";
import type { GroupChange } from "./offer";
import styles from "./Panel.module.css";
import type { MonopolyView } from "./types";

interface ItemProps {
  view: MonopolyView;
  item: string;
  names: Names;
  /** With the printed price. */
  priced?: boolean;
}

/** A deed or a jail card by name, with the letter and colour of its group. */
export function Item({ view, item, names, priced = false }: ItemProps) {
  const { t } = useLocale();
  const square = view.board.find(({ deed }) => deed === item);
  const price = priced && square ? titleDeed(square.square)?.price : undefined;
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
      {price === undefined ? null : (
        <small className={styles.soft}>
          <Money value={price} />
        </small>
      )}
    </span>
  );
}

/** Whose group a change of owner completes, and whose it breaks. */
export function GroupNote({ completes, breaks }: GroupChange) {
  const { t } = useLocale();
  return (
    <>
      {completes === null ? null : (
        <small className={styles.good}>★ {t("monopoly_ui.trade.completes", { seat: completes })}</small>
      )}
      {breaks === null ? null : <small className={styles.bad}>{t("monopoly_ui.trade.breaks", { seat: breaks })}</small>}
    </>
  );
}

/** A name whose long words may be broken where the label on the board may be. */
export function hyphenated(name: string, label: string): string {
  const words = label.split(/\s+/).filter((word) => word.includes(SOFT_HYPHEN));
  return words.reduce((whole, word) => whole.replace(word.replaceAll(SOFT_HYPHEN, ""), word), name);
}

const SOFT_HYPHEN = "\u00ad";
