/** A game looked back at: the curve of all chances, what was better, luck, trades, throws, and the board beside them. */
import { useMutation, useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { Link, useLocation, useSearch } from "wouter";
import { api, Problem } from "../api/client";
import type { Eyes } from "../api/eyes";
import { type Mistake, type Review, reviews } from "../api/review";
import type { Line, Seat, TableInfo, View } from "../api/types";
import { SeatNames, useLocale } from "../i18n/Locale";
import { ExportRecord } from "../table/ExportRecord";
import { keysOf, seatKeys } from "../table/keys";
import { useGameUI } from "../table/useGameUI";
import { Button, buttonClass } from "../ui/Button";
import { Copy } from "../ui/Copy";
import { ProblemText, ProblemWords } from "../ui/ProblemText";
import { saveFile } from "../ui/saveFile";
import { usePageTitle } from "../ui/usePageTitle";
import { useRested } from "../ui/useRested";
import { Curve } from "./Curve";
import { pointAt } from "./curve";
import { Luck } from "./Luck";
import { Making } from "./Making";
import { Mistakes } from "./Mistakes";
import { pictureOf } from "./picture";
import { BestMoves, PositionDoor, Throws } from "./Questions";
import styles from "./Review.module.css";
import { SearchTree } from "./SearchTree";
import { StillBoard } from "./StillBoard";
import { isFinal, useReview } from "./useReview";

export function ReviewPage({ id }: { id: string }) {
  const { t, title } = useLocale();
  usePageTitle(t("ui.review.title"));
  const token = Object.values(keysOf(seatKeys.use(), id))[0];
  const eyes = useMemo<Eyes | undefined>(() => (token === undefined ? undefined : { seat: token }), [token]);
  const page = useQuery({ queryKey: ["review-table", id, eyes ?? null], queryFn: () => api.game(id, eyes) });
  const review = useReview(id, eyes);
  const { turn, at } = placeOf(useSearch());
  const known = review.data;
  // what was known when the game was reviewed last may end before the place of the address
  const isBehind = known && isFinal(known) && (at > known.steps || turn > (known.turns.at(-1)?.turn ?? 0));
  const isReady = known && isPlaced(known) && !(isBehind && review.isFetching);
  const table = page.data?.table;
  const back = (
    <Link href={`/g/${id}`} className={buttonClass("quiet")}>
      {t("ui.review.back")}
    </Link>
  );
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>
          {t("ui.review.title")}
          {table ? (
            <span className={styles.soft}>
              {" "}
              · <bdi>{title(table.game)}</bdi>
            </span>
          ) : null}
        </h1>
        {back}
      </header>
      <ProblemText error={page.error ?? review.error} />
      {page.data && table && isReady ? (
        <SeatNames seats={page.data.seats}>
          <Loaded table={table} seats={page.data.seats} first={page.data.view} review={known} eyes={eyes} />
        </SeatNames>
      ) : page.error || review.error ? null : (
        <p role="status">
          {t("ui.review.waits")} {known ? <Making review={known} /> : null}
        </p>
      )}
    </div>
  );
}

/** Whether it is known which position a turn begins with, or will never be. */
const isPlaced = ({ turns, stage }: Review) => turns.length > 0 || stage === "failed";

/** The turn and the position that an address names. */
function placeOf(search: string): { turn: number; at: number } {
  const found = new URLSearchParams(search);
  const number = (name: string) => Number(found.get(name) ?? Number.NaN);
  return { turn: number("turn"), at: number("at") };
}

const TABS = ["mistakes", "luck", "trade", "throws", "tree", "position"] as const;
type Tab = (typeof TABS)[number];

interface LoadedProps {
  table: TableInfo;
  seats: Seat[];
  first: View;
  review: Review;
  eyes: Eyes | undefined;
}

function Loaded({ table, seats, first, review, eyes }: LoadedProps) {
  const { t } = useLocale();
  const { id, game } = table;
  const ui = useGameUI(game);
  const place = placeOf(useSearch());
  const [, navigate] = useLocation();
  const [tab, setTab] = useState<Tab>("mistakes");
  const [ghost, setGhost] = useState<readonly string[] | null>(null);
  const [chosenAt, setChosenAt] = useState<number | null>(null);
  const start = review.turns.find(({ turn }) => turn >= place.turn);
  const marked = Math.min(chosenAt ?? (place.at >= 0 ? place.at : (start?.at ?? review.steps)), review.steps);
  const at = useRested(marked);
  const chosen: Mistake | null = review.mistakes.find((one) => one.at === at) ?? null;

  const go = (step: number) => {
    setChosenAt(step);
    const turn = review.turns[pointAt(review.turns, step)]?.turn;
    const begins = review.turns.some((one) => one.at === step);
    if (turn !== undefined) navigate(`/g/${id}/review?turn=${turn}${begins ? "" : `&at=${step}`}`, { replace: true });
  };
  const here = pointAt(review.turns, marked);
  const back = review.turns.findLast((one) => one.at < marked);
  const on = review.turns[here + 1];
  const tabs = TABS.filter((one) => one !== "trade" || ui?.TradeLab);
  const shown = tabs.includes(tab) ? tab : "mistakes";
  const about = { id, eyes, at, seats };
  const figure = useRef<HTMLDivElement>(null);
  const panel: Record<Tab, () => ReactNode> = {
    mistakes: () => (
      <Mistakes
        id={id}
        eyes={eyes}
        mistakes={review.mistakes}
        seats={seats}
        chosen={chosen}
        onShow={(one) => go(one.at)}
        onGhost={setGhost}
        over={table.status === "over"}
        judged={review.ledger.length > 0}
      />
    ),
    luck: () => <Luck review={review} seats={seats} onGo={go} />,
    trade: () => (
      <PositionOf {...about}>
        {(view) => (ui?.TradeLab ? <ui.TradeLab {...about} view={view.board} /> : null)}
      </PositionOf>
    ),
    throws: () => <Throws key={at} {...about} />,
    tree: () => <SearchTree key={at} {...about} />,
    position: () => <PositionDoor id={id} at={at} game={game} players={seats.length} />,
  };
  return (
    <div className={styles.columns} data-stage={review.stage}>
      <section className={styles.board} aria-label={t("ui.board.title")}>
        {ui === undefined ? null : (
          <PositionOf {...about}>
            {(view, lines) => (
              <StillBoard
                {...{ table, seats, view, lines, ghost }}
                me={ghost ? view.to_act : null}
                preview={(names) => reviews.ghost(id, view.at, names, eyes)}
              />
            )}
          </PositionOf>
        )}
      </section>
      <div className={styles.side}>
        <div ref={figure}>
          {review.curve.length > 0 ? <Curve review={review} seats={seats} at={marked} onGo={go} /> : null}
        </div>
        <div className={styles.where}>
          <Button small disabled={!back} aria-label={t("ui.review.turn_back")} onClick={() => back && go(back.at)}>
            <Arrow back />
          </Button>
          <Button small disabled={!on} aria-label={t("ui.review.turn_on")} onClick={() => on && go(on.at)}>
            <Arrow />
          </Button>
          <p className={styles.state} role="status">
            <State review={review} />
          </p>
        </div>
        <BestMoves
          key={at}
          {...about}
          known={chosen}
          source={review.source}
          over={review.finished && at === review.steps}
          onGhost={setGhost}
        />
        <div role="tablist" aria-label={t("ui.review.parts")} className={styles.tabs}>
          {tabs.map((one) => (
            <button
              key={one}
              type="button"
              role="tab"
              id={`tab-${one}`}
              aria-selected={one === shown}
              aria-controls="review-panel"
              onClick={() => setTab(one)}
            >
              {t(`ui.review.tab_${one}`)}
            </button>
          ))}
        </div>
        <div role="tabpanel" id="review-panel" aria-labelledby={`tab-${shown}`} className={styles.panel}>
          {panel[shown]()}
        </div>
        <Exports table={table} eyes={eyes} figure={figure} ready={review.curve.length > 0} />
        {first.over === null && review.eyes !== "full" ? (
          <p className={styles.soft}>{t("ui.review.own_eyes")}</p>
        ) : null}
      </div>
    </div>
  );
}

/** Where time goes: from left to right in every language, as the curve does. */
function Arrow({ back = false }: { back?: boolean }) {
  return (
    <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
      <path d={back ? "M9 1L3 6l6 5z" : "M3 1l6 5-6 5z"} fill="currentColor" />
    </svg>
  );
}

/** The status of an answer that something on the server has not let come about. */
const FAILED = 503;

/** What the review has come to. */
function State({ review }: { review: Review }) {
  const { t } = useLocale();
  const { stage, checked, source, games, problem } = review;
  if (stage === "failed") {
    const { code, message, hint } = problem ?? { code: "unknown", message: "", hint: "" };
    return (
      <>
        {t("ui.review.failed")} <ProblemWords problem={new Problem(code, message, hint, FAILED)} />
      </>
    );
  }
  const from = source === null ? "" : t(`ui.review.source_${source}`, { games });
  const rough = source === "rollouts" && games > 0 ? t("ui.review.rough", { points: mostMargin(games) }) : "";
  const checks = checked > 0 ? t("ui.review.checked", { checked }) : "";
  return (
    <>
      {[from, rough].filter(Boolean).join(" ")} {isFinal(review) ? checks : <Making review={review} />}
    </>
  );
}

/** The most that half the 95 % interval of a chance from so many games is, in points. */
const mostMargin = (games: number) => Math.ceil((100 * 1.96 * 0.5) / Math.sqrt(games));

interface PositionOfProps {
  id: string;
  at: number;
  eyes: Eyes | undefined;
  children(view: View, lines: readonly Line[]): ReactNode;
}

/** What is shown of the position after `at` steps, once it has come. */
function PositionOf({ id, at, eyes, children }: PositionOfProps) {
  const { data, error } = useQuery({
    queryKey: ["review-step", id, at, eyes ?? null],
    queryFn: () => api.steps(id, at, 1, eyes),
    placeholderData: (before) => before,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const step = data?.steps[0];
  if (error) return <ProblemText error={error} />;
  return step ? children(step.view, step.lines) : null;
}

interface ExportsProps {
  table: TableInfo;
  eyes: Eyes | undefined;
  figure: React.RefObject<HTMLDivElement | null>;
  ready: boolean;
}

/** The review to keep: its address, the record, a page that needs no server, a picture of the curve. */
function Exports({ table, eyes, figure, ready }: ExportsProps) {
  const { t, language } = useLocale();
  const { id, game } = table;
  const [address, setAddress] = useState(location.href);
  useEffect(() => setAddress(location.href));
  const page = useMutation({
    mutationFn: () => reviews.page(id, language, eyes),
    onSuccess: (file) => saveFile(file, `${game}-${id}-review.html`),
  });
  const picture = () => {
    const drawn = figure.current?.querySelector<SVGSVGElement>("[data-curve]");
    if (drawn) saveFile(pictureOf(drawn), `${game}-${id}.svg`);
  };
  return (
    <div className={`${styles.row} ${styles.exports}`}>
      <Copy text={address} label={t("ui.review.link")} />
      {table.status === "over" ? <ExportRecord table={table} eyes={eyes} /> : null}
      <Button small disabled={!ready || page.isPending} onClick={() => page.mutate()}>
        {t("ui.review.page")}
      </Button>
      <Button small disabled={!ready} onClick={picture}>
        {t("ui.review.picture")}
      </Button>
      <ProblemText error={page.error} />
    </div>
  );
}
