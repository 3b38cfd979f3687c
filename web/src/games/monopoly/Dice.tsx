import { useLocale } from "../../i18n/Locale";
import styles from "./Centre.module.css";

/** Where the pips of each face lie, in a box of 3 by 3. */
const PIPS: readonly (readonly [number, number])[][] = [
  [],
  [[1, 1]],
  [
    [0, 0],
    [2, 2],
  ],
  [
    [0, 0],
    [1, 1],
    [2, 2],
  ],
  [
    [0, 0],
    [2, 0],
    [0, 2],
    [2, 2],
  ],
  [
    [0, 0],
    [2, 0],
    [1, 1],
    [0, 2],
    [2, 2],
  ],
  [
    [0, 0],
    [2, 0],
    [0, 1],
    [2, 1],
    [0, 2],
    [2, 2],
  ],
];

/** The last throw. */
export function Dice({ low, high }: { low: number; high: number }) {
  const { t } = useLocale();
  return (
    <span className={styles.dice} role="img" aria-label={t("monopoly_ui.dice", { low, high })}>
      <Die value={low} />
      <Die value={high} />
    </span>
  );
}

function Die({ value }: { value: number }) {
  return (
    <svg className={styles.die} viewBox="0 0 40 40" aria-hidden="true">
      <rect x="1.5" y="1.5" width="37" height="37" rx="8" />
      {(PIPS[value] ?? []).map(([x, y]) => (
        <circle key={`${x} ${y}`} cx={10 + 10 * x} cy={10 + 10 * y} r="3.6" />
      ))}
    </svg>
  );
}
