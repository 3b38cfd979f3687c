import type { Message } from "../../api/types";
import { useLocale } from "../../i18n/Locale";
import { Button } from "../../ui/Button";
import type { BoardProps } from "../registry";
import { usePreview } from "../usePreview";
import { refusalOf } from "./declining";
import { Effects } from "./Effects";
import { GroupNote, Item } from "./Item";
import { Money } from "./Money";
import { type Names, useNames } from "./names";
import { counterOf, type Draft, type GroupChange, groupChange, isMortgaged, terms } from "./offer";
import styles from "./Panel.module.css";
import { useStanding } from "./standing";
import type { MonopolyView, Trade } from "./types";

/** Another player's offer to me: what I would give and get, and my answers. */
export function OfferPanel({ frame, ...props }: BoardProps & { frame: Trade }) {
  const view: MonopolyView = props.view;
  const { t, say } = useLocale();
  const names = useNames();
  const [standing, keep] = useStanding(props.table.id, props.me);
  const { who, items, money = 0 } = frame;
  const { give, pay, get, receive } = terms(view, frame.to, who, items, money);
  const draft: Draft = { partner: frame.to, items: new Set(items), cash: money };
  const side = { view, names, changes: (item: string) => groupChange(view, who, draft, item) };
  /** A refusal answers this offer too: the page declines what is no better. */
  const decline = (all: boolean) => keep({ refusals: [...standing.refusals, refusalOf(view, frame, all)] });
  const accept = props.decision?.actions.find(({ name }) => name === "accept");
  const then = usePreview(props, accept ? ["accept"] : null)?.lines.filter(({ m }) => !repeats(m)) ?? [];
  return (
    <section className={styles.panel} aria-label={t("monopoly_ui.offer.title", { partner: who })}>
      <h2>{t("monopoly_ui.offer.title", { partner: who })}</h2>
      <div className={styles.sides}>
        <SideOfOffer title={t("monopoly_ui.trade.give")} items={give} cash={pay} {...side} />
        <SideOfOffer title={t("monopoly_ui.trade.get")} items={get} cash={receive} {...side} />
      </div>
      <Effects view={view} options={props.table.options} me={frame.to} draft={counterOf(who, items, money)} />
      {then.length > 0 ? (
        <div className={styles.soft}>
          <h3>{t("monopoly_ui.offer.then")}</h3>
          <ul>
            {then.map(({ m }, at) => (
              <li key={at}>{say(m)}</li>
            ))}
          </ul>
        </div>
      ) : null}
      <div className={styles.buttons}>
        {accept ? (
          <Button look="primary" title={say(accept.m)} onClick={() => props.act(["accept"])}>
            {t("monopoly_ui.offer.accept")}
          </Button>
        ) : null}
        <Button onClick={() => keep({ draft: counterOf(who, items, money) })}>{t("monopoly_ui.offer.counter")}</Button>
        <Button onClick={() => decline(false)}>{t("monopoly_ui.offer.decline")}</Button>
        <Button title={t("monopoly_ui.offer.not_now_about")} onClick={() => decline(true)}>
          {t("monopoly_ui.offer.not_now")}
        </Button>
      </div>
    </section>
  );
}

/** What the two sides above say already: the trade itself. */
function repeats({ k }: Message): boolean {
  return k.startsWith("monopoly.event.traded");
}

interface SideProps {
  title: string;
  items: readonly string[];
  cash: number;
  view: MonopolyView;
  names: Names;
  /** What the trade does to the group of an item. */
  changes(item: string): GroupChange;
}

function SideOfOffer({ title, items, cash, view, names, changes }: SideProps) {
  const { t } = useLocale();
  return (
    <div>
      <h3>{title}</h3>
      <ul className={styles.items}>
        {items.map((item) => (
          <li key={item}>
            <Item priced view={view} item={item} names={names} />
            {isMortgaged(view, item) ? <small className={styles.soft}> {t("monopoly_ui.mortgaged")}</small> : null}
            <GroupNote {...changes(item)} />
          </li>
        ))}
        {cash > 0 ? (
          <li className={styles.cash}>
            <Money value={cash} />
          </li>
        ) : null}
        {items.length === 0 && cash === 0 ? <li className={styles.soft}>{t("monopoly_ui.trade.nothing")}</li> : null}
      </ul>
    </div>
  );
}
