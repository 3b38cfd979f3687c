/** Questions about the position that is looked at: the best moves, the next throw, and the way to a position of one's own. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import type { Eyes } from "../api/eyes";
import { type Mistake, type MoveLine, type Odds, type Review, reviews, type Shares } from "../api/review";
import type { Seat } from "../api/types";
import { useLocale } from "../i18n/Locale";
import { Button, buttonClass } from "../ui/Button";
import { Num } from "../ui/Num";
import { PlayerMark } from "../ui/PlayerMark";
import { ProblemText } from "../ui/ProblemText";
import { Said } from "../ui/Said";
import { useMoveText } from "./MoveText";
import { Points } from "./Points";
import styles from "./Review.module.css";
import { Waiting } from "./Waiting";

interface AtProps {
  id: string;
  eyes: Eyes | undefined;
  at: number;
  seats: readonly Seat[];
}

interface LinesProps extends AtProps {
  /** The lines of a decision that the review has judged. */
  known: Pick<Mistake, "seat" | "lines" | "played" | "margin" | "before" | "checked"> | null;
  /** Where the curve's chances come from. */
  source: Review["source"];
  /** Whether the game is over there. */
  over: boolean;
  onGhost(names: readonly string[] | null): void;
}

/** So many moves are shown. */
const BEST = 5;
/** From here on it is said why the chance before the moves is not that after the best. */
const APART = 0.02;

/** The best whole moves, each with the chance after it and the difference from the best; shown on the board while looked at. */
export function BestMoves({ id, eyes, at, seats, known, source, over, onGhost }: LinesProps) {
  const { t } = useLocale();
  const text = useMoveText();
  const [rollouts, setRollouts] = useState(false);
  const asked = useQuery({
    queryKey: ["lines", id, at, rollouts, eyes ?? null],
    queryFn: () => reviews.lines(id, at, rollouts, eyes),
    enabled: known === null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const seat = known?.seat ?? asked.data?.seat ?? null;
  const lines = (known?.lines ?? asked.data?.lines ?? []).slice(0, BEST);
  const chance = (line: MoveLine | undefined) => (seat === null ? 0 : (line?.shares?.[seat] ?? 0));
  const played = known?.played.names.join(" ");
  const before = seat === null ? undefined : (known?.before ?? asked.data?.now)?.[seat];
  const playedOut = known ? known.checked : rollouts;
  const isRough = (known ? source : asked.data?.source) === "rollouts"; // of few games, whose chance it would be
  const apart = !isRough && before !== undefined && lines.length > 0 && Math.abs(before - chance(lines[0])) > APART;
  const unsure = (known?.margin ?? null) === null && lines.some(({ margin }) => (margin ?? null) === null);
  return (
    <section className={styles.moves} aria-labelledby={`moves-${id}`}>
      <div className={styles.row}>
        <h2 id={`moves-${id}`}>{t("ui.review.best")}</h2>
        {seat === null ? null : <PlayerMark seat={seat} name={seats[seat]?.name} label={seats[seat]?.name} />}
        {known === null && seat !== null && !rollouts ? (
          <Button small look="quiet" onClick={() => setRollouts(true)}>
            {t("ui.review.play_out")}
          </Button>
        ) : null}
      </div>
      {known === null && asked.isFetching ? <Waiting id={id} question="lines" rollouts={rollouts} eyes={eyes} /> : null}
      {known === null ? <ProblemText error={asked.error} /> : null}
      {known === null && asked.data?.seat === null ? (
        <p className={styles.soft}>{t(over ? "ui.review.is_over" : "ui.review.nobody")}</p>
      ) : null}
      {apart ? (
        <p className={styles.soft}>
          {t(playedOut ? "ui.review.before_rolled" : "ui.review.before_usual", {
            share: Math.round(100 * before),
            seat: seat ?? 0,
          })}
        </p>
      ) : null}
      <ol className={styles.lines}>
        {lines.map((line) => (
          <li key={line.names.join(" ")}>
            <button
              type="button"
              onFocus={() => onGhost(line.names)}
              onPointerEnter={() => onGhost(line.names)}
              onBlur={() => onGhost(null)}
              onPointerLeave={() => onGhost(null)}
            >
              <span>
                {text(line)}
                {line.names.join(" ") === played ? (
                  <small className={styles.soft}> ({t("ui.review.was_played")})</small>
                ) : null}
              </span>
              <span className="whole">
                <Num value={chance(line)} percent digits={1} />
                {line.margin ? (
                  <small>
                    {" "}
                    ± <Num value={100 * line.margin} digits={1} />
                  </small>
                ) : null}
              </span>
              <Points
                value={chance(line) - chance(lines[0])}
                margin={line.names.join(" ") === played ? known?.margin : null}
              />
            </button>
          </li>
        ))}
      </ol>
      {unsure ? <p className={styles.soft}>{t(known ? "ui.review.no_margin_judged" : "ui.review.no_margin")}</p> : null}
    </section>
  );
}

/** Who wins from here, and what each next throw or card would change. */
export function Throws({ id, eyes, at, seats }: AtProps) {
  const { t } = useLocale();
  const [rollouts, setRollouts] = useState(false);
  const { data, error, isFetching } = useQuery({
    queryKey: ["odds", id, at, rollouts, eyes ?? null],
    queryFn: () => reviews.odds(id, at, rollouts, eyes),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <div className={styles.list}>
      {isFetching ? <Waiting id={id} question="odds" rollouts={rollouts} eyes={eyes} /> : null}
      <ProblemText error={error} />
      {data ? <OddsTable odds={data} seats={seats} /> : null}
      {data && !rollouts && data.source === "network" ? (
        <Button small onClick={() => setRollouts(true)}>
          {t("ui.review.play_out")}
        </Button>
      ) : null}
    </div>
  );
}

interface OddsTableProps {
  odds: Odds;
  seats: readonly Seat[];
  /** The table of the next throw is opened on demand. */
  folded?: boolean;
}

export function OddsTable({ odds, seats, folded = false }: OddsTableProps) {
  const { t, has } = useLocale();
  const names = Array.from({ length: odds.players }, (_, seat) => seats[seat]?.name ?? t("ui.seat", { n: seat }));
  const source = `ui.review.source_${odds.source}`;
  return (
    <>
      <ShareRow shares={odds.shares} margins={odds.margins} names={names} />
      {has(source) ? <p className={styles.soft}>{t(source, { games: odds.games })}</p> : null}
      {odds.table.length > 0 ? (
        folded ? (
          <details>
            <summary>{t("ui.review.next")}</summary>
            <NextTable odds={odds} names={names} />
          </details>
        ) : (
          <NextTable odds={odds} names={names} />
        )
      ) : null}
    </>
  );
}

/** What each next throw or card would change. */
function NextTable({ odds, names }: { odds: Odds; names: readonly string[] }) {
  const { t, number } = useLocale();
  return (
    <>
      <p className={styles.soft}>
        {t("ui.review.next")}. {t(`ui.review.table_${odds.table_source}`, { games: odds.table_games })}
      </p>
      {
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
        <section className={styles.scroll} tabIndex={0} aria-label={t("ui.review.next")}>
          <table className={styles.ledger}>
            <thead>
              <tr>
                <th scope="col">{t("ui.review.outcome")}</th>
                <th scope="col">{t("ui.review.chance")}</th>
                {names.map((name, seat) => (
                  <th key={seat} scope="col">
                    <PlayerMark seat={seat} name={name} label={name} />
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {odds.table.map((one) => (
                <tr key={`${one.label} ${one.square?.k}`}>
                  <th scope="row">
                    <bdi>{sumOf(one.label, number)}</bdi>{" "}
                    <small className={styles.soft}>{one.square ? <Said m={one.square} /> : null}</small>
                  </th>
                  <td>
                    <Num value={one.probability} percent digits={1} />
                  </td>
                  {names.map((_, seat) => (
                    <td key={seat}>
                      <Points value={one.change[seat] ?? 0} margin={one.margins?.[seat]} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      }
    </>
  );
}

/** The chances of all seats in a row. */
export function ShareRow({
  shares,
  margins = null,
  names,
}: {
  shares: Shares;
  margins?: Shares | null;
  names: readonly string[];
}) {
  return (
    <ul className={styles.row}>
      {names.map((name, seat) => (
        <li key={seat} className={styles.row}>
          <PlayerMark seat={seat} name={name} />
          <span>
            <bdi>{name}</bdi>{" "}
            <span className="whole">
              <Num value={shares[seat] ?? 0} percent digits={1} />
              {margins ? (
                <small>
                  {" "}
                  ± <Num value={100 * (margins[seat] ?? 0)} digits={1} />
                </small>
              ) : null}
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Into the editor of positions: from here, or with nothing on the board. */
export function PositionDoor({
  id,
  at,
  game,
  players,
}: Pick<AtProps, "id" | "at"> & { game: string; players: number }) {
  const { t } = useLocale();
  const address = `/position/${game}?of=${id}&at=${at}`;
  return (
    <div className={styles.list}>
      <p>{t("ui.position.about")}</p>
      <div className={styles.row}>
        <Link href={address} className={buttonClass("primary")}>
          {t("ui.position.edit")}
        </Link>
        <Link href={`${address}&empty=${players}`} className={buttonClass()}>
          {t("ui.position.begin_empty")}
        </Link>
      </div>
    </div>
  );
}

/** What the dice show together, a double by its dice: "7", "6 + 6"; other outcomes by their names. */
function sumOf(label: string, number: (value: number) => string): string {
  const [, sum, double] = /^(\d+)( double)?$/.exec(label) ?? [];
  if (sum === undefined) return label;
  return double ? `${number(Number(sum) / 2)} + ${number(Number(sum) / 2)}` : number(Number(sum));
}
