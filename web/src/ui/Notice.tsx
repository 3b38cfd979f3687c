import type { ReactNode } from "react";
import styles from "./Notice.module.css";

interface NoticeProps {
  look?: "info" | "bad" | "fork";
  /** "alert" is read out at once, "status" when there is time. */
  role?: "alert" | "status";
  children: ReactNode;
}

/** A bar with a message over the page. */
export function Notice({ look = "info", role, children }: NoticeProps) {
  return (
    <div className={`${styles.notice} ${styles[look]}`} data-look={look} {...(role ? { role } : {})}>
      {children}
    </div>
  );
}
