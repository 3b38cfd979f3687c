import { useEffect, useEffectEvent } from "react";
import type { Decision } from "../../api/types";
import { useLocale } from "../../i18n/Locale";
import { Button } from "../../ui/Button";
import type { BoardProps } from "../registry";
import { AuctionPanel } from "./AuctionPanel";
import { autoBid } from "./bidding";
import { OfferPanel } from "./OfferPanel";
import type { Draft } from "./offer";
import styles from "./Panel.module.css";
import { RaiseCash } from "./RaiseCash";
import { outdated, type Standing, useStanding } from "./standing";
import { TradeBuilder } from "./TradeBuilder";
import { type MonopolyView, topFrame } from "./types";

/** What Monopoly asks in ways of its own: offers, auctions, debts; and what the page does for its player. */
export function Dialogs(props: BoardProps) {
  const view: MonopolyView = props.view;
  const { t } = useLocale();
  const [standing, keep] = useStanding(props.table.id, props.me);
  const decision = props.decision !== null && props.decision.seat === props.me ? props.decision : null;
  const answer = decision && standingAnswer(decision, view, standing);
  useStandingAnswer(decision, answer, props.act);
  const over = outdated(standing, view);
  useEffect(() => {
    if (over) keep(over);
  });

  const auction = topFrame(view, "auction");
  const debt = topFrame(view, "debt");
  const trade = topFrame(view, "trade");
  const partners =
    decision?.actions.flatMap(({ name, f }) => (name.startsWith("trade:") ? [Number(f.seat)] : [])) ?? [];
  const first = partners[0];
  const { counter, draft } = standing;
  // a counter-offer is kept as it was left until it is made or dropped
  const edit = (changed: Draft | null) => keep({ draft: changed, ...(changed && counter && { counter: changed }) });
  return (
    <>
      <Declining {...props} />
      {auction ? <AuctionPanel {...props} frame={auction} /> : null}
      {trade?.step === "answer" && decision && !answer ? <OfferPanel {...props} frame={trade} /> : null}
      {debt && decision ? <RaiseCash key={decision.id} {...props} frame={debt} decision={decision} /> : null}
      {counter ? (
        <div className={styles.notice} role="status">
          <p>
            {t(`monopoly_ui.offer.counter_${partners.includes(counter.partner) ? "ready" : "waits"}`, {
              partner: counter.partner,
            })}
          </p>
          <div className={styles.buttons}>
            <Button onClick={() => keep({ draft: counter })}>{t("monopoly_ui.offer.counter_open")}</Button>
            <Button onClick={() => keep({ counter: null })}>{t("monopoly_ui.offer.counter_drop")}</Button>
          </div>
        </div>
      ) : null}
      {first === undefined ? null : (
        <Button
          className={styles.open ?? ""}
          onClick={() => keep({ draft: { partner: first, items: new Set(), cash: 0 }, counter: null })}
        >
          {t("monopoly_ui.trade.open")}
        </Button>
      )}
      {draft && props.me !== null ? (
        <TradeBuilder
          {...props}
          me={props.me}
          draft={draft}
          onChange={edit}
          onMade={() => keep({ draft: null, counter: null })}
        />
      ) : null}
    </>
  );
}

/** What the player has told the page to answer here; null: ask. */
export function standingAnswer(decision: Decision, view: MonopolyView, standing: Standing): string[] | null {
  const trade = topFrame(view, "trade");
  const { declining } = standing;
  if (trade?.step === "answer" && declining?.turns === view.turns && declining.seats.includes(trade.who)) {
    return ["reject"];
  }
  const auction = topFrame(view, "auction");
  if (auction && auction.typed === undefined && standing.autoBid?.lot === auction.lot) {
    return autoBid(decision, auction, standing.autoBid.limit);
  }
  return null;
}

/** Give a standing answer once for each decision. */
function useStandingAnswer(decision: Decision | null, answer: string[] | null, act: BoardProps["act"]): void {
  const give = useEffectEvent(() => {
    if (answer) act(answer);
  });
  const key = decision && answer ? `${decision.id} ${answer}` : null;
  useEffect(() => {
    if (key !== null) give();
  }, [key]);
}

function Declining({ view, table, me }: BoardProps) {
  const { t } = useLocale();
  const [{ declining }, keep] = useStanding(table.id, me);
  if (!declining || declining.turns !== view.turns) return null;
  return (
    <div className={styles.notice} role="status">
      <p>{t("monopoly_ui.offer.declining", { seats: declining.seats })}</p>
      <Button onClick={() => keep({ declining: null })}>{t("monopoly_ui.offer.stop")}</Button>
    </div>
  );
}

/** The kinds of actions that the dock leaves to these panels at a decision. */
export function ownKinds(decision: Decision, view: MonopolyView): readonly string[] {
  const auction = topFrame(view, "auction");
  if (auction && auction.typed === undefined) return ["bid", "pass"];
  const trade = topFrame(view, "trade");
  if (trade?.step === "answer") return ["accept", "reject"];
  if (topFrame(view, "debt")) return ["trade", "sell", "mortgage", "sell-group", "break-group", "bankrupt"];
  return trade ? [] : decision.actions.some(({ f }) => f.kind === "trade") ? ["trade"] : [];
}
