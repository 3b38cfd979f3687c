import type { Action } from "../../api/types";
import { useLocale } from "../../i18n/Locale";
import { Button } from "../../ui/Button";
import { LETTERS } from "./deeds";
import { groupStyle } from "./groups";
import styles from "./Panel.module.css";
import type { MonopolyView, Square } from "./types";

interface SalesProps {
  view: MonopolyView;
  sales: readonly Action[];
  onChoose(sale: Action): void;
}

/** What brings money, by its kind: of a single deed its letter, short name and amount, so that many are seen at once. */
export function Sales({ view, sales, onChoose }: SalesProps) {
  const { brief, say, word } = useLocale();
  const kinds = [...new Set(sales.map(({ f }) => String(f.kind)))];
  return kinds.map((kind) => (
    <section key={kind} className={styles.sales}>
      <h3>{word("monopoly", "kind", kind)}</h3>
      <ul>
        {sales
          .filter(({ f }) => f.kind === kind)
          .map((sale) => {
            const square = view.board.find(({ deed }) => deed !== undefined && deed === sale.f.property);
            return (
              <li key={sale.name} data-wide={square ? undefined : ""}>
                <Button
                  aria-label={square ? say(sale.m) : undefined}
                  title={square ? say(sale.m) : undefined}
                  onClick={() => onChoose(sale)}
                >
                  {square ? <Lot square={square} amount={sale.m.a?.amount} /> : brief(sale.m)}
                </Button>
              </li>
            );
          })}
      </ul>
    </section>
  ));
}

function Lot({ square, amount }: { square: Square; amount: unknown }) {
  const { t, money } = useLocale();
  return (
    <>
      {square.group ? (
        <span className={styles.letter} style={groupStyle(square.group)} data-text={LETTERS[square.group]} />
      ) : null}
      <span data-text={t(`monopoly_ui.label.${square.square}`)} />
      {typeof amount === "number" ? <bdi className="num" data-text={`+${money(amount, "monopoly")}`} /> : null}
    </>
  );
}
