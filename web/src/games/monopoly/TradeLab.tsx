/** The trade lab: any two seats, any goods, and what that changes for everybody. */
import { useMutation } from "@tanstack/react-query";
import { useLayoutEffect, useState } from "react";
import { Problem } from "../../api/client";
import { reviews, type TradeOffer, type TradeTerms, type TradeWorth } from "../../api/review";
import { useLocale } from "../../i18n/Locale";
import { Points } from "../../review/Points";
import { Waiting } from "../../review/Waiting";
import { Button } from "../../ui/Button";
import { characterName } from "../../ui/characters";
import { Notice } from "../../ui/Notice";
import { PlayerMark } from "../../ui/PlayerMark";
import { ProblemText } from "../../ui/ProblemText";
import type { LabProps } from "../registry";
import { AmountField } from "./AmountField";
import { GroupNote, Item } from "./Item";
import { useNames } from "./names";
import { groupChange, holdings, terms as sidesOf } from "./offer";
import styles from "./Panel.module.css";
import type { MonopolyView } from "./types";

interface Wish {
  seat: number;
  partner: number;
  items: ReadonlySet<string>;
  /** What `seat` pays; negative: gets. */
  cash: number;
}

export function TradeLab({ id, at, eyes, seats, view: board }: LabProps) {
  const view: MonopolyView = board;
  const { t } = useLocale();
  const names = useNames();
  const living = view.players.filter(({ bankrupt }) => !bankrupt).map(({ seat }) => seat);
  const [chosen, setWish] = useState<Wish | null>(null);
  const wish = kept(chosen, view, living);
  const { seat, partner, items, cash } = wish;
  const draft = { partner, items, cash };
  const { give, get } = sidesOf(view, seat, seat, items, cash);
  const value = useMutation({
    mutationFn: (rollouts: boolean) => reviews.trade(id, at, { seat, partner, give, get, cash }, rollouts, eyes),
  });
  const find = useMutation({ mutationFn: () => reviews.trades(id, at, seat, null, eyes) });
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer is about one position
  useLayoutEffect(() => {
    value.reset();
    find.reset();
  }, [at]);
  const change = (part: Partial<Wish>) => {
    setWish({ ...wish, ...part });
    value.reset();
    find.reset();
  };
  // one answer at a time: what was asked last stands under the buttons
  const askWorth = (rollouts: boolean) => {
    find.reset();
    value.mutate(rollouts);
  };
  const askTrades = () => {
    value.reset();
    find.mutate();
  };
  const toggle = (item: string) => {
    const chosen = new Set(items);
    if (!chosen.delete(item)) chosen.add(item);
    change({ items: chosen });
  };
  const use = (found: TradeTerms) =>
    change({
      seat: found.seat,
      partner: found.partner,
      items: new Set([...found.give, ...found.get]),
      cash: found.cash,
    });
  if (living.length < 2) return <p className={styles.soft}>{t("monopoly_ui.lab.alone")}</p>;
  const sides = [
    {
      of: seat,
      paid: Math.max(0, cash),
      pay: (paid: number) => change({ cash: paid }),
    },
    {
      of: partner,
      paid: Math.max(0, -cash),
      pay: (paid: number) => change({ cash: -paid }),
    },
  ];
  return (
    <div className={styles.lab}>
      <div className={styles.buttons}>
        <Button look="primary" disabled={value.isPending || items.size === 0} onClick={() => askWorth(false)}>
          {t("monopoly_ui.lab.value")}
        </Button>
        <Button disabled={find.isPending} onClick={askTrades}>
          {t("monopoly_ui.lab.find")}
        </Button>
        {value.data && value.data.margins === null ? (
          <Button disabled={value.isPending} onClick={() => askWorth(true)}>
            {t("ui.review.play_out")}
          </Button>
        ) : null}
      </div>
      {value.isPending ? <Waiting id={id} question="trade" rollouts={value.variables} eyes={eyes} /> : null}
      {find.isPending ? <Waiting id={id} question="find" rollouts={false} eyes={eyes} /> : null}
      <Refused error={value.error ?? find.error} seat={seat} />
      {value.data ? <Worth worth={value.data} seats={seats} onUse={use} /> : null}
      {find.data ? <Offers offers={find.data} seats={seats} view={view} onUse={use} /> : null}
      <div className={styles.sides}>
        {sides.map(({ of, paid, pay }, side) => (
          <fieldset key={side} className={styles.side}>
            <legend>
              <PlayerMark seat={of} name={seats[of]?.name} />
              <select
                aria-label={t(`monopoly_ui.lab.side_${side}`)}
                value={of}
                onChange={({ target }) => {
                  const chosen = Number(target.value);
                  const other = living.find((one) => one !== chosen) ?? 0;
                  change({
                    ...(side === 0
                      ? { seat: chosen, partner: partner === chosen ? other : partner }
                      : { partner: chosen, seat: seat === chosen ? other : seat }),
                    items: new Set(),
                    cash: 0,
                  });
                }}
              >
                {living.map((one) => (
                  <option key={one} value={one}>
                    {seats[one]?.name}
                  </option>
                ))}
              </select>{" "}
              <span>{t("monopoly_ui.lab.gives")}</span>
            </legend>
            <ul className={styles.items}>
              {holdings(view, of).map((item) => (
                <li key={item}>
                  <label className={styles.choice}>
                    <input type="checkbox" checked={items.has(item)} onChange={() => toggle(item)} />
                    <span>
                      <Item priced view={view} item={item} names={names} />
                      <GroupNote {...groupChange(view, seat, draft, item)} />
                    </span>
                  </label>
                </li>
              ))}
            </ul>
            <AmountField
              label={t("monopoly_ui.trade.cash")}
              value={paid}
              onChange={pay}
              note={t("monopoly_ui.trade.have", { amount: view.players[of]?.cash ?? 0 })}
            />
          </fieldset>
        ))}
      </div>
    </div>
  );
}

/** What was wished, as far as this position has it; first the seat to decide, which may make an offer. */
function kept(wish: Wish | null, view: MonopolyView, living: readonly number[]): Wish {
  if (wish === null || ![wish.seat, wish.partner].every((one) => living.includes(one))) {
    const first = living.find((seat) => seat === view.to_move) ?? living[0] ?? 0;
    return { seat: first, partner: living.find((seat) => seat !== first) ?? 1, items: new Set(), cash: 0 };
  }
  const held = new Set([...holdings(view, wish.seat), ...holdings(view, wish.partner)]);
  const cash = (seat: number) => view.players[seat]?.cash ?? 0;
  return {
    ...wish,
    items: new Set([...wish.items].filter((item) => held.has(item))),
    cash: Math.max(-cash(wish.partner), Math.min(cash(wish.seat), wish.cash)),
  };
}

/** Why nothing is answered; the server's own words call players by their numbers. */
function Refused({ error, seat }: { error: unknown; seat: number }) {
  const { t } = useLocale();
  if (!(error instanceof Problem && error.code === "illegal_action")) return <ProblemText error={error} />;
  return (
    <Notice look="bad" role="alert">
      {t("monopoly_ui.lab.no_offer", { seat })}
    </Notice>
  );
}

function Worth({
  worth,
  seats,
  onUse,
}: {
  worth: TradeWorth;
  seats: LabProps["seats"];
  onUse(terms: TradeTerms): void;
}) {
  const { t, money } = useLocale();
  const { terms, most, least, fair, answers, assumes } = worth;
  const margins = worth.margins ?? worth.spread;
  const dollars = (amount: number) => money(amount, "monopoly");
  const range = (price: "most" | "least" | "fair", turned = false) => {
    const ends = worth.ranges?.[price];
    if (!ends) return null;
    const [low, high] = turned ? [-ends[1], -ends[0]] : ends;
    return ` ${t("monopoly_ui.lab.range", { low: dollars(low), high: dollars(high) })}`;
  };
  /** The limit of one of the two: what it can pay, or what it needs; `paid` is the sum that the first one pays. */
  const limit = (seat: number, paid: number | null, price: "most" | "least") => {
    if (paid === null) return <p>{t("monopoly_ui.lab.never", { seat })}</p>;
    const first = price === "most";
    const pays = first ? paid >= 0 : paid <= 0;
    return (
      <p>
        {t(`monopoly_ui.lab.${pays ? "most" : "least"}`, { seat, amount: dollars(Math.abs(paid)) })}
        {range(price, pays !== first)}
      </p>
    );
  };
  return (
    <div className={styles.worth} role="status">
      {assumes ? <p>{t(`monopoly_ui.lab.assumes_${assumes}`, { seat: terms.seat })}</p> : null}
      <ul className={styles.effects}>
        {worth.change.map((change, seat) => (
          <li key={seat}>
            <PlayerMark seat={seat} name={seats[seat]?.name} /> <bdi>{seats[seat]?.name}</bdi>{" "}
            <strong>
              <Points value={change} margin={margins?.[seat]} />
            </strong>
          </li>
        ))}
      </ul>
      <p>{t(`ui.review.source_${worth.source}`, { games: worth.games })}</p>
      {limit(terms.seat, most, "most")}
      {limit(terms.partner, least, "least")}
      {fair === null ? null : (
        <p>
          {t("monopoly_ui.lab.fair", {
            seat: fair < 0 ? terms.partner : terms.seat,
            amount: dollars(Math.abs(fair)),
          })}
          {range("fair", fair < 0)}{" "}
          <Button small onClick={() => onUse({ ...terms, cash: fair })}>
            {t("monopoly_ui.lab.use")}
          </Button>
        </p>
      )}
      {worth.duel ? <p>{t("monopoly_ui.lab.duel")}</p> : null}
      {answers.length > 0 ? (
        <p>
          {answers.some(({ accepts }) => accepts)
            ? t("monopoly_ui.lab.accepted", {
                agents: answers.filter(({ accepts }) => accepts).map(({ agent }) => characterName(agent) ?? agent),
              })
            : t("monopoly_ui.lab.refused")}
        </p>
      ) : null}
    </div>
  );
}

interface OffersProps {
  offers: readonly TradeOffer[];
  seats: LabProps["seats"];
  view: MonopolyView;
  onUse(terms: TradeTerms): void;
}

function Offers({ offers, seats, onUse }: OffersProps) {
  const { t, money } = useLocale();
  const names = useNames();
  if (offers.length === 0) return <p className={styles.soft}>{t("monopoly_ui.lab.none")}</p>;
  const assumed = offers.find(({ assumes }) => assumes !== "");
  const side = (items: readonly string[], paid: number) =>
    names.list([...items.map(names.item), ...(paid > 0 ? [money(paid, "monopoly")] : [])]);
  return (
    <>
      {assumed ? <p>{t(`monopoly_ui.lab.assumes_${assumed.assumes}`, { seat: assumed.terms.seat })}</p> : null}
      {offers.some(({ margins }) => margins === null) ? <p>{t("monopoly_ui.lab.rough")}</p> : null}
      <ol className={styles.items}>
        {offers.map(({ terms, change, margins }, n) => (
          <li key={n} className={styles.found}>
            <p>
              {t("monopoly_ui.lab.deal", {
                seat: terms.seat,
                partner: terms.partner,
                given: side(terms.give, terms.cash),
                taken: side(terms.get, -terms.cash),
              })}
            </p>
            <div className={styles.row}>
              {[terms.seat, terms.partner].map((seat) => (
                <span key={seat}>
                  <PlayerMark seat={seat} name={seats[seat]?.name} />{" "}
                  <Points value={change[seat] ?? 0} margin={margins?.[seat]} />
                </span>
              ))}
              <Button small onClick={() => onUse(terms)}>
                {t("monopoly_ui.lab.use")}
              </Button>
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}
