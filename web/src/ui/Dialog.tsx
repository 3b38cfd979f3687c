import { type ReactNode, useEffect, useId, useRef } from "react";
import { useLocale } from "../i18n/Locale";
import { Button } from "./Button";
import styles from "./Dialog.module.css";

interface DialogProps {
  title: string;
  onClose(): void;
  children: ReactNode;
  wide?: boolean;
}

/** A modal dialog: the browser keeps the focus inside, closes it by Escape and gives the focus back. */
export function Dialog({ title, onClose, children, wide = false }: DialogProps) {
  const { t } = useLocale();
  const element = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    const dialog = element.current;
    const before = document.activeElement;
    dialog?.showModal();
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={element}
      aria-labelledby={heading}
      className={wide ? `${styles.dialog} ${styles.wide}` : styles.dialog}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <header className={styles.header}>
        <h2 id={heading}>{title}</h2>
        <Button look="quiet" small aria-label={t("ui.close")} onClick={onClose}>
          ✕
        </Button>
      </header>
      <div className={styles.body}>{children}</div>
    </dialog>
  );
}
