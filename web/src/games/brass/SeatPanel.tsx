/** What everybody may know of a seat: money, income, points, what it spent this round, cards and links. */
import { Num } from "../../ui/Num";
import type { BoardProps } from "../registry";
import { Icon } from "./glyphs";
import styles from "./SeatPanel.module.css";
import type { BrassView } from "./view";
import { useWords } from "./words";

export function SeatPanel({ view: shown, seat }: BoardProps & { seat: number }) {
  const { t, money, card } = useWords();
  const view = shown as BrassView;
  const player = view.players[seat];
  if (!player) return null;
  return (
    <dl className={styles.panel}>
      <Value name={t("seat.money")}>
        <bdi>{money(player.money)}</bdi>
      </Value>
      <Value name={t("seat.level")}>
        <Num value={player.level} signed />
      </Value>
      <Value name={t("seat.points")}>
        <Num value={player.points} />
      </Value>
      <Value name={t("seat.spent")}>
        <bdi>{money(player.spent)}</bdi>
      </Value>
      <Value name={t("seat.cards")}>
        <Num value={player.cards} />
      </Value>
      <Value name={t("seat.links")}>
        <Icon name={view.era} size="1.1em" /> <Num value={player.links} />
      </Value>
      {player.wild.length > 0 ? (
        <Value name={t("seat.wild")} isWide>
          {player.wild.map(card).join(t("comma"))}
        </Value>
      ) : null}
    </dl>
  );
}

function Value({ name, children, isWide = false }: { name: string; children: React.ReactNode; isWide?: boolean }) {
  return (
    <div data-wide={isWide || undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
