import { useLocale } from "../../i18n/Locale";
import type { ChipProps } from "../registry";
import { LETTERS } from "./deeds";
import { groupStyle } from "./groups";
import styles from "./Panel.module.css";
import type { MonopolyView } from "./types";

/** Of an action with a deed its letter, the short name and the amount; the texts are no part of a button's name. */
export function Chip({ action: { f, m }, view }: ChipProps) {
  const { t, money } = useLocale();
  const square = (view as MonopolyView).board.find(({ deed }) => deed === f.property);
  if (!square?.group) return null;
  const amount = m.a?.amount;
  return (
    <span className={styles.chip}>
      <span className={styles.letter} style={groupStyle(square.group)} data-text={LETTERS[square.group]} />{" "}
      <span data-text={t(`monopoly_ui.label.${square.square}`)} />{" "}
      {typeof amount === "number" ? <bdi className="num" data-text={money(amount, "monopoly")} /> : null}
    </span>
  );
}
