/** Decisions that cost something: what was better, by how much at least, and another try. */
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import { api } from "../api/client";
import type { Eyes } from "../api/eyes";
import type { Mistake } from "../api/review";
import type { Seat } from "../api/types";
import { useLocale } from "../i18n/Locale";
import { keep } from "../table/keys";
import { Button } from "../ui/Button";
import { PlayerMark } from "../ui/PlayerMark";
import { ProblemText } from "../ui/ProblemText";
import { useMoveText } from "./MoveText";
import { Points } from "./Points";
import styles from "./Review.module.css";

interface MistakesProps {
  id: string;
  eyes: Eyes | undefined;
  mistakes: readonly Mistake[];
  seats: readonly Seat[];
  /** The decision that is looked at. */
  chosen: Mistake | null;
  onShow(mistake: Mistake): void;
  onGhost(names: readonly string[] | null): void;
  /** Nobody may try again while the game goes on. */
  over: boolean;
  /** All decisions have been judged. */
  judged: boolean;
}

export function Mistakes({ id, eyes, mistakes, seats, chosen, onShow, onGhost, over, judged }: MistakesProps) {
  const { t } = useLocale();
  const [, navigate] = useLocation();
  const [seat, setSeat] = useState(-1);
  const text = useMoveText();
  const again = useMutation({
    mutationFn: async (one: Mistake) => {
      const wishes = seats.map(
        (other) =>
          other.seat === one.seat
            ? ({ kind: "human", name: other.kind === "human" ? other.name : t("ui.new.player", { n: 1 }) } as const)
            : ({ kind: "agent", name: other.name, agent: other.agent } as const), // without one, the game's own
      );
      const made = await api.fork(id, { at: one.at, seats: wishes }, eyes);
      keep(made.id, made.tokens);
      return made.id;
    },
    onSuccess: (made) => navigate(`/g/${made}`),
  });
  const shown = mistakes
    .filter((one) => (seat < 0 || one.seat === seat) && (one.label !== "" || one.doubt !== ""))
    .toSorted((one, other) => other.loss - one.loss);
  return (
    <div className={styles.list}>
      <label className={styles.row}>
        {t("ui.review.whose")}
        <select value={seat} onChange={({ target }) => setSeat(Number(target.value))}>
          <option value={-1}>{t("ui.review.everybody")}</option>
          {seats.map((one) => (
            <option key={one.seat} value={one.seat}>
              {one.name}
            </option>
          ))}
        </select>
      </label>
      <ProblemText error={again.error} />
      {shown.length === 0 ? (
        <p className={styles.soft}>{t(judged ? "ui.review.no_mistakes" : "ui.review.waits")}</p>
      ) : null}
      <ol className={styles.findings}>
        {shown.map((one) => (
          <li key={one.at} data-chosen={one === chosen ? "" : undefined}>
            <PlayerMark seat={one.seat} name={seats[one.seat]?.name} />
            <div>
              <p>
                <strong>
                  {t(`ui.review.label_${one.label || "doubt"}`)} · {t("ui.review.turn", { turn: one.turn })}
                </strong>{" "}
                <Points value={-one.loss} margin={one.margin} />
                {one.margin !== null && one.bound > 0 ? (
                  <small className={styles.soft}>
                    {" "}
                    {t("ui.review.at_least")} <Points value={-one.bound} />
                  </small>
                ) : null}
              </p>
              <p>
                <span className={styles.soft}>{t("ui.review.played")}</span> {text(one.played)}
              </p>
              <p>
                <span className={styles.soft}>{t("ui.review.better")}</span> {text(one.best)}
              </p>
              <div className={styles.row}>
                <Button
                  small
                  onClick={() => onShow(one)}
                  onFocus={() => onGhost(one.best.names)}
                  onPointerEnter={() => onGhost(one.best.names)}
                  onBlur={() => onGhost(null)}
                  onPointerLeave={() => onGhost(null)}
                >
                  {t("ui.review.show")}
                </Button>
                {over ? (
                  <Button small disabled={again.isPending} onClick={() => again.mutate(one)}>
                    {t("ui.review.try_again")}
                  </Button>
                ) : null}
              </div>
            </div>
          </li>
        ))}
      </ol>
    </div>
  );
}
