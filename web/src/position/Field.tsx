/** The fields of a form for a position: each with its name, and beneath it what the server says is wrong there. */
import { createContext, type ReactNode, use, useId } from "react";
import { useLocale } from "../i18n/Locale";
import { English, Said } from "../ui/Said";
import { type Fault, faultsAt, type Place } from "./fields";
import styles from "./Position.module.css";

export const Faults = createContext<readonly Fault[]>([]);

/** What is wrong at a place of the position, in a sentence each. */
export function FaultsAt({ at, id }: { at: Place; id?: string }) {
  return <FaultList faults={faultsAt(use(Faults), at)} id={id} />;
}

export function FaultList({ faults, id }: { faults: readonly Fault[]; id?: string | undefined }) {
  if (faults.length === 0) return null;
  return (
    <div className={styles.faults} id={id} role="alert">
      {faults.map((fault) => (
        <p key={`${fault.place.join(".")} ${fault.message}`}>
          <FaultWords fault={fault} />
        </p>
      ))}
    </div>
  );
}

/** A fault in the reader's language, or in English where nobody has put it into another. */
export function FaultWords({ fault: { m, message, hint } }: { fault: Fault }) {
  const { t, language } = useLocale();
  if (m) return <Said m={m} />;
  const text = `${message.charAt(0).toUpperCase()}${message.slice(1)}${hint ? `; ${hint}` : ""}.`;
  return (
    <>
      {language === "en" ? null : `${t("ui.problem.bad_setup")} `}
      <English>{text}</English>
    </>
  );
}

interface FieldProps {
  label: string;
  /** Where what is wrong with it is found; without it, that is told elsewhere. */
  at?: Place;
  /** It has long words. */
  wide?: boolean;
  children(props: { id: string; "aria-invalid": boolean; "aria-describedby": string | undefined }): ReactNode;
}

/** A field with its label above it. */
export function Field({ label, at, wide, children }: FieldProps) {
  const id = useId();
  const faults = use(Faults);
  const wrong = at !== undefined && faultsAt(faults, at).length > 0;
  return (
    <div className={styles.field} data-wide={wide || undefined}>
      <label htmlFor={id}>{label}</label>
      {children({ id, "aria-invalid": wrong, "aria-describedby": wrong ? `${id}-wrong` : undefined })}
      {at ? <FaultsAt at={at} id={`${id}-wrong`} /> : null}
    </div>
  );
}

interface NumberFieldProps extends Omit<FieldProps, "children"> {
  /** Undefined where it is left to the rules. */
  value: number | undefined;
  onChange(value: number | undefined): void;
}

/** A whole number. */
export function NumberField({ value, onChange, ...field }: NumberFieldProps) {
  return (
    <Field {...field}>
      {(props) => (
        <input
          {...props}
          type="number"
          inputMode="numeric"
          step={1}
          value={value ?? ""}
          onFocus={({ target }) => target.select()}
          onChange={({ target }) => {
            const given = target.valueAsNumber;
            onChange(Number.isNaN(given) ? undefined : Math.trunc(given));
          }}
        />
      )}
    </Field>
  );
}

interface SelectFieldProps extends Omit<FieldProps, "children"> {
  value: string | number | undefined;
  /** What can be chosen, with its words. */
  choices: readonly (readonly [value: string | number, text: string])[];
  onChange(value: string): void;
}

export function SelectField({ value, choices, onChange, ...field }: SelectFieldProps) {
  return (
    <Field {...field}>
      {(props) => (
        <select {...props} value={value ?? ""} onChange={({ target }) => onChange(target.value)}>
          {choices.map(([one, text]) => (
            <option key={one} value={one}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface CheckFieldProps {
  label: ReactNode;
  checked: boolean;
  onChange(checked: boolean): void;
}

export function CheckField({ label, checked, onChange }: CheckFieldProps) {
  return (
    <label className={styles.check}>
      <input type="checkbox" checked={checked} onChange={({ target }) => onChange(target.checked)} />
      <span>{label}</span>
    </label>
  );
}
