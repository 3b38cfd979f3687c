/** The markets of coal and iron in the free corner of the map: a row for each price, what is left in its cells. */
import { MARKETS } from "./facts";
import { Good } from "./glyphs";
import styles from "./Map.module.css";
import { nextPrices } from "./MarketsPane";
import type { BrassView } from "./view";
import { useWords } from "./words";

/** The height of a row, and the places of both tracks, in units of the map. */
const ROW = 30;
const AT = { coal: { x: 12, y: 150 }, iron: { x: 130, y: 150 } } as const;

export function MarketTracks({ view }: { view: BrassView }) {
  return (["coal", "iron"] as const).map((good) => <Track key={good} good={good} cubes={view.markets[good].cubes} />);
}

function Track({ good, cubes }: { good: "coal" | "iron"; cubes: number }) {
  const { t, money } = useWords();
  const { prices, empty } = MARKETS[good];
  const rows = [...new Set(prices)].toReversed();
  const { x, y } = AT[good];
  const next = nextPrices(good, cubes, 3).map(money);
  return (
    // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a group of a drawing is nothing that one presses
    <g
      className={styles.market}
      transform={`translate(${x} ${y})`}
      role="img"
      aria-label={`${t(`market.${good}`)}: ${t("market.next", { prices: next })}`}
    >
      <rect width={110} height={ROW * (rows.length + 2) + 8} rx={8} />
      <text className={styles.marketName} x={55} y={ROW - 7} textAnchor="middle">
        {t(`market.${good}`)}
      </text>
      {rows.map((price, row) => (
        <g key={price} transform={`translate(0 ${ROW * (row + 1.5)})`}>
          <text x={44} y={8} textAnchor="end">
            {money(price)}
          </text>
          {prices.map((one, n) =>
            one === price ? (
              <g key={n} transform={`translate(${63 + 28 * (n - prices.indexOf(price))} 0)`}>
                <rect className={styles.cell} x={-12} y={-12} width={24} height={24} rx={3} />
                {n >= prices.length - cubes ? <Good name={good} size={19} /> : null}
              </g>
            ) : null,
          )}
        </g>
      ))}
      <text className={styles.marketThen} x={55} y={ROW * (rows.length + 2) - 5} textAnchor="middle">
        ∞ {money(empty)}
      </text>
    </g>
  );
}
