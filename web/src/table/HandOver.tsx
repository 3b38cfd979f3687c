/** The screen between two people at one device: nobody's hand is in the page until the next one says "I am here". */
import { type ReactNode, useEffect, useRef } from "react";
import type { Seat } from "../api/types";
import { useLocale } from "../i18n/Locale";
import { Button } from "../ui/Button";
import { PlayerMark, seatStyle } from "../ui/PlayerMark";
import styles from "./HandOver.module.css";

interface HandOverProps {
  seat: Seat;
  onReady(): void;
  /** What the one before may still do. */
  children?: ReactNode;
}

export function HandOver({ seat, onReady, children }: HandOverProps) {
  const { t } = useLocale();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <section className={styles.screen} style={seatStyle(seat.seat)} aria-labelledby="hand-over">
      <PlayerMark seat={seat.seat} name={seat.name} size="6rem" />
      <h1 id="hand-over">{t("ui.handover.title", { seat: seat.seat })}</h1>
      <p>{t("ui.handover.help")}</p>
      <Button ref={button} look="primary" onClick={onReady}>
        {t("ui.handover.ready", { seat: seat.seat })}
      </Button>
      {children}
    </section>
  );
}
