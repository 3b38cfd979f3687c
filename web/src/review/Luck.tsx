/** The ledger of luck and skill: what each seat began with, what came to it, and what that makes. */
import type { Review } from "../api/review";
import type { Seat } from "../api/types";
import { useLocale } from "../i18n/Locale";
import { Button } from "../ui/Button";
import { Num } from "../ui/Num";
import { PlayerMark } from "../ui/PlayerMark";
import { useMoveText } from "./MoveText";
import { Points } from "./Points";
import styles from "./Review.module.css";

const ROWS = ["luck", "own", "others", "drift", "unknown"] as const;
/** What no review of a usual game has more of than rounding is left out. */
const NOTHING = 0.0005;
const MOST = 20;

interface LuckProps {
  review: Review;
  seats: readonly Seat[];
  onGo(at: number): void;
}

export function Luck({ review, seats, onGo }: LuckProps) {
  const { t, language } = useLocale();
  const text = useMoveText();
  const { ledger } = review;
  if (ledger.length === 0) return <p className={styles.soft}>{t("ui.review.waits")}</p>;
  const rows = ROWS.filter(
    (row) => row === "luck" || row === "own" || ledger.some((one) => Math.abs(one[row]) > NOTHING),
  );
  const kinds = [...new Set(ledger.flatMap((one) => Object.keys(one.luck_by_kind)))];
  const steps = review.luck.toSorted((one, other) => largest(other.luck) - largest(one.luck)).slice(0, MOST);
  return (
    <div className={styles.list}>
      <p className={styles.soft}>{t(`ui.review.ledger_about_${review.quantity}`)}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard */}
      <section className={styles.scroll} tabIndex={0} aria-label={t("ui.review.ledger")}>
        <table className={styles.ledger}>
          <thead>
            <tr>
              <td />
              {ledger.map(({ seat, name }) => (
                <th key={seat} scope="col">
                  <PlayerMark seat={seat} name={name} /> <bdi>{name}</bdi>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">{t("ui.review.row_start")}</th>
              {ledger.map(({ seat, start }) => (
                <td key={seat}>
                  <Num value={100 * start} digits={1} />
                </td>
              ))}
            </tr>
            {rows.map((row) => (
              <tr key={row}>
                <th scope="row">
                  {t(`ui.review.row_${row}`)}
                  {row === "luck" && kinds.length > 1 ? (
                    <small className={styles.soft}>
                      {" "}
                      {kinds.map((kind) => t(`ui.review.luck_${kind}`)).join(" + ")}
                    </small>
                  ) : null}
                </th>
                {ledger.map((one) => (
                  <td key={one.seat}>
                    <Points value={one[row]} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t("ui.review.row_result")}</th>
              {ledger.map(({ seat, result }) => (
                <td key={seat}>
                  <Num value={100 * result} digits={1} />
                </td>
              ))}
            </tr>
          </tfoot>
        </table>
      </section>
      <ul className={styles.sentences}>
        {ledger.map(({ seat, sentence }) => (
          <li key={seat}>{sentence[language] ?? sentence.en}</li>
        ))}
      </ul>
      <h3>{t("ui.review.lucky")}</h3>
      <ol className={styles.findings}>
        {steps.map((one) => (
          <li key={one.at}>
            {one.seat === null ? <span /> : <PlayerMark seat={one.seat} name={seats[one.seat]?.name} />}
            <div>
              <p>
                <strong>{t("ui.review.turn", { turn: one.turn })}</strong> {text(one)}
              </p>
              <div className={styles.row}>
                {seats.map(({ seat, name }) =>
                  Math.abs(one.luck[seat] ?? 0) > NOTHING * 10 ? (
                    <span key={seat}>
                      <bdi>{name}</bdi> <Points value={one.luck[seat] ?? 0} />
                    </span>
                  ) : null,
                )}
                <Button small onClick={() => onGo(one.at)}>
                  {t("ui.review.show")}
                </Button>
              </div>
            </div>
          </li>
        ))}
      </ol>
    </div>
  );
}

const largest = (shares: readonly number[]) => Math.max(...shares.map(Math.abs));
