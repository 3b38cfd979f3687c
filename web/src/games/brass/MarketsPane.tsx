/** The markets of coal and iron, beside the map and on it, and what the next cubes cost. */
import { MARKETS } from "./facts";
import { Good, GoodIcon } from "./glyphs";
import map from "./Map.module.css";
import styles from "./Markets.module.css";
import { Merchants } from "./Merchants";
import type { BrassView } from "./view";
import { useWords } from "./words";

const CELL = 26;
/** Of both tracks, so that their cubes are as large: the prices of coal, and that of an empty market. */
const COLUMNS = new Set(MARKETS.coal.prices).size + 1;

export function MarketsPane({ view }: { view: BrassView }) {
  const { t } = useWords();
  return (
    <div className={styles.markets}>
      {(["coal", "iron"] as const).map((good) => (
        <Track key={good} good={good} cubes={view.markets[good].cubes} />
      ))}
      <h3 className={styles.caption}>{t("merchants.title")}</h3>
      <Merchants view={view} />
    </div>
  );
}

/** The price of each of the next cubes, the cheapest first. */
export function nextPrices(good: "coal" | "iron", cubes: number, count: number): number[] {
  const { prices, empty } = MARKETS[good];
  return Array.from({ length: count }, (_, n) => prices[prices.length - cubes + n] ?? empty);
}

function Track({ good, cubes }: { good: "coal" | "iron"; cubes: number }) {
  const { t, money, locale } = useWords();
  const { prices, empty } = MARKETS[good];
  const next = nextPrices(good, cubes, 3).map(money);
  const steps = [...new Set(prices)];
  return (
    <figure className={styles.track}>
      <figcaption>
        <GoodIcon name={good} />
        <strong>{t(`market.${good}`)}</strong>
        <span className={styles.next}>{t("market.next", { prices: next })}</span>
      </figcaption>
      <svg viewBox={`0 0 ${COLUMNS * CELL} ${2 * CELL + 16}`} aria-hidden="true" className={styles.drawing}>
        {steps.map((price, column) => (
          <g key={price} transform={`translate(${column * CELL} 0)`}>
            {prices.map((one, n) =>
              one === price ? (
                <g key={n} transform={`translate(${CELL / 2} ${(n - prices.indexOf(price)) * CELL + CELL / 2})`}>
                  <rect className={styles.cell} x={-11} y={-11} width={22} height={22} rx={3} />
                  {n >= prices.length - cubes ? <Good name={good} size={16} /> : null}
                </g>
              ) : null,
            )}
            <text x={CELL / 2} y={2 * CELL + 12} textAnchor="middle">
              {locale.number(price)}
            </text>
          </g>
        ))}
        <g transform={`translate(${steps.length * CELL} 0)`}>
          <text className={styles.empty} x={CELL / 2} y={CELL + 4} textAnchor="middle">
            {"∞"}
          </text>
          <text x={CELL / 2} y={2 * CELL + 12} textAnchor="middle">
            {locale.number(empty)}
          </text>
        </g>
      </svg>
      <p className="visually-hidden">{t("market.cubes", { count: cubes, of: prices.length })}</p>
    </figure>
  );
}

/** The height of a row, and the places of both tracks, in units of the map. */
const ROW = 30;
const AT = { coal: { x: 12, y: 150 }, iron: { x: 130, y: 150 } } as const;

/** The same in the free corner of the map: a row for each price, what is left in its cells. */
export function MarketTracks({ view }: { view: BrassView }) {
  return (["coal", "iron"] as const).map((good) => (
    <MapTrack key={good} good={good} cubes={view.markets[good].cubes} />
  ));
}

function MapTrack({ good, cubes }: { good: "coal" | "iron"; cubes: number }) {
  const { t, money } = useWords();
  const { prices, empty } = MARKETS[good];
  const rows = [...new Set(prices)].toReversed();
  const { x, y } = AT[good];
  const next = nextPrices(good, cubes, 3).map(money);
  return (
    // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a group of a drawing is nothing that one presses
    <g
      className={map.market}
      transform={`translate(${x} ${y})`}
      role="img"
      aria-label={`${t(`market.${good}`)}: ${t("market.next", { prices: next })}`}
    >
      <rect width={110} height={ROW * (rows.length + 2) + 8} rx={8} />
      <text className={map.marketName} x={55} y={ROW - 7} textAnchor="middle">
        {t(`market.${good}`)}
      </text>
      {rows.map((price, row) => (
        <g key={price} transform={`translate(0 ${ROW * (row + 1.5)})`}>
          <text x={44} y={8} textAnchor="end">
            {t("map.pounds", { n: price })}
          </text>
          {prices.map((one, n) =>
            one === price ? (
              <g key={n} transform={`translate(${63 + 28 * (n - prices.indexOf(price))} 0)`}>
                <rect className={map.cell} x={-12} y={-12} width={24} height={24} rx={3} />
                {n >= prices.length - cubes ? <Good name={good} size={19} /> : null}
              </g>
            ) : null,
          )}
        </g>
      ))}
      <text className={map.marketThen} x={55} y={ROW * (rows.length + 2) - 5} textAnchor="middle">
        ∞ {t("map.pounds", { n: empty })}
      </text>
    </g>
  );
}
