/** What may be done about a seat: let an agent play it, give it back, hand its link on. */
import { useMutation } from "@tanstack/react-query";
import { api } from "../api/client";
import type { Seat } from "../api/types";
import { useLocale } from "../i18n/Locale";
import { Button } from "../ui/Button";
import { Copy } from "../ui/Copy";
import { Menu } from "../ui/Menu";
import { invites } from "./invites";
import { seatLink } from "./keys";

interface SeatMenuProps {
  id: string;
  seat: Seat;
  /** This browser's key to the seat, where it has one. */
  token: string | undefined;
  mine: boolean;
  owner: boolean;
  onTake(take: "agent" | "human"): void;
}

export function SeatMenu({ id, seat, token, mine, owner, onTake }: SeatMenuProps) {
  const { t } = useLocale();
  const reissue = useMutation({
    mutationFn: () => api.reissue(id, seat.seat),
    onSuccess: (fresh) => invites.add(id, { [seat.seat]: fresh }),
  });
  if (seat.kind === "agent" || !(mine || owner)) return null;
  const link = reissue.data ?? token;
  return (
    <Menu label={t("ui.seats.menu", { seat: seat.seat })}>
      {seat.taken_over ? (
        <Button small onClick={() => onTake("human")}>
          {t(mine ? "ui.seats.take_back" : "ui.seats.give_back")}
        </Button>
      ) : (
        <Button small onClick={() => onTake("agent")}>
          {t("ui.seats.let_agent")}
        </Button>
      )}
      {link ? <Copy text={seatLink(id, seat.seat, link)} label={t("ui.seats.copy_link")} /> : null}
      {owner && !mine ? (
        <Button small disabled={reissue.isPending} onClick={() => reissue.mutate()}>
          {t("ui.seats.new_link")}
        </Button>
      ) : null}
    </Menu>
  );
}
