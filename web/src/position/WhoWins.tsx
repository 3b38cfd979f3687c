/** Who wins from the position that is being edited: one press, and games are played on from there. */
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { reviews } from "../api/review";
import type { Seat } from "../api/types";
import { useLocale } from "../i18n/Locale";
import { OddsTable } from "../review/Questions";
import { Button } from "../ui/Button";
import { ProblemText } from "../ui/ProblemText";
import { FaultList } from "./Field";
import { untold } from "./fields";
import styles from "./Position.module.css";
import type { Position } from "./usePosition";

interface WhoWinsProps {
  position: Position;
  seats: readonly Seat[];
  /** The places whose faults stand beside a field. */
  told: RegExp;
  /** Further buttons. */
  children: ReactNode;
}

export function WhoWins({ position, seats, told, children }: WhoWinsProps) {
  const { t } = useLocale();
  const { sent, faults, error, checking } = position;
  const { mutate, reset, data, isPending, error: failed } = useMutation({ mutationFn: reviews.oddsOfText });
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer was about another position
  useEffect(reset, [sent]);
  const wrong = faults.length > 0 || error !== null;
  return (
    <section className={styles.asks} aria-label={t("ui.review.who_wins")}>
      <div className={styles.row}>
        <Button look="primary" disabled={isPending || wrong} onClick={() => mutate(sent)}>
          {t("ui.review.who_wins")}
        </Button>
        {children}
      </div>
      <p className={styles.soft} role="status">
        {isPending
          ? t("ui.position.asking")
          : checking
            ? t("ui.position.checking")
            : wrong
              ? t("ui.position.wrong")
              : ""}
      </p>
      <FaultList faults={untold(faults, told)} />
      <ProblemText error={failed} />
      {data ? <OddsTable odds={data} seats={seats} folded /> : null}
    </section>
  );
}
