/** Taking the last decision back, whoever is to decide, for as long as nothing has followed that forbids it. */
import { useLocale } from "../i18n/Locale";
import { Button } from "../ui/Button";
import type { SeatKeys } from "./keys";
import { mayTakeBack, type TableState } from "./store";
import type { TableClient } from "./TableClient";
import { eyesOf } from "./useMySeat";

interface TakeBackProps {
  client: TableClient;
  state: TableState;
  keys: SeatKeys;
  /** It is being taken back. */
  onPress?(): void;
}

export function TakeBack({ client, state, keys, onPress }: TakeBackProps) {
  const { t } = useLocale();
  const seat = mayTakeBack(state);
  if (seat === null) return null;
  return (
    <Button
      small
      look="quiet"
      data-undo
      onClick={() => {
        client.takeBack(seat, eyesOf(keys[String(seat)]));
        onPress?.();
      }}
    >
      {seat === state.you ? t("ui.dock.undo") : t("ui.dock.undo_of", { seat })}
    </Button>
  );
}
