/** Who comes by a link says what the others shall call them. */
import { useState } from "react";
import type { Seat } from "../api/types";
import { useLocale } from "../i18n/Locale";
import { Button } from "../ui/Button";
import { PlayerMark, seatStyle } from "../ui/PlayerMark";
import styles from "./HandOver.module.css";
import { NAME_LENGTH, ownName } from "./naming";

export function AskName({ seat, onName }: { seat: Seat; onName(name: string): void }) {
  const { t } = useLocale();
  const [name, setName] = useState(ownName.get());
  return (
    <form
      className={styles.screen}
      style={seatStyle(seat.seat)}
      aria-labelledby="ask-name"
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim()) onName(name.trim());
      }}
    >
      <PlayerMark seat={seat.seat} name={name} size="6rem" />
      <h1 id="ask-name">{t("ui.naming.title")}</h1>
      <input
        type="text"
        dir="auto"
        required
        autoComplete="nickname"
        maxLength={NAME_LENGTH}
        value={name}
        aria-labelledby="ask-name"
        onChange={({ target }) => setName(target.value)}
      />
      <Button type="submit" look="primary">
        {t("ui.naming.sit")}
      </Button>
    </form>
  );
}
