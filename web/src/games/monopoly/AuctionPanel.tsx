import { useState } from "react";
import { useLocale } from "../../i18n/Locale";
import { Button } from "../../ui/Button";
import { PlayerMark } from "../../ui/PlayerMark";
import type { BoardProps } from "../registry";
import { AmountField } from "./AmountField";
import { bidActions, ladder } from "./bidding";
import { titleDeed } from "./deeds";
import { Item } from "./Item";
import { Money } from "./Money";
import { useNames } from "./names";
import styles from "./Panel.module.css";
import { useStanding } from "./standing";
import type { Auction, MonopolyView } from "./types";

/** An auction for everybody to see; who is to bid has the bids below. */
export function AuctionPanel({ frame, ...props }: BoardProps & { frame: Auction }) {
  const view: MonopolyView = props.view;
  const { t } = useLocale();
  const names = useNames();
  const square = view.board.find(({ deed }) => deed === frame.lot);
  const price = square ? titleDeed(square.square)?.price : undefined;
  const name = (seat: number) => props.seats[seat]?.name;
  return (
    <section className={styles.panel} aria-label={t("monopoly_ui.auction.title", { lot: names.item(frame.lot) })}>
      <h2 className={styles.lot}>
        {t("monopoly_ui.auction.title", { lot: "" })} <Item view={view} item={frame.lot} names={names} />
      </h2>
      <dl className={styles.facts}>
        <div>
          <dt>{t("monopoly_ui.auction.high")}</dt>
          <dd className={frame.leader === undefined ? undefined : styles.high}>
            {frame.leader === undefined || frame.bid === undefined ? (
              t("monopoly_ui.auction.none", { amount: frame.least })
            ) : (
              <>
                <PlayerMark seat={frame.leader} name={name(frame.leader)} label={name(frame.leader)} />{" "}
                <Money value={frame.bid} />
              </>
            )}
          </dd>
        </div>
        {price === undefined ? null : (
          <div data-what="price">
            <dt>{t("monopoly_ui.auction.price")}</dt>
            <dd>
              <Money value={price} />
            </dd>
          </div>
        )}
        <div>
          <dt>{t("monopoly_ui.auction.in")}</dt>
          <dd>
            <ul className={styles.marks}>
              {frame.bidders.map((seat) => (
                <li key={seat} data-now={seat === frame.bidder || undefined}>
                  <PlayerMark
                    seat={seat}
                    name={name(seat)}
                    label={seat === frame.bidder ? `${name(seat)}: ${t("monopoly_ui.auction.turn")}` : name(seat)}
                  />
                </li>
              ))}
            </ul>
          </dd>
        </div>
      </dl>
      {props.decision && props.decision.seat === props.me ? (
        <Bids key={`${frame.lot} ${frame.least}`} {...props} frame={frame} decision={props.decision} />
      ) : (
        <p className={styles.soft}>{t("monopoly_ui.auction.waiting", { seat: frame.bidder })}</p>
      )}
      {props.me !== null && frame.bidders.includes(props.me) ? <AutoBid {...props} frame={frame} /> : null}
    </section>
  );
}

interface BidsProps extends BoardProps {
  frame: Auction;
  decision: NonNullable<BoardProps["decision"]>;
}

/** Who bids this share of the own cash, or more, is asked again. */
const NEARLY_ALL = 0.9;

function Bids({ view, me, frame, decision, act }: BidsProps) {
  const { t, say, brief } = useLocale();
  const [amount, setAmount] = useState(frame.least);
  const [sure, setSure] = useState<{ amount: number; names: string[] } | null>(null);
  const cash = (view as MonopolyView).players[me ?? 0]?.cash ?? 0;
  const bid = (amount: number, names: string[]) =>
    amount < NEARLY_ALL * cash ? act(names) : setSure({ amount, names });
  if (sure) {
    return (
      <div className={styles.sure} role="alert">
        <p>{t("monopoly_ui.auction.sure", { amount: sure.amount, cash })}</p>
        <Button look="danger" data-confirm onClick={() => act(sure.names)}>
          {t("monopoly_ui.auction.bid")}
        </Button>
        <Button onClick={() => setSure(null)}>{t("monopoly_ui.raise.no")}</Button>
      </div>
    );
  }
  const exact = decision.actions.some(({ name }) => name === "bid:exact");
  const pass = decision.actions.find(({ name }) => name === "pass");
  return (
    <>
      <div className={styles.buttons}>
        {ladder(decision).map((action) => (
          <Button key={action.name} onClick={() => bid(Number(action.m.a?.amount), [action.name])}>
            {action.name === "bid:limit" ? t("monopoly_ui.auction.all", action.m.a) : brief(action.m)}
          </Button>
        ))}
        {pass ? (
          <Button title={say(pass.m)} onClick={() => act(["pass"])}>
            {t("monopoly_ui.auction.out")}
          </Button>
        ) : null}
      </div>
      <div className={styles.row}>
        {exact ? (
          <>
            <AmountField label={t("monopoly_ui.auction.amount")} value={amount} onChange={setAmount} />
            <Button
              look="primary"
              disabled={amount < frame.least}
              onClick={() => bid(amount, bidActions(decision, frame, amount))}
            >
              {t("monopoly_ui.auction.bid")}
            </Button>
          </>
        ) : null}
      </div>
    </>
  );
}

/** Let the page bid up to a limit; it bids as little as possible each time. */
function AutoBid({ frame, table, me }: BoardProps & { frame: Auction }) {
  const { t } = useLocale();
  const [standing, keep] = useStanding(table.id, me);
  const [limit, setLimit] = useState(frame.least);
  const running = standing.autoBid?.lot === frame.lot ? standing.autoBid : null;
  return (
    <div className={styles.row}>
      {running ? (
        <>
          <p role="status">{t("monopoly_ui.auction.running", { amount: running.limit })}</p>
          <Button onClick={() => keep({ autoBid: null })}>{t("monopoly_ui.auction.stop")}</Button>
        </>
      ) : (
        <>
          <AmountField label={t("monopoly_ui.auction.auto")} value={limit} onChange={setLimit} />
          <Button disabled={limit < frame.least} onClick={() => keep({ autoBid: { lot: frame.lot, limit } })}>
            {t("monopoly_ui.auction.start")}
          </Button>
        </>
      )}
    </div>
  );
}
