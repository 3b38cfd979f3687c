import { useId } from "react";
import { Button } from "../../ui/Button";
import styles from "./Panel.module.css";

interface AmountFieldProps {
  label: string;
  value: number;
  onChange(value: number): void;
  /** Beside the field: how much there is. */
  note?: string;
}

/** Dollars, typed or in steps of ten. */
export function AmountField({ label, value, onChange, note }: AmountFieldProps) {
  const id = useId();
  return (
    <div className={styles.amount}>
      <label htmlFor={id}>{label}</label>
      <span className={styles.stepper}>
        <Button aria-label={`${label} −10`} onClick={() => onChange(Math.max(0, value - 10))}>
          {"−"}
        </Button>
        <input
          id={id}
          type="number"
          inputMode="numeric"
          min={0}
          step={1}
          value={value}
          aria-describedby={note ? `${id}-note` : undefined}
          onFocus={(event) => event.target.select()}
          onChange={(event) => onChange(Math.max(0, Math.trunc(event.target.valueAsNumber) || 0))}
        />
        <Button aria-label={`${label} +10`} onClick={() => onChange(value + 10)}>
          {"+"}
        </Button>
      </span>
      {note ? (
        <span id={`${id}-note`} className={styles.soft}>
          {note}
        </span>
      ) : null}
    </div>
  );
}
