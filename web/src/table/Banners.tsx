/** What a table tells above its board: a lost connection, a refusal, a fork, a record, seats to invite to, or that one only watches. */
import { useState } from "react";
import { Link } from "wouter";
import type { Seat, TableInfo } from "../api/types";
import { useLocale } from "../i18n/Locale";
import { Button } from "../ui/Button";
import { Copy } from "../ui/Copy";
import { Dialog } from "../ui/Dialog";
import { Notice } from "../ui/Notice";
import { QrCode } from "../ui/QrCode";
import { useMedia } from "../ui/settings";
import { invites } from "./invites";
import { type SeatKeys, seatLink, watchLink } from "./keys";
import { isPlaceholder } from "./naming";
import type { TableState } from "./store";
import type { TableClient } from "./TableClient";

interface BannersProps {
  table: TableInfo;
  state: TableState;
  seats: readonly Seat[];
  client: TableClient;
  keys: SeatKeys;
}

export function Banners({ table, state, seats, client, keys }: BannersProps) {
  const { t, say } = useLocale();
  const links = Object.entries(invites.use(table.id)).filter(([seat]) => seats[Number(seat)]?.claimed === false);
  // where there is little room, the board and the question need it
  const wide = useMedia("(width >= 80rem)");
  const linkOf = (seat: number, token: string) =>
    seatLink(table.id, seat, token, isPlaceholder(seats[seat]?.name ?? ""));
  const turn = table.fork_of?.turn;
  const origin = turn ? t("ui.fork.from", { turn }) : undefined;
  return (
    <>
      {state.link.is === "waiting" ? (
        <Notice look="bad" role="alert">
          {t(state.pending ? "ui.table.reconnecting_kept" : "ui.table.reconnecting")}
        </Notice>
      ) : null}
      {state.rejected ? (
        <Notice look="bad" role="alert">
          <span>{say(state.rejected.m)}</span>
          <Button small onClick={() => client.dispatch({ type: "dismiss" })}>
            {t("ui.close")}
          </Button>
        </Notice>
      ) : null}
      {table.fork_of ? (
        <Notice look="fork">
          <span>
            <strong title={origin}>{t("ui.fork.banner")}</strong>
            {wide && origin ? ` ${origin}` : null}
          </span>
          <Link href={`/g/${table.fork_of.id}?at=${table.fork_of.at}`}>{t("ui.fork.original")}</Link>
        </Notice>
      ) : null}
      {table.imported && !state.latest?.over ? <Notice>{t("ui.table.unfinished")}</Notice> : null}
      {links.length > 0 && table.status !== "over" ? (
        <Notice>
          <span>{t("ui.invite.help")}</span>
          {links.map(([seat, token]) => (
            <Copy key={seat} text={linkOf(Number(seat), token)} label={t("ui.invite.seat", { seat: Number(seat) })} />
          ))}
          <Codes links={links.map(([seat, token]) => [seats[Number(seat)]?.name ?? "", linkOf(Number(seat), token)])} />
          <Copy text={watchLink(table.id)} label={t("ui.invite.watch")} />
        </Notice>
      ) : null}
      {state.you === null && Object.keys(keys).length === 0 && table.status !== "over" ? (
        <Notice>{t("ui.table.watching")}</Notice>
      ) : null}
    </>
  );
}

/** The links as pictures for telephones, drawn when they are wanted. */
function Codes({ links }: { links: readonly (readonly [name: string, link: string])[] }) {
  const { t } = useLocale();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button small onClick={() => setOpen(true)}>
        {t("ui.invite.qr")}
      </Button>
      {open ? (
        <Dialog title={t("ui.invite.qr")} onClose={() => setOpen(false)}>
          {links.map(([name, link]) => (
            <figure key={link} style={{ margin: 0 }}>
              <figcaption>
                <bdi>{name}</bdi>
              </figcaption>
              <QrCode text={link} />
            </figure>
          ))}
        </Dialog>
      ) : null}
    </>
  );
}
