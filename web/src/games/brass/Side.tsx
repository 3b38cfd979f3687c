/** Beside the map: the hand, the mat, the markets. Where there is little room, one of them at a time. */
import { useState } from "react";
import type { BoardProps } from "../registry";
import { Hand } from "./Hand";
import { MarketsPane } from "./MarketsPane";
import { Mat } from "./Mat";
import styles from "./Side.module.css";
import type { BrassView } from "./view";
import { useWords } from "./words";

const PANES = ["hand", "mat", "markets"] as const;
type Pane = (typeof PANES)[number];

export function Side(props: BoardProps) {
  const { t } = useWords();
  const [open, setOpen] = useState<Pane>("hand");
  const view = props.view as BrassView;
  const cards = props.me === null ? null : view.players[props.me]?.cards;
  const title = (pane: Pane) =>
    pane === "hand" && cards != null ? t("hand.titleCount", { count: cards }) : t(`${pane}.title`);
  return (
    <div className={styles.side}>
      <fieldset className={styles.choice} aria-label={t("side.title")}>
        {PANES.map((pane) => (
          <button key={pane} type="button" aria-pressed={open === pane} onClick={() => setOpen(pane)}>
            {title(pane)}
          </button>
        ))}
      </fieldset>
      <div className={styles.panes}>
        {PANES.map((pane) => (
          <section
            key={pane}
            className={styles.pane}
            data-pane={pane}
            data-open={open === pane || undefined}
            aria-label={title(pane)}
          >
            <h2 className={styles.title}>{title(pane)}</h2>
            {pane === "hand" ? <Hand {...props} view={view} /> : null}
            {pane === "mat" ? <Mat {...props} view={view} /> : null}
            {pane === "markets" ? <MarketsPane view={view} /> : null}
          </section>
        ))}
      </div>
    </div>
  );
}
