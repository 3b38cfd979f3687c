/** The end of a game: the ranking, what decided it, what the dice were, and how to go on. */
import { useMutation, useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { Link, useLocation } from "wouter";
import { api } from "../api/client";
import type { Eyes } from "../api/eyes";
import type { GameSpec, Over, Seat, TableInfo } from "../api/types";
import { useLocale } from "../i18n/Locale";
import { Button, buttonClass } from "../ui/Button";
import { Num } from "../ui/Num";
import { PlayerMark } from "../ui/PlayerMark";
import { ProblemText } from "../ui/ProblemText";
import { Dice } from "./Dice";
import styles from "./Ending.module.css";
import { ExportRecord } from "./ExportRecord";
import { invites } from "./invites";
import { keep, type SeatKeys } from "./keys";

interface EndingProps {
  table: TableInfo;
  over: Over;
  seats: readonly Seat[];
  /** Whose eyes look. */
  eyes: Eyes | undefined;
  spec: GameSpec | undefined;
  /** The seats of this browser. */
  keys: SeatKeys;
}

export function Ending({ table, over, seats, eyes, spec, keys }: EndingProps) {
  const { t, word } = useLocale();
  const winners = seats.filter((seat) => (over.utility[seat.seat] ?? 0) > 0);
  const shared = winners.length > 1;
  // who has only watched people play does not begin their next game
  const plays = Object.keys(keys).length > 0 || seats.every(({ kind }) => kind === "agent");
  return (
    <section className={styles.ending} aria-labelledby="ending-title">
      <h2 id="ending-title" tabIndex={-1}>
        {winners.map((seat) => (
          <PlayerMark key={seat.seat} seat={seat.seat} name={seat.name} />
        ))}{" "}
        {t(shared ? "ui.over.shared" : "ui.over.won", { winners: winners.map((seat) => seat.seat) })}
      </h2>
      <ol className={styles.ranking}>
        {ranking(over, seats).map(({ seat, name }) => (
          <li key={seat}>
            <PlayerMark seat={seat} name={name} />
            <bdi>{name}</bdi>
            <Num value={over.score[seat] ?? 0} />
          </li>
        ))}
      </ol>
      <div className={styles.again}>
        {table.sealed ? null : (
          <Link href={`/g/${table.id}/review`} className={buttonClass("primary")}>
            {t("ui.review.open")}
          </Link>
        )}
        {spec && !table.fork_of && !table.imported ? <Again {...{ table, seats, spec, keys, eyes, plays }} /> : null}
      </div>
      {table.sealed ? null : (
        <Suspense fallback={null}>
          <Decided id={table.id} seats={seats} eyes={eyes} mine={Object.keys(keys).map(Number)} />
        </Suspense>
      )}
      <p className={styles.soft}>{t("ui.over.ending", { ending: word(table.game, "ending", over.ending) })}</p>
      {table.sealed ? (
        <p className={styles.soft}>{t("ui.over.sealed")}</p>
      ) : (
        <>
          <ExportRecord table={table} eyes={eyes} />
          <Dice table={table} eyes={eyes} over />
        </>
      )}
    </section>
  );
}

/** The seats from the first place to the last. */
export function ranking({ places }: Over, seats: readonly Seat[]): Seat[] {
  return seats.toSorted((one, other) => (places[one.seat] ?? 0) - (places[other.seat] ?? 0));
}

const Decided = lazy(async () => ({ default: (await import("../review/Decided")).Decided }));

interface AgainProps {
  table: TableInfo;
  seats: readonly Seat[];
  spec: GameSpec;
  keys: SeatKeys;
  eyes: Eyes | undefined;
  /** Whether this browser played, and may begin the next game of the same players. */
  plays: boolean;
}

/** Milliseconds after which it is asked whether another player has begun a rematch. */
const LOOK_AGAIN = 4000;

/** A new table by the same rules: everybody one seat on, in the same seats, or with the same dice. */
function Again({ table, seats, spec, keys, eyes, plays }: AgainProps) {
  const { t } = useLocale();
  const [, navigate] = useLocation();
  const mine = Object.keys(keys);
  const shared = seats.some(({ kind, seat }) => kind === "human" && !mine.includes(String(seat)));
  const join = async () => {
    const found = await Promise.all(Object.values(keys).map((seat) => api.rematch(table.id, { seat })));
    const next = found.find(({ id }) => id !== null)?.id ?? null;
    for (const { seat, token } of found) if (next !== null && seat !== null && token) keep(next, { [seat]: token });
    return next;
  };
  const next = useQuery({
    queryKey: ["rematch", table.id],
    queryFn: () => api.rematch(table.id, eyes),
    enabled: shared && mine.length > 0,
    refetchInterval: ({ state }) => (state.data?.id ? false : LOOK_AGAIN),
  });
  const start = useMutation({
    mutationFn: async ({ order, same = false }: { order: readonly Seat[]; same?: boolean }) => {
      const before = shared && !same ? await join() : null;
      if (before !== null) return before;
      const made = await api.create({
        ...{ game: table.game, options: changedOptions(table, spec), hints: table.hints, public: table.public },
        ...{ undo: table.undo, hint_agent: table.hint_agent },
        ...(table.preset === null ? {} : { preset: table.preset }),
        ...(same ? { dice_of: table.id } : {}),
        seats: order.map(({ name, kind, agent }) => (kind === "agent" ? { kind, name, agent } : { kind, name })),
      });
      const old = (seat: string) => String(order[Number(seat)]?.seat);
      const isHere = ([seat]: [string, string]) => same || old(seat) in keys;
      const tokens = Object.entries(made.tokens);
      keep(made.id, Object.fromEntries(tokens.filter(isHere)));
      const others = tokens.filter((one) => !isHere(one));
      invites.add(made.id, Object.fromEntries(others));
      if (others.length > 0 && mine.length > 0) {
        const handed = Object.fromEntries(others.map(([seat, token]) => [old(seat), token]));
        await api.offerRematch(table.id, { id: made.id, tokens: handed }, eyes);
      }
      return made.id;
    },
    onSuccess: (id) => navigate(`/g/${id}`),
  });
  return (
    <>
      {plays ? (
        <>
          <Button
            disabled={start.isPending}
            onClick={() => start.mutate({ order: [...seats.slice(1), ...seats.slice(0, 1)] })}
          >
            {t(next.data?.id ? "ui.over.join_rematch" : "ui.over.rematch")}
          </Button>
          <Button disabled={start.isPending} onClick={() => start.mutate({ order: seats })}>
            {t("ui.over.same_table")}
          </Button>
        </>
      ) : null}
      {table.sealed ? null : (
        <Button
          title={t("ui.over.duplicate_about")}
          disabled={start.isPending}
          onClick={() => start.mutate({ order: seats, same: true })}
        >
          {t("ui.over.duplicate")}
        </Button>
      )}
      <ProblemText error={start.error} />
    </>
  );
}

/** What differs from the preset. */
export function changedOptions({ options, preset }: Pick<TableInfo, "options" | "preset">, spec: GameSpec) {
  const usual = spec.presets[preset ?? spec.default_preset] ?? {};
  const differs = ({ key, default: other }: GameSpec["options"][number]) =>
    JSON.stringify(options[key]) !== JSON.stringify(usual[key] ?? other);
  return Object.fromEntries(
    spec.options.filter((option) => option.key in options && differs(option)).map(({ key }) => [key, options[key]]),
  );
}
