/** The editor of positions: the board to press, a form beside it, the same as text, and who wins from there. */
import { useQuery } from "@tanstack/react-query";
import { useId, useMemo, useState } from "react";
import { Link, useLocation, useSearch } from "wouter";
import { api } from "../api/client";
import type { Eyes } from "../api/eyes";
import { reviews } from "../api/review";
import type { Ref, Seat, View } from "../api/types";
import type { PositionProps } from "../games/registry";
import { SeatNames, useLocale } from "../i18n/Locale";
import { StillBoard } from "../review/StillBoard";
import { keysOf, seatKeys } from "../table/keys";
import { useGameUI } from "../table/useGameUI";
import { Button, buttonClass } from "../ui/Button";
import { ProblemText } from "../ui/ProblemText";
import { usePageTitle } from "../ui/usePageTitle";
import { Faults, FaultWords } from "./Field";
import type { Described, Fields } from "./fields";
import styles from "./Position.module.css";
import { type Position, usePosition } from "./usePosition";
import { WhoWins } from "./WhoWins";

/** Nobody has said for how many: the server takes the game's usual number. */
const bare = (game: string) => JSON.stringify({ game });

export function PositionPage({ game }: { game: string }) {
  const { t, title } = useLocale();
  usePageTitle(t("ui.position.title"));
  const search = new URLSearchParams(useSearch());
  const [, navigate] = useLocation();
  const [of, at] = [search.get("of"), Number(search.get("at") ?? 0)];
  const empty = search.get("empty");
  const token = of === null ? undefined : Object.values(keysOf(seatKeys.use(), of))[0];
  const eyes = useMemo<Eyes | undefined>(() => (token === undefined ? undefined : { seat: token }), [token]);
  const table = useQuery({
    queryKey: ["review-table", of, eyes ?? null],
    queryFn: () => api.game(of ?? "", eyes),
    enabled: of !== null,
  });
  const start = useQuery({
    queryKey: ["position", game, of, at, eyes ?? null],
    queryFn: () => (of === null ? reviews.describe(bare(game)) : reviews.position(of, at, eyes)),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const fresh = useQuery({
    queryKey: ["position-empty", game, of, empty],
    queryFn: () => reviews.describe(emptied(start.data?.fields ?? null, Number(empty))),
    enabled: empty !== null && start.data !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const found = empty === null ? start.data : fresh.data;
  const error = table.error ?? start.error ?? fresh.error;
  const given = useSeats(found?.fields?.seats ?? 0, empty === null ? table.data?.seats : undefined);
  const back = of === null ? "/" : `/g/${of}/review?turn=0&at=${at}`;
  const address = (count: number | null) => {
    const query = new URLSearchParams(of === null ? {} : { of, at: String(at) });
    if (count !== null) query.set("empty", String(count));
    return `/position/${game}?${query}`;
  };
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>
          {t("ui.position.title")}{" "}
          <span className={styles.soft}>
            · <bdi>{title(game)}</bdi>
          </span>
        </h1>
        <Link href={back} className={buttonClass("quiet")}>
          {t(of === null ? "ui.position.home" : "ui.position.back")}
        </Link>
      </header>
      <ProblemText error={error} />
      {found?.fields && found.view ? (
        <SeatNames seats={given}>
          <Editor
            key={found.text}
            start={{ ...found, fields: found.fields, view: found.view }}
            seats={given}
            id={of ?? game}
            onEmpty={(count) => navigate(address(count), { replace: true })}
            onWhole={of !== null && empty !== null ? () => navigate(address(null), { replace: true }) : null}
          />
        </SeatNames>
      ) : error ? null : (
        <p role="status">{t("ui.position.loads")}</p>
      )}
    </div>
  );
}

/** The same game and rules for so many players, with nothing on the board. */
function emptied(fields: Fields | null, seats: number): string {
  const { game, preset, options } = fields ?? { game: "", preset: undefined, options: {} };
  return JSON.stringify({ game, preset, options, seats });
}

/** Who sits at the table, or players by their numbers. */
function useSeats(count: number, seats: Seat[] | undefined): Seat[] {
  const { t } = useLocale();
  return useMemo(() => {
    const about = { kind: "human" as const, agent: null, online: true, claimed: true, taken_over: false };
    return Array.from(
      { length: count },
      (_, seat) => seats?.[seat] ?? { seat, name: t("ui.position.player", { n: seat + 1 }), ...about },
    );
  }, [count, seats, t]);
}

interface EditorProps {
  start: Described & { fields: Fields; view: View };
  seats: Seat[];
  id: string;
  onEmpty(seats: number): void;
  /** Back to the position of the game; null where it is that one. */
  onWhole: (() => void) | null;
}

function Editor({ start, seats, id, onEmpty, onWhole }: EditorProps) {
  const { t, number } = useLocale();
  const { game } = start.fields;
  const ui = useGameUI(game);
  const specs = useQuery({ queryKey: ["specs"], queryFn: api.specs, staleTime: Number.POSITIVE_INFINITY });
  const position = usePosition(start);
  const [picked, setPicked] = useState<Ref | null>(null);
  const count = useId();
  const { fields, reached, view, faults, change } = position;
  const about = specs.data?.find(({ name }) => name === game);
  const { min_players: least, max_players: most } = about ?? { min_players: 1, max_players: 0 };
  const sizes = Array.from({ length: Math.max(0, most - least + 1) }, (_, n) => least + n);
  const props: PositionProps = { fields, reached, view: view.board, seats, picked, onPick: setPicked, change };
  const editor = ui?.position;
  const board = { id, game, players: fields.seats, options: fields.options, hints: "off" as const };
  if (ui === undefined) return null;
  return (
    <Faults value={faults}>
      <div className={styles.columns}>
        <section className={styles.board} aria-label={t("ui.board.title")}>
          {editor ? <editor.Board {...props} /> : <StillBoard table={board} seats={seats} view={view} />}
        </section>
        <div className={styles.side}>
          <WhoWins position={position} seats={seats} told={editor?.told ?? /^$/}>
            <Button disabled={!position.isChanged} onClick={position.reset}>
              {t("ui.review.as_it_was")}
            </Button>
            {onWhole ? <Button onClick={onWhole}>{t("ui.position.whole")}</Button> : null}
          </WhoWins>
          <div className={styles.form}>
            {editor ? <editor.Form {...props} /> : null}
            <AsText position={position} open={!editor} />
            {sizes.length > 0 ? (
              <div className={styles.row}>
                <label htmlFor={count}>{t("ui.position.empty")}</label>
                <select id={count} value="" onChange={({ target }) => onEmpty(Number(target.value))}>
                  <option value="" disabled>
                    {t("ui.position.choose")}
                  </option>
                  {sizes.map((n) => (
                    <option key={n} value={n}>
                      {number(n)}
                    </option>
                  ))}
                </select>
              </div>
            ) : null}
          </div>
        </div>
      </div>
    </Faults>
  );
}

/** The position as text, for who would rather write: it and the form always say the same. */
function AsText({ position, open = false }: { position: Position; open?: boolean }) {
  const { t } = useLocale();
  const id = useId();
  const { text, faults, error, write } = position;
  return (
    <details className={styles.fold} open={open}>
      <summary>{t("ui.position.text")}</summary>
      <label htmlFor={id}>{t("ui.position.text_about")}</label>
      <textarea
        id={id}
        className={styles.text}
        lang="en"
        dir="ltr"
        spellCheck={false}
        rows={16}
        value={text}
        aria-invalid={faults.length > 0 || error !== null}
        onChange={({ target }) => write(target.value)}
      />
      {faults.map((fault) => (
        <p key={fault.message} className={styles.faults}>
          {fault.line === null ? null : <>{t("ui.position.line", { n: fault.line })} </>}
          <FaultWords fault={fault} />
        </p>
      ))}
      <ProblemText error={error} />
    </details>
  );
}
