/** What decided a game: its curve, the three turning points, luck and skill in a sentence. */
import type { Eyes } from "../api/eyes";
import type { Seat } from "../api/types";
import { useLocale } from "../i18n/Locale";
import { PlayerMark } from "../ui/PlayerMark";
import { Curve } from "./Curve";
import { Making } from "./Making";
import { useMoveText } from "./MoveText";
import { Points } from "./Points";
import styles from "./Review.module.css";
import { isFinal, useReview } from "./useReview";

interface DecidedProps {
  id: string;
  seats: readonly Seat[];
  eyes: Eyes | undefined;
  /** The seats of this browser: the sentence is about the first, else about the winner. */
  mine: readonly number[];
}

const TURNING_POINTS = 3;

export function Decided({ id, seats, eyes, mine }: DecidedProps) {
  const { t, language } = useLocale();
  const text = useMoveText();
  const { data: review } = useReview(id, eyes);
  if (!review) return null;
  const making = isFinal(review) ? null : (
    <p role="status" className={styles.soft}>
      <Making review={review} />
    </p>
  );
  if (review.curve.length === 0) return making;
  const { ledger, turning } = review;
  const about = ledger.find(({ seat }) => mine.includes(seat)) ?? ledger.find(({ place }) => place === 1);
  const largest = (change: readonly number[]) =>
    change.reduce((most, one, seat) => (one > (change[most] ?? 0) ? seat : most), 0);
  return (
    <div className={styles.list}>
      <Curve review={review} seats={seats} at={null} />
      {ledger.length === 0 ? making : null}
      {about ? <p>{about.sentence[language] ?? about.sentence.en}</p> : null}
      {turning.length > 0 ? <h3>{t("ui.over.turning")}</h3> : null}
      <ol className={styles.turning}>
        {turning.slice(0, TURNING_POINTS).map((one) => (
          <li key={`${one.at} ${one.by}`}>
            <strong>{t("ui.review.turn", { turn: one.turn })}</strong> {text(one)}{" "}
            <PlayerMark seat={largest(one.change)} name={seats[largest(one.change)]?.name} />{" "}
            <Points value={one.change[largest(one.change)] ?? 0} />
          </li>
        ))}
      </ol>
    </div>
  );
}
