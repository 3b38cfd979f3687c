import { Link } from "wouter";
import { useLocale } from "../i18n/Locale";
import { Dialog } from "../ui/Dialog";
import styles from "./KeysDialog.module.css";

const KEYS = [
  ["1 … 9", "choose"],
  ["Enter", "confirm"],
  ["Esc", "back"],
  ["u", "undo"],
  ["h", "hint"],
  ["b · d · l · s", "parts"],
  ["Space", "play"],
  ["← →", "step"],
  ["Shift+← →", "turn"],
  ["Page ↑ ↓", "round"],
  ["Shift+Page ↑ ↓", "era"],
  ["Home · End", "ends"],
  ["?", "help"],
] as const;

/** The keys of the table. */
export function KeysDialog({ onClose }: { onClose(): void }) {
  const { t } = useLocale();
  return (
    <Dialog title={t("ui.keys.title")} onClose={onClose}>
      <dl className={styles.keys}>
        {KEYS.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd dir="ltr">{key}</kbd>
            </dt>
            <dd>{t(`ui.keys.${what}`)}</dd>
          </div>
        ))}
      </dl>
      <p>
        <Link href="/settings">{t("ui.keys.settings")}</Link>
      </p>
    </Dialog>
  );
}
