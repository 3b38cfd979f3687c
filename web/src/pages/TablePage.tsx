/** A table: connects, chooses whose eyes look, and shows the hand-over screen or the game. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import { Link } from "wouter";
import { api, socketUrl } from "../api/client";
import { tokenOf } from "../api/eyes";
import { BAD_TOKEN } from "../api/types";
import { SeatNames, useLocale } from "../i18n/Locale";
import { AskName } from "../table/AskName";
import { HandOver } from "../table/HandOver";
import { forget, keep, keysOf, seatKeys, takeFromAddress, UNKNOWN } from "../table/keys";
import { isPlaceholder, newcomers, ownName } from "../table/naming";
import { isUnderWay } from "../table/store";
import { TableClient } from "../table/TableClient";
import { TableView } from "../table/TableView";
import { TakeBack } from "../table/TakeBack";
import { useMySeat } from "../table/useMySeat";
import { Button } from "../ui/Button";
import { Notice } from "../ui/Notice";
import { settings } from "../ui/settings";
import { usePageTitle } from "../ui/usePageTitle";

export function TablePage({ id }: { id: string }) {
  const { t, title } = useLocale();
  useState(() => void takeFromAddress(id)); // before the keys are read
  useEffect(() => {
    const take = () => void takeFromAddress(id); // the link of a seat, opened where the table is open already
    addEventListener("hashchange", take);
    return () => removeEventListener("hashchange", take);
  }, [id]);
  const keys = keysOf(seatKeys.use(), id);
  const [client] = useState(
    () =>
      new TableClient({
        url: socketUrl(id),
        instant: () => settings.get().speed === 0 || document.visibilityState === "hidden",
      }),
  );
  const state = useSyncExternalStore(client.subscribe, client.get);
  const { table, seats, link, you } = state;
  const { data: specs } = useQuery({ queryKey: ["specs"], queryFn: api.specs, staleTime: Number.POSITIVE_INFINITY });
  const spec = specs?.find((one) => one.name === table?.game);
  const upToDate = state.queue.length === 0;
  const toAct = upToDate ? (state.latest?.to_act ?? null) : null;
  const { eyes, handOver, seated, sit } = useMySeat(keys, spec?.hidden ?? true, toAct);

  // biome-ignore lint/correctness/useExhaustiveDependencies: other eyes are said over the same connection
  useEffect(() => {
    client.start(eyes);
    return () => client.stop();
  }, [client]);
  const underWay = isUnderWay(state);
  useEffect(() => {
    if (!underWay) client.sitAs(eyes); // what is under way belongs to the seat that asked for it
  }, [client, eyes, underWay]);
  useEffect(() => {
    const unnamed = keys[UNKNOWN];
    if (you === null || unnamed === undefined) return;
    keep(id, { [you]: unnamed });
    forget(id, UNKNOWN);
  }, [id, you, keys]);
  const isNew = newcomers.use(id);
  const [waits, setWaits] = useState(false); // dice, for a press
  usePageTitle(table ? title(table.game) : t("ui.table.title"), waits || (state.decision !== null && upToDate));

  if (link.is === "lost") {
    const refused = link.code === BAD_TOKEN;
    return (
      <>
        <h1 className="visually-hidden">{t("ui.table.title")}</h1>
        <Notice look="bad" role="alert">
          <span>{t(refused ? (eyes ? "ui.table.bad_token" : "ui.table.private") : "ui.table.lost")}</span>
          {refused && eyes ? (
            <Button
              onClick={() => {
                const bad = tokenOf(eyes);
                for (const [seat, key] of Object.entries(keys)) if (key === bad) forget(id, seat);
              }}
            >
              {t("ui.table.watch_instead")}
            </Button>
          ) : null}
          <Link href="/">{t("ui.nav.lobby")}</Link>
        </Notice>
      </>
    );
  }
  if (!table || !state.shown) return <p role="status">{t("ui.table.connecting")}</p>;
  const next = handOver === null ? undefined : seats[handOver];
  const mine = you === null ? undefined : seats[you];
  const unnamed = isNew && table.status !== "over" && mine && isPlaceholder(mine.name) ? mine : undefined;
  return (
    <SeatNames seats={seats} you={Object.keys(keys).length === 1 ? you : null}>
      {unnamed ? (
        <AskName
          seat={unnamed}
          onName={(name) => {
            ownName.set(name);
            newcomers.forget(id);
            client.wish({ type: "name", name });
          }}
        />
      ) : next ? (
        <HandOver seat={next} onReady={() => sit(next.seat)}>
          {/* whoever does so gets the screen back in the same way */}
          <TakeBack client={client} state={state} keys={keys} onPress={() => sit(null)} />
        </HandOver>
      ) : (
        <TableView
          key={seated}
          client={client}
          state={state}
          table={table}
          shown={state.shown}
          spec={spec}
          keys={keys}
          eyes={eyes}
          onWaiting={setWaits}
        />
      )}
    </SeatNames>
  );
}
