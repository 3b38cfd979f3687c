/** What can be done with single deeds, in few words each, so that many are seen at once. */
import type { Action } from "../../api/types";
import { useLocale } from "../../i18n/Locale";
import { Button } from "../../ui/Button";
import type { ChipProps } from "../registry";
import { LETTERS } from "./deeds";
import { groupStyle } from "./groups";
import styles from "./Panel.module.css";
import type { MonopolyView } from "./types";

interface SalesProps {
  view: MonopolyView;
  sales: readonly Action[];
  onChoose(sale: Action): void;
}

/** What brings money, by its kind: of a single deed its letter, short name and amount, so that many are seen at once. */
export function Sales({ view, sales, onChoose }: SalesProps) {
  const { brief, say, word } = useLocale();
  const kinds = [...new Set(sales.map(({ f }) => String(f.kind)))];
  return (
    <div className={styles.kinds} data-several={kinds.length > 1 || undefined}>
      {kinds.map((kind) => (
        <section key={kind} className={styles.sales}>
          <h3>{word("monopoly", "kind", kind)}</h3>
          <ul>
            {sales
              .filter(({ f }) => f.kind === kind)
              .map((sale) => {
                const words = sale.f.property === undefined ? undefined : say(sale.m);
                return (
                  <li key={sale.name} data-wide={words === undefined || undefined}>
                    <Button aria-label={words} title={words} onClick={() => onChoose(sale)}>
                      {words === undefined ? brief(sale.m) : <Chip action={sale} view={view} />}
                    </Button>
                  </li>
                );
              })}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** Of an action with a deed its letter, the short name and the amount; the texts are no part of a button's name. */
export function Chip({ action: { f, m }, view }: ChipProps) {
  const { t, money } = useLocale();
  const square = (view as MonopolyView).board.find(({ deed }) => deed === f.property);
  if (!square?.group) return null;
  const amount = m.a?.amount;
  return (
    <span className={styles.chip}>
      <span className={styles.letter} style={groupStyle(square.group)} data-text={LETTERS[square.group]} />{" "}
      <span data-text={t(`monopoly_ui.label.${square.square}`)} />{" "}
      {typeof amount === "number" ? <bdi className="num" data-text={money(amount, "monopoly")} /> : null}
    </span>
  );
}
