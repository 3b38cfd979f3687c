import type { Message } from "../../api/types";
import { useLocale } from "../../i18n/Locale";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { PlayerMark } from "../../ui/PlayerMark";
import type { BoardProps } from "../registry";
import { usePreview } from "../usePreview";
import { AmountField } from "./AmountField";
import { Effects } from "./Effects";
import { GroupNote, Item } from "./Item";
import { type Names, useNames } from "./names";
import { type Draft, groupChange, holdings, isMortgaged, NO_CHANGE, offerActions, openingActions } from "./offer";
import styles from "./Panel.module.css";
import { Says } from "./Says";
import type { MonopolyView, Trade } from "./types";

interface TradeBuilderProps extends BoardProps {
  draft: Draft;
  me: number;
  /** The offer that this one is to answer: it is declined first. */
  answers: Trade | null;
  onChange(draft: Draft | null): void;
  onSend(draft: Draft): void;
}

/** An offer put together on both sides and sent whole. What may be offered, only the server says. */
export function TradeBuilder({ draft, answers, onChange, onSend, ...props }: TradeBuilderProps) {
  const view: MonopolyView = props.view;
  const { t, say } = useLocale();
  const names = useNames();
  const partners = (props.decision?.seat === props.me ? props.decision.actions : []).flatMap(({ name, f }) =>
    name.startsWith("trade:") ? [Number(f.seat)] : [],
  );
  // a counter-offer is tried while the offer waits, though the rules take it later
  const now = partners.includes(draft.partner) || answers !== null;
  const allowed = usePreview(props, now ? openingActions(view, { ...draft, items: new Set() }) : null);
  const made = usePreview(props, now && draft.items.size > 0 ? offerActions(view, draft) : null);
  const untried = answers !== null && (allowed?.reasons.length ?? 0) > 0;
  const items = allowed?.decision?.actions.flatMap(({ f }) => (f.kind === "item" ? [String(f.item)] : []));
  const canGive = items && new Set(items);
  const reasons = untried ? [] : [...(allowed?.reasons ?? []), ...(made?.reasons ?? [])];
  const known = made !== null && !untried;
  const possible = draft.items.size > 0 && now && reasons.length === 0 && (known || answers !== null);

  const toggle = (item: string) => {
    const chosen = new Set(draft.items);
    if (!chosen.delete(item)) chosen.add(item);
    onChange({ ...draft, items: chosen });
  };
  const side = (seat: number) => ({
    view,
    names,
    draft,
    seat,
    me: props.me,
    allowed: canGive,
    toggle,
    name: props.seats[seat]?.name,
  });

  return (
    <Dialog wide title={t("monopoly_ui.trade.title", { partner: draft.partner })} onClose={() => onChange(null)}>
      {partners.length > 1 ? (
        <label className={styles.partner}>
          {t("monopoly_ui.trade.partner")}
          <select
            value={draft.partner}
            onChange={(event) => onChange({ partner: Number(event.target.value), items: new Set(), cash: 0 })}
          >
            {partners.map((seat) => (
              <option key={seat} value={seat}>
                {props.seats[seat]?.name}
              </option>
            ))}
          </select>
        </label>
      ) : null}
      <div className={styles.sides}>
        <Side {...side(props.me)} title={t("monopoly_ui.trade.give")}>
          <AmountField
            label={t("monopoly_ui.trade.cash")}
            value={Math.max(0, draft.cash)}
            onChange={(cash) => onChange({ ...draft, cash })}
            note={t("monopoly_ui.trade.have", { amount: view.players[props.me]?.cash ?? 0 })}
          />
        </Side>
        <Side {...side(draft.partner)} title={t("monopoly_ui.trade.get")}>
          <AmountField
            label={t("monopoly_ui.trade.cash")}
            value={Math.max(0, -draft.cash)}
            onChange={(cash) => onChange({ ...draft, cash: -cash })}
            note={t("monopoly_ui.trade.have", { amount: view.players[draft.partner]?.cash ?? 0 })}
          />
        </Side>
      </div>
      <div className={styles.foot}>
        <div role="status" className={styles.outcome}>
          {reasons.map((reason, at) => (
            <p key={at} className={styles.bad}>
              {say(inWords(reason))}
            </p>
          ))}
          {reasons.length === 0 && !possible ? (
            <p className={styles.soft}>
              {now ? t("monopoly_ui.trade.choose") : t("monopoly_ui.trade.waits", { partner: draft.partner })}
            </p>
          ) : null}
          {draft.items.size > 0 || draft.cash !== 0 ? (
            <Effects view={view} options={props.table.options} me={props.me} draft={draft} />
          ) : null}
          {possible && known ? <Says {...props} actions={offerActions(view, draft)} /> : null}
        </div>
        <div className={styles.buttons}>
          <Button look="primary" disabled={!possible} onClick={() => onSend(draft)}>
            {t(`monopoly_ui.trade.${answers ? "answer" : "propose"}`)}
          </Button>
          <Button onClick={() => onChange({ ...draft, items: new Set(), cash: 0 })}>
            {t("monopoly_ui.trade.clear")}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** Here an amount is not typed digit by digit, and a reason does not speak of digits. */
function inWords(reason: Message): Message {
  return reason.k === "monopoly.why.no_such_amount" ? { k: "monopoly_ui.trade.amount" } : reason;
}

interface SideProps {
  view: MonopolyView;
  names: Names;
  draft: Draft;
  seat: number;
  me: number;
  name: string | undefined;
  title: string;
  /** What the engine lets change hands; unknown until the server has answered. */
  allowed: ReadonlySet<string> | undefined;
  toggle(item: string): void;
  children: React.ReactNode;
}

function Side({ view, names, draft, seat, me, name, title, allowed, toggle, children }: SideProps) {
  const { t } = useLocale();
  const items = holdings(view, seat);
  return (
    <fieldset className={styles.side}>
      <legend>
        <PlayerMark seat={seat} name={name} /> {title}
      </legend>
      <ul className={styles.items}>
        {items.map((item) => {
          const chosen = draft.items.has(item);
          const barred = allowed !== undefined && !allowed.has(item) && !chosen;
          const change = barred ? NO_CHANGE : groupChange(view, me, draft, item);
          return (
            <li key={item}>
              <label className={styles.choice}>
                <input type="checkbox" checked={chosen} disabled={barred} onChange={() => toggle(item)} />
                <span>
                  <Item priced view={view} item={item} names={names} />
                  {isMortgaged(view, item) ? <small>{t("monopoly_ui.mortgaged")}</small> : null}
                  <GroupNote {...change} />
                </span>
              </label>
            </li>
          );
        })}
        {items.length === 0 ? <li className={styles.soft}>{t("monopoly_ui.trade.holds_nothing")}</li> : null}
      </ul>
      {children}
    </fieldset>
  );
}
