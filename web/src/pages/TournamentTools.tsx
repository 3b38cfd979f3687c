/** What the owner may do with a tournament: stop it, go on with it, and open one of its games. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import { api } from "../api/client";
import type { TournamentPage } from "../api/types";
import { useLocale } from "../i18n/Locale";
import { Button } from "../ui/Button";
import { ProblemText } from "../ui/ProblemText";
import styles from "./pages.module.css";

export function TournamentTools({ found }: { found: TournamentPage }) {
  const { t } = useLocale();
  const [, navigate] = useLocation();
  const queries = useQueryClient();
  const { id, played, planned } = found.tournament;
  const [game, setGame] = useState(1);
  const steer = useMutation({
    mutationFn: (what: "stop" | "go_on") => api.steerTournament(id, what),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["tournament", id] }),
  });
  const open = useMutation({
    mutationFn: () => api.tournamentGame(id, game - 1),
    onSuccess: (made) => navigate(`/g/${made.id}/review`),
  });
  return (
    <section className={styles.card} aria-labelledby="tools">
      <h2 id="tools">{t("ui.tournaments.tools")}</h2>
      <div className={styles.row}>
        {found.playing ? (
          <Button disabled={steer.isPending} onClick={() => steer.mutate("stop")}>
            {t("ui.tournaments.stop")}
          </Button>
        ) : played < planned ? (
          <Button disabled={steer.isPending} onClick={() => steer.mutate("go_on")}>
            {t("ui.tournaments.go_on")}
          </Button>
        ) : null}
        {planned > 0 ? (
          <form
            className={styles.row}
            onSubmit={(event) => {
              event.preventDefault();
              open.mutate();
            }}
          >
            <label className={styles.row}>
              {t("ui.tournaments.number")}
              <input
                type="number"
                required
                min={1}
                max={planned}
                step={1}
                value={Number.isNaN(game) ? "" : game}
                onChange={({ target }) => setGame(target.valueAsNumber)}
              />
            </label>
            <Button type="submit" disabled={open.isPending}>
              {t("ui.tournaments.review")}
            </Button>
          </form>
        ) : null}
      </div>
      {open.isPending ? <p role="status">{t("ui.tournaments.opening")}</p> : null}
      <ProblemText error={steer.error ?? open.error} />
    </section>
  );
}
