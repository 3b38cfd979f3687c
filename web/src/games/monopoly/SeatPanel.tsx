import { useEffect, useState } from "react";
import { useLocale } from "../../i18n/Locale";
import { Button } from "../../ui/Button";
import type { BoardProps } from "../registry";
import { GROUPS, groupSquares, LETTERS } from "./deeds";
import { Glyph } from "./Glyph";
import { groupStyle } from "./groups";
import { Money } from "./Money";
import { type Names, useNames } from "./names";
import styles from "./SeatPanel.module.css";
import { useStanding } from "./standing";
import { type Group, HOTEL, type MonopolyView, type Square } from "./types";

/** A player's money and property in the rail of seats, and the door to trade with them. */
export function SeatPanel({ seat, ...props }: BoardProps & { seat: number }) {
  const view: MonopolyView = props.view;
  const { t } = useLocale();
  const [, keep] = useStanding(props.table.id, props.me);
  const names = useNames();
  const player = view.players[seat];
  if (!player) return null;
  if (player.bankrupt) return <p className={styles.out}>{t("monopoly_ui.seat.bankrupt")}</p>;
  const offered =
    props.decision?.seat === props.me && props.decision?.actions.some(({ name }) => name === `trade:${seat}`);
  const groups = GROUPS.filter((group) => groupSquares(view, group).some((at) => view.board[at]?.owner === seat));
  const cards = player.jail_cards.length;
  return (
    <>
      <dl className={styles.money}>
        <div>
          <dt className="visually-hidden">{t("monopoly_ui.seat.cash")}</dt>
          <dd className={styles.cash}>
            <Change cash={player.cash} at={props.lines.at(-1)?.at ?? 0} />
            <Money value={player.cash} />
          </dd>
        </div>
        <div>
          <dt>{t("monopoly_ui.seat.worth")}</dt>
          <dd>
            <Money value={player.net_worth} />
          </dd>
        </div>
      </dl>
      <div className={styles.panel}>
        {groups.length > 0 ? (
          <ul className={styles.groups} aria-label={t("monopoly_ui.seat.deeds")}>
            {groups.map((group) => (
              <GroupChip key={group} view={view} seat={seat} group={group} names={names} />
            ))}
          </ul>
        ) : null}
        {player.jail > 0 ? (
          <p className={styles.sign}>
            <Glyph name="jail" className={styles.glyph} />
            {t("monopoly_ui.seat.jailed")}
          </p>
        ) : null}
        {cards > 0 ? (
          <p className={styles.sign}>
            <Glyph name="card" className={styles.glyph} />
            {t("monopoly_ui.seat.cards", { count: cards })}
          </p>
        ) : null}
        {offered ? (
          <Button
            small
            className={styles.trade ?? ""}
            onClick={() => keep({ draft: { partner: seat, items: new Set(), cash: 0 } })}
          >
            {t("monopoly_ui.trade.open")}
          </Button>
        ) : null}
      </div>
    </>
  );
}

/** How long a payment stays beside the cash, in milliseconds. */
const CHANGE_TIME = 2000;

/** Who goes over more steps than these at once, or goes back, sees no payments. */
const STEPS = 20;

/** What was paid or received just now (`at`: the step of the last line), for the eye: the log says it. */
function Change({ cash, at }: { cash: number; at: number }) {
  const { number } = useLocale();
  const [change, setChange] = useState({ by: 0 }); // anew with each payment, also of the same amount
  const [before, setBefore] = useState({ cash, at });
  // not in an effect: many steps may come in one go, and React takes an update after each of them for an endless loop
  if (cash !== before.cash || at !== before.at) {
    const steps = at - before.at;
    setBefore({ cash, at });
    if (cash !== before.cash) setChange({ by: steps < 0 || steps > STEPS ? 0 : cash - before.cash });
  }
  useEffect(() => {
    if (change.by === 0) return;
    const timer = setTimeout(() => setChange({ by: 0 }), CHANGE_TIME);
    return () => clearTimeout(timer);
  }, [change]);
  const { by } = change;
  if (by === 0) return null;
  return (
    <span className={styles.change} data-change data-gain={by > 0 || undefined} aria-hidden="true">
      {number(by, { signDisplay: "always" })}
    </span>
  );
}

interface ChipProps {
  view: MonopolyView;
  seat: number;
  group: Group;
  names: Names;
}

/** What a seat has of one group: a lot each, its letter, buildings as numbers. */
function GroupChip({ view, seat, group, names }: ChipProps) {
  const { t } = useLocale();
  const lots = groupSquares(view, group).flatMap((at) => view.board[at] ?? []);
  const mine = lots.filter((lot) => lot.owner === seat);
  const levels = mine.map((lot) => names.buildings(lot.level ?? 0)).filter((word) => word !== "");
  const said = { group: names.group(group), owned: mine.length, size: lots.length };
  const whole = mine.length === lots.length;
  return (
    <li className={styles.chip} style={groupStyle(group)} data-whole={whole || undefined}>
      <span className="visually-hidden">
        {levels.length > 0
          ? t("monopoly_ui.seat.built", { ...said, levels: names.list(levels) })
          : t("monopoly_ui.seat.group", said)}
      </span>
      <span className={styles.letter} aria-hidden="true">
        {LETTERS[group]}
      </span>
      {lots.map((lot) => (
        <Lot key={lot.square} lot={lot} mine={lot.owner === seat} />
      ))}
    </li>
  );
}

function Lot({ lot, mine }: { lot: Square; mine: boolean }) {
  const { number } = useLocale();
  const level = mine ? (lot.level ?? 0) : 0;
  return (
    <span
      className={styles.lot}
      data-mine={mine || undefined}
      data-mortgaged={(mine && lot.mortgaged) || undefined}
      aria-hidden="true"
    >
      {level === HOTEL ? <Glyph name="hotel" /> : level > 0 ? number(level) : null}
    </span>
  );
}
