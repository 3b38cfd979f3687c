/** The door to a guided first game: a table with the easiest opponent. */
import { useMutation, useQuery } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { api } from "../api/client";
import { useLocale } from "../i18n/Locale";
import pages from "../pages/pages.module.css";
import { keep } from "../table/keys";
import { bare } from "../table/SeatsEditor";
import { useGameUI } from "../table/useGameUI";
import { Button } from "../ui/Button";
import { characterName } from "../ui/characters";
import { ProblemText } from "../ui/ProblemText";
import styles from "./Guide.module.css";
import { begin } from "./guide";

export function GuideStart({ game }: { game: string }) {
  const { t } = useLocale();
  const [, navigate] = useLocation();
  const guide = useGameUI(game)?.guide;
  const { data: specs } = useQuery({ queryKey: ["specs"], queryFn: api.specs, staleTime: Number.POSITIVE_INFINITY });
  const isPlayable = specs?.some(({ name }) => name === game) ?? false;
  const start = useMutation({
    mutationFn: (agent: string) =>
      api.create({
        game,
        seats: [
          { kind: "human", name: bare(t("ui.new.player", { n: 1 })) },
          { kind: "agent", name: characterName(agent) ?? agent, agent },
        ],
        hints: "request",
        public: true,
      }),
    onSuccess: ({ id, tokens }) => {
      keep(id, tokens);
      begin(id);
      navigate(`/g/${id}`);
    },
  });
  if (!guide) return null;
  return (
    <section className={`${pages.card} ${styles.start}`} aria-labelledby="guide-start">
      <h2 id="guide-start">{t("ui.guide.title")}</h2>
      <p>{t("ui.guide.about", { count: guide.steps.length })}</p>
      <div className={pages.row}>
        <Button look="primary" disabled={!isPlayable || start.isPending} onClick={() => start.mutate(guide.agent)}>
          {t("ui.guide.start")}
        </Button>
        {start.isPending ? (
          <p role="status" className={pages.soft}>
            {t("ui.new.preparing")}
          </p>
        ) : null}
      </div>
      <ProblemText error={start.error} />
    </section>
  );
}
