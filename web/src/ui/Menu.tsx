/** What else can be done, behind three dots. It closes by Escape, and when something else is used. */
import { type ReactNode, useEffect, useRef } from "react";
import styles from "./Menu.module.css";

interface MenuProps {
  label: string;
  /** Opens upwards, from a place low on the page. */
  up?: boolean;
  children: ReactNode;
}

export function Menu({ label, up = false, children }: MenuProps) {
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const leave = ({ target }: PointerEvent) => {
      if (menu.current?.open && !menu.current.contains(target as Node)) menu.current.open = false;
    };
    document.addEventListener("pointerdown", leave);
    return () => document.removeEventListener("pointerdown", leave);
  }, []);
  return (
    <details
      ref={menu}
      className={styles.menu}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) currentTarget.open = false;
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !event.currentTarget.open) return;
        event.preventDefault();
        event.currentTarget.open = false;
        event.currentTarget.querySelector("summary")?.focus();
      }}
    >
      <summary aria-label={label} title={label}>
        ⋯
      </summary>
      <div className={styles.items} data-up={up || undefined}>
        {children}
      </div>
    </details>
  );
}
