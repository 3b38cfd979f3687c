/** The chances of all seats over the turns, with marks where chance or a decision mattered. */
import { useId, useMemo } from "react";
import type { Review } from "../api/review";
import type { Seat } from "../api/types";
import { useLocale } from "../i18n/Locale";
import { Num } from "../ui/Num";
import { SeatShape, seatStyle } from "../ui/PlayerMark";
import { bands, HEIGHT, marks, pointAt, WIDTH, xOf } from "./curve";
import styles from "./Review.module.css";

interface CurveProps {
  review: Pick<Review, "curve" | "luck" | "mistakes" | "stage">;
  seats: readonly Seat[];
  /** The step that is looked at; null where nothing is chosen. */
  at: number | null;
  onGo?(at: number): void;
}

/** Parts lower than this have no room for a mark. */
const ROOM = 16;

export function Curve({ review, seats, at, onGo }: CurveProps) {
  const { t, number } = useLocale();
  const id = useId();
  const { curve, stage } = review;
  const parts = useMemo(() => bands(curve), [curve]);
  const { luck, mistakes } = marks(review.luck, review.mistakes);
  const here = at === null ? null : pointAt(curve, at);
  const turn = here === null ? undefined : curve[here];
  const spoken = (shares: readonly number[]) =>
    seats.map(({ seat, name }) => `${name} ${number(shares[seat] ?? 0, { style: "percent" })}`).join(", ");
  return (
    <figure className={styles.curve} data-rough={stage === "curve" ? "" : undefined}>
      <div className={styles.graph}>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT + 22}`} preserveAspectRatio="none" aria-hidden="true" data-curve>
          {parts.map(({ seat, path }) => (
            <path key={seat} d={path} className={styles.band} style={seatStyle(seat)} />
          ))}
          {[0.25, 0.5, 0.75].map((share) => (
            <line key={share} x2={WIDTH} y1={HEIGHT * share} y2={HEIGHT * share} className={styles.grid} />
          ))}
          {luck.map((one) => (
            <path
              key={`luck ${one.at}`}
              d={`M${xOf(one.at, curve)} ${HEIGHT + 3}l4 7h-8z`}
              className={styles.luck}
              style={seatStyle(one.seat ?? 0)}
            />
          ))}
          {mistakes.map((one) => (
            <path
              key={`mistake ${one.at}`}
              d={`M${xOf(one.at, curve) - 3.5} ${HEIGHT + 12}l7 7m0 -7l-7 7`}
              className={styles.mistake}
              style={seatStyle(one.seat)}
            />
          ))}
          {turn ? (
            <line x1={xOf(turn.at, curve)} x2={xOf(turn.at, curve)} y2={HEIGHT + 22} className={styles.cursor} />
          ) : null}
        </svg>
        {parts.map(({ seat, mark }) =>
          mark.room >= ROOM ? (
            <svg
              key={seat}
              viewBox="-11 -11 22 22"
              className={styles.who}
              style={{ left: `${(100 * mark.x) / WIDTH}%`, top: `${(100 * mark.y) / (HEIGHT + 22)}%` }}
              aria-hidden="true"
            >
              <SeatShape seat={seat} name={seats[seat]?.name} />
            </svg>
          ) : null,
        )}
        {onGo && here !== null && turn ? (
          <input
            type="range"
            className={styles.slider}
            min={turnsBegin(curve)}
            max={curve.at(-1)?.at ?? 0}
            value={turn.at}
            aria-label={t("ui.review.turn_of")}
            aria-valuetext={`${t("ui.review.turn", { turn: turn.turn })}: ${spoken(turn.shares)}`}
            onKeyDown={(event) => {
              const step = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
              const next = step === undefined ? undefined : curve[here + step];
              if (step === undefined) return;
              event.preventDefault();
              event.stopPropagation();
              if (next) onGo(next.at);
            }}
            onChange={(event) => onGo(curve[pointAt(curve, event.target.valueAsNumber)]?.at ?? 0)}
          />
        ) : null}
      </div>
      <figcaption className={styles.caption}>
        {turn ? (
          <span className={styles.shares}>
            <strong>{t("ui.review.turn", { turn: turn.turn })}</strong>
            {seats.map(({ seat, name }) => (
              <span key={seat}>
                <bdi>{name}</bdi> <Num value={turn.shares[seat] ?? 0} percent />
              </span>
            ))}
          </span>
        ) : null}
        {luck.length + mistakes.length > 0 ? <small className={styles.soft}>{t("ui.review.marks")}</small> : null}
      </figcaption>
      {onGo ? (
        <details className={styles.numbers}>
          <summary>{t("ui.review.table")}</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard */}
          <section className={styles.scroll} tabIndex={0} aria-label={t("ui.review.table")}>
            <table>
              <thead>
                <tr>
                  <th scope="col" id={`${id}-turn`}>
                    {t("ui.review.turn_head")}
                  </th>
                  {seats.map(({ seat, name }) => (
                    <th key={seat} scope="col">
                      <bdi>{name}</bdi>
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {curve.map((point) => (
                  <tr key={point.at}>
                    <th scope="row">
                      <Num value={point.turn} />
                    </th>
                    {seats.map(({ seat }) => (
                      <td key={seat}>
                        <Num value={point.shares[seat] ?? 0} percent />
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        </details>
      ) : null}
    </figure>
  );
}

const turnsBegin = (curve: Review["curve"]) => curve[0]?.at ?? 0;
