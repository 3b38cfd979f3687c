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
      <Value what="money" name={t("seat.money")}>
        <bdi>{money(player.money)}</bdi>
      </Value>
      <Value what="level" name={t("seat.level")}>
        <Num value={player.level} signed />
      </Value>
      <Value what="points" name={t("seat.points")}>
        <Num value={player.points} />
      </Value>
      <Value what="spent" name={t("seat.spent")}>
        <bdi>{money(player.spent)}</bdi>
      </Value>
      <Value what="cards" name={t("seat.cards")}>
        <Num value={player.cards} />
      </Value>
      <Value what="links" name={t("seat.links")}>
        <Icon name={view.era} size="1.1em" /> <Num value={player.links} />
      </Value>
      {player.wild.length > 0 ? (
        <Value what="wild" name={t("seat.wild")}>
          {player.wild.map(card).join(t("comma"))}
        </Value>
      ) : null}
    </dl>
  );
}

function Value({ what, name, children }: { what: string; name: string; children: React.ReactNode }) {
  return (
    <div data-what={what} title={name}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
