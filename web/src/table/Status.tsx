/** Who must do what, in words; or which earlier position is looked at. */
import type { ReactNode } from "react";
import { type Locale, useLocale } from "../i18n/Locale";
import { Button } from "../ui/Button";
import { Notice } from "../ui/Notice";
import type { Frame, TableState } from "./store";
import styles from "./TableView.module.css";
import type { Hold } from "./thrown";
import { type Transport, whereAt } from "./transport";

interface StatusProps {
  state: TableState;
  live: boolean;
  frame: Frame;
  /** What this reader is asked, in words. */
  prompt: string | null;
  over: boolean;
  transport: Transport;
  onFork(): void;
  /** Whose dice wait for a press. */
  held: Hold | null;
  /** Several seats share this screen. */
  isShared: boolean;
  /** Throw them. */
  onThrow(): void;
  /** The game's own dialogs say who is to act. */
  isTold?: boolean;
  /** What may be done while another is to decide. */
  children?: ReactNode;
}

export function Status({ state, live, frame, prompt, over, transport, held, children, ...props }: StatusProps) {
  const { t } = useLocale();
  const record = state.table?.imported ?? false;
  if (!live) {
    return (
      <Notice>
        <span role="status">{whereAt(transport, t)}</span>
        <Button small look="primary" onClick={transport.now}>
          {over || record ? t("ui.replay.to_end") : t("ui.replay.to_now")}
        </Button>
        <Button small onClick={props.onFork}>
          {t("ui.fork.open")}
        </Button>
      </Notice>
    );
  }
  if (held?.isMine) {
    return (
      <div className={styles.status}>
        <p role="status">{props.isShared ? t("ui.throw.of", { seat: held.seat }) : t("ui.throw.yours")}</p>
        <Button look="primary" data-choice="0" onClick={props.onThrow}>
          {t("ui.throw.now")}
        </Button>
      </div>
    );
  }
  // the dock and the ending have words of their own, in the same place
  const isSaid = prompt !== null || over;
  const isTold = props.isTold && !state.thinking?.preparing && !state.pending && frame.view.to_act !== null;
  return (
    <div className={isSaid ? "visually-hidden" : styles.status}>
      <p role="status" className={isTold ? "visually-hidden" : undefined}>
        {over
          ? t("ui.status.over")
          : record
            ? t("ui.status.record")
            : held
              ? t("ui.throw.awaited", { seat: held.seat })
              : prompt !== null
                ? prompt
                : state.pending
                  ? t("ui.status.sent")
                  : frame.view.to_act === null
                    ? chanceOf(frame, t)
                    : t(waitedFor(state), { seat: frame.view.to_act })}
      </p>
      {isSaid ? null : children}
    </div>
  );
}

/** What is said of the seat that is to act. */
function waitedFor({ thinking }: TableState): string {
  if (thinking === null) return "ui.status.acts";
  return thinking.preparing ? "ui.status.prepares" : "ui.status.thinks";
}

/** What chance decides: in a turn of chance alone, whose turn it is. */
function chanceOf({ view: { board } }: Frame, t: Locale["t"]): string {
  return typeof board.turn === "number" ? t("table.turn", { seat: board.turn }) : t("ui.status.chance");
}
