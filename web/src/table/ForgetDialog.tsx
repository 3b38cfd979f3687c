/** Forgetting a table: what is lost, and then it is gone for everybody. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, Problem } from "../api/client";
import type { Seat } from "../api/types";
import { useLocale } from "../i18n/Locale";
import { Button } from "../ui/Button";
import { Dialog } from "../ui/Dialog";
import { PlayerMark } from "../ui/PlayerMark";
import { ProblemText } from "../ui/ProblemText";
import styles from "./ForgetDialog.module.css";
import { forgetTable } from "./held";

interface ForgetDialogProps {
  id: string;
  game: string;
  seats: readonly Seat[];
  onClose(): void;
  onForgotten(): void;
}

export function ForgetDialog({ id, game, seats, onClose, onForgotten }: ForgetDialogProps) {
  const { t, title } = useLocale();
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () => api.remove(id).catch(unlessGone),
    onSuccess: () => {
      forgetTable(id);
      onForgotten();
      return queries.invalidateQueries({ queryKey: ["games"] });
    },
  });
  return (
    <Dialog title={t("ui.forget.title")} onClose={onClose}>
      <p className={styles.table}>
        <strong>{title(game)}</strong>
        {seats.map((seat) => (
          <span key={seat.seat}>
            <PlayerMark seat={seat.seat} name={seat.name} /> <bdi>{seat.name}</bdi>
          </span>
        ))}
      </p>
      <p>{t("ui.forget.help")}</p>
      <p>{t("ui.forget.stays")}</p>
      <ProblemText error={remove.error} />
      <div className={styles.answers}>
        <Button look="danger" disabled={remove.isPending} onClick={() => remove.mutate()}>
          {t("ui.forget.confirm")}
        </Button>
        <Button onClick={onClose}>{t("ui.forget.keep")}</Button>
      </div>
    </Dialog>
  );
}

/** Somebody was faster: it is gone all the same. */
function unlessGone(error: unknown): void {
  if (!(error instanceof Problem && error.status === 404)) throw error;
}
