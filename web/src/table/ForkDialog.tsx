/** Going on from a position at a new table. */
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import { api } from "../api/client";
import type { Eyes } from "../api/eyes";
import type { AgentName, Seat } from "../api/types";
import { useLocale } from "../i18n/Locale";
import { Button } from "../ui/Button";
import { Dialog } from "../ui/Dialog";
import { ProblemText } from "../ui/ProblemText";
import { goodAgent } from "./goodAgent";
import { invites } from "./invites";
import { keep } from "./keys";
import { type SeatDraft, SeatsEditor, sortTokens, wishesOf } from "./SeatsEditor";

interface ForkDialogProps {
  id: string;
  game: string;
  at: number;
  seats: readonly Seat[];
  me: number | null;
  toAct: number | null;
  agents: AgentName[];
  eyes: Eyes | undefined;
  onClose(): void;
}

export function ForkDialog({ id, game, at, seats, me, toAct, agents, eyes, onClose }: ForkDialogProps) {
  const { t } = useLocale();
  const [, navigate] = useLocation();
  const mine = me ?? toAct ?? 0;
  const [drafts, setDrafts] = useState<SeatDraft[]>(() =>
    seats.map((seat) => ({
      who: seat.seat === mine ? "here" : "agent",
      name: seat.kind === "human" ? seat.name : "",
      agent: seat.agent ?? goodAgent(agents),
    })),
  );
  const fork = useMutation({
    mutationFn: () => api.fork(id, { at, seats: wishesOf(drafts, (n) => t("ui.new.player", { n: n + 1 })) }, eyes),
    onSuccess: (created) => {
      const { here, links } = sortTokens(drafts, created.tokens);
      keep(created.id, here);
      invites.add(created.id, links);
      onClose();
      navigate(`/g/${created.id}`);
    },
  });
  return (
    <Dialog title={t("ui.fork.title")} onClose={onClose}>
      <p>{t("ui.fork.help")}</p>
      <SeatsEditor game={game} seats={drafts} agents={agents} onChange={setDrafts} />
      <ProblemText error={fork.error} />
      <Button look="primary" disabled={fork.isPending} onClick={() => fork.mutate()}>
        {t("ui.fork.start")}
      </Button>
    </Dialog>
  );
}
