/** The position as text, for who would rather write: it and the form always say the same. */
import { useId } from "react";
import { useLocale } from "../i18n/Locale";
import { ProblemText } from "../ui/ProblemText";
import { FaultWords } from "./Field";
import styles from "./Position.module.css";
import type { Position } from "./usePosition";

export function AsText({ position, open = false }: { position: Position; open?: boolean }) {
  const { t } = useLocale();
  const id = useId();
  const { text, faults, error, write } = position;
  return (
    <details className={styles.fold} open={open}>
      <summary>{t("ui.position.text")}</summary>
      <label htmlFor={id}>{t("ui.position.text_about")}</label>
      <textarea
        id={id}
        className={styles.text}
        lang="en"
        dir="ltr"
        spellCheck={false}
        rows={16}
        value={text}
        aria-invalid={faults.length > 0 || error !== null}
        onChange={({ target }) => write(target.value)}
      />
      {faults.map((fault) => (
        <p key={fault.message} className={styles.faults}>
          {fault.line === null ? null : <>{t("ui.position.line", { n: fault.line })} </>}
          <FaultWords fault={fault} />
        </p>
      ))}
      <ProblemText error={error} />
    </details>
  );
}
