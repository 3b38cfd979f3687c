/** The era, the round, and who plays in which order now and next. */
import type { Seat } from "../../api/types";
import { Num } from "../../ui/Num";
import { PlayerMark, seatStyle } from "../../ui/PlayerMark";
import { Icon } from "./glyphs";
import styles from "./OrderBar.module.css";
import type { BrassView } from "./view";
import { useWords } from "./words";

interface OrderBarProps {
  view: BrassView;
  seats: Seat[];
  toAct: number | null;
}

export function OrderBar({ view, seats, toAct }: OrderBarProps) {
  const { t, money } = useWords();
  const name = (seat: number) => seats[seat]?.name ?? "";
  return (
    <div className={styles.bar}>
      <p className={styles.era} data-era={view.era}>
        <Icon name={view.era} size="1.6em" />
        <strong>{t(`era.${view.era}`)}</strong>
        <span>{t("era.round", { n: view.round, of: view.rounds })}</span>
        {view.turn !== null && view.actions > 0 ? <span>{t("era.actions", { count: view.actions })}</span> : null}
      </p>
      <div className={styles.orders}>
        <div className={styles.order} data-now>
          <span className={styles.caption}>{t("order.now")}</span>
          <ol>
            {view.order.map((seat) => (
              <li
                key={seat}
                style={seatStyle(seat)}
                data-turn={seat === view.turn || undefined}
                aria-current={seat === toAct ? "step" : undefined}
              >
                <PlayerMark
                  seat={seat}
                  name={name(seat)}
                  label={t("order.spent", { seat, amount: view.players[seat]?.spent ?? 0 })}
                />
                <span aria-hidden="true">{money(view.players[seat]?.spent ?? 0)}</span>
              </li>
            ))}
          </ol>
        </div>
        <div className={styles.order}>
          <span className={styles.caption}>{t("order.next")}</span>
          <ol>
            {view.next_order.map((seat) => (
              <li key={seat} style={seatStyle(seat)}>
                <PlayerMark seat={seat} name={name(seat)} label={name(seat)} />
              </li>
            ))}
          </ol>
        </div>
        <p className={styles.deck}>
          <span className={styles.caption}>{t("order.deck")}</span>
          <Num value={view.deck} />
        </p>
      </div>
    </div>
  );
}
