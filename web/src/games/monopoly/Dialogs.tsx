import { useEffect, useEffectEvent } from "react";
import type { Decision } from "../../api/types";
import { useLocale } from "../../i18n/Locale";
import { Button } from "../../ui/Button";
import { settings } from "../../ui/settings";
import type { BoardProps } from "../registry";
import { usePreview } from "../usePreview";
import { AuctionPanel } from "./AuctionPanel";
import { autoBid } from "./bidding";
import { isDeclined, isInForce, refusalOf } from "./declining";
import { OfferPanel } from "./OfferPanel";
import { type Draft, offerActions } from "./offer";
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
  const { offers } = settings.use();
  const answer = decision && standingAnswer(decision, view, standing, offers);
  const trade = topFrame(view, "trade");
  useStandingAnswer(decision, answer, props.act);
  const over = props.me === null ? null : outdated(standing, view, props.me);
  useEffect(() => {
    if (over) keep(over);
  });

  const auction = topFrame(view, "auction");
  const debt = topFrame(view, "debt");
  const partners =
    decision?.actions.flatMap(({ name, f }) => (name.startsWith("trade:") ? [Number(f.seat)] : [])) ?? [];
  const first = partners[0];
  const { counter, draft } = standing;
  const change = (changed: Draft | null) => keep({ draft: changed });
  const asked = decision && trade?.step === "answer" && !answer ? trade : null;
  const send = (made: Draft) => {
    if (asked) {
      keep({ draft: null, counter: made, refusals: [...standing.refusals, refusalOf(view, asked, false)] });
    } else {
      keep({ draft: null });
      props.act(offerActions(view, made));
    }
  };
  const open =
    first === undefined ? null : (
      <Button
        className={debt ? "" : (styles.open ?? "")}
        onClick={() => keep({ draft: { partner: first, items: new Set(), cash: 0 } })}
      >
        {t("monopoly_ui.trade.open")}
      </Button>
    );
  return (
    <>
      <Declining {...props} />
      {auction ? <AuctionPanel {...props} frame={auction} /> : null}
      {asked ? <OfferPanel {...props} frame={asked} /> : null}
      {debt && decision ? (
        <RaiseCash key={decision.id} {...props} frame={debt} decision={decision}>
          {open}
        </RaiseCash>
      ) : null}
      {counter ? <Counter {...props} counter={counter} ready={partners.includes(counter.partner)} /> : null}
      {debt ? null : open}
      {draft && props.me !== null ? (
        <TradeBuilder {...props} me={props.me} draft={draft} answers={asked} onChange={change} onSend={send} />
      ) : null}
    </>
  );
}

/** What the player has told the page to answer here; null: ask. */
export function standingAnswer(
  decision: Decision,
  view: MonopolyView,
  standing: Standing,
  offers: number,
): string[] | null {
  const trade = topFrame(view, "trade");
  if (trade?.step === "answer" && isDeclined(view, trade, standing.refusals, offers)) return ["reject"];
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

/** Whom the player has told "not now". */
function Declining({ view, table, me }: BoardProps) {
  const { t } = useLocale();
  const [{ refusals }, keep] = useStanding(table.id, me);
  const seats = refusals.flatMap((one) => (me !== null && one.all && isInForce(view, me, one) ? [one.who] : []));
  if (seats.length === 0) return null;
  return (
    <div className={styles.notice} role="status">
      <p>{t("monopoly_ui.offer.declining", { seats })}</p>
      <Button onClick={() => keep({ refusals: refusals.filter(({ all }) => !all) })}>
        {t("monopoly_ui.offer.stop")}
      </Button>
    </div>
  );
}

/** A counter-offer that waits: sent as soon as the rules let it, opened again where they do not. */
function Counter({ counter, ready, ...props }: BoardProps & { counter: Draft; ready: boolean }) {
  const { t } = useLocale();
  const [, keep] = useStanding(props.table.id, props.me);
  const actions = ready ? offerActions(props.view, counter) : null;
  const made = usePreview(props, actions);
  const settle = useEffectEvent((possible: boolean) => {
    keep({ counter: null, ...(possible ? {} : { draft: counter }) });
    if (possible && actions) props.act(actions);
  });
  const possible = made && made.reasons.length === 0;
  useEffect(() => {
    if (possible !== null) settle(possible);
  }, [possible]);
  return (
    <div className={styles.notice} role="status">
      <p>{t("monopoly_ui.offer.counter_waits", { partner: counter.partner })}</p>
      <Button onClick={() => keep({ counter: null })}>{t("monopoly_ui.offer.counter_drop")}</Button>
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
