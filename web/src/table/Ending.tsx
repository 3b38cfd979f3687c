/** The end of a game: the ranking, what the dice were, and how to go on: with the same people or the same seats. */
import { useMutation } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { api } from "../api/client";
import type { Eyes } from "../api/eyes";
import type { GameSpec, Over, Seat, TableInfo } from "../api/types";
import { useLocale } from "../i18n/Locale";
import { Button } from "../ui/Button";
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
      {spec && plays && !table.fork_of && !table.imported ? <Again {...{ table, seats, spec, keys }} /> : null}
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

/** The seats from the first to the last: by their share of the win, then by their score. */
export function ranking({ utility, score }: Over, seats: readonly Seat[]): Seat[] {
  const by = (values: readonly number[]) => (one: Seat, other: Seat) =>
    (values[other.seat] ?? 0) - (values[one.seat] ?? 0);
  return seats.toSorted((one, other) => by(utility)(one, other) || by(score)(one, other));
}

interface AgainProps {
  table: TableInfo;
  seats: readonly Seat[];
  spec: GameSpec;
  keys: SeatKeys;
}

/** A new table by the same rules for the same players: everybody one seat on, or in the same seats. */
function Again({ table, seats, spec, keys }: AgainProps) {
  const { t } = useLocale();
  const [, navigate] = useLocation();
  const start = useMutation({
    mutationFn: async (order: readonly Seat[]) => {
      const made = await api.create({
        ...{ game: table.game, options: changedOptions(table, spec), hints: table.hints, public: table.public },
        ...{ undo: table.undo, hint_agent: table.hint_agent },
        ...(table.preset === null ? {} : { preset: table.preset }),
        seats: order.map(({ name, kind, agent }) => (kind === "agent" ? { kind, name, agent } : { kind, name })),
      });
      const isHere = ([seat]: [string, string]) => String(order[Number(seat)]?.seat) in keys;
      const tokens = Object.entries(made.tokens);
      keep(made.id, Object.fromEntries(tokens.filter(isHere)));
      invites.add(made.id, Object.fromEntries(tokens.filter((one) => !isHere(one))));
      return made.id;
    },
    onSuccess: (id) => navigate(`/g/${id}`),
  });
  return (
    <div className={styles.again}>
      <Button
        look="primary"
        disabled={start.isPending}
        onClick={() => start.mutate([...seats.slice(1), ...seats.slice(0, 1)])}
      >
        {t("ui.over.rematch")}
      </Button>
      <Button disabled={start.isPending} onClick={() => start.mutate(seats)}>
        {t("ui.over.same_table")}
      </Button>
      <ProblemText error={start.error} />
    </div>
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
