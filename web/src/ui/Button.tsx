import type { ComponentProps } from "react";
import styles from "./Button.module.css";

interface ButtonProps extends ComponentProps<"button"> {
  look?: "plain" | "primary" | "quiet" | "danger";
  small?: boolean;
}

export function Button({ look = "plain", small = false, className = "", ...rest }: ButtonProps) {
  const classes = [styles.button, styles[look], small ? styles.small : "", className].filter(Boolean).join(" ");
  return <button type="button" {...rest} className={classes} />;
}

/** A link that looks like a button. */
export function buttonClass(look: "plain" | "primary" | "quiet" = "plain"): string {
  return `${styles.button} ${styles[look]}`;
}
