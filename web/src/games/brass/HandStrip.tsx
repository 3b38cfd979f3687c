/** Where there is one column: the own cards beside the question, since the hand itself lies far below the map. */
import type { BoardProps } from "../registry";
import { Hand } from "./Hand";
import styles from "./Hand.module.css";
import type { BrassView } from "./view";
import { useWords } from "./words";

export function HandStrip(props: BoardProps) {
  const { t } = useWords();
  const view = props.view as BrassView;
  const hand = props.me === null ? null : view.players[props.me]?.hand;
  if (!hand || hand.length === 0) return null;
  return (
    <section className={styles.strip} data-strip aria-label={t("hand.strip")}>
      <Hand {...props} view={view} flat />
    </section>
  );
}
