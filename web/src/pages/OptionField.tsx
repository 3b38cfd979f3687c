import { useId, useState } from "react";
import type { OptionSpec } from "../api/types";
import { useLocale } from "../i18n/Locale";
import styles from "./pages.module.css";

interface OptionFieldProps {
  option: OptionSpec;
  game: string;
  /** What the preset says of it; undefined leaves the game's default. */
  preset: unknown;
  /** What was chosen here; undefined leaves the preset's. */
  value: unknown;
  onChange(value: unknown): void;
}

/** One option of a game, as its kind of value wants it. */
export function OptionField({ option, game, preset, value, onChange }: OptionFieldProps) {
  const { t, has, say } = useLocale();
  const id = useId();
  const usual = preset ?? option.default;
  const current = value ?? usual;
  const set = (next: unknown) => onChange(Object.is(next, usual) ? undefined : next);
  const known = `${game}_ui.house.${option.key}`;
  const label = <span>{say(has(known) ? { k: known } : { k: `${game}.option.${option.key}`, t: option.help })}</span>;
  const choiceName = (choice: string) => {
    const word = `${game}.choice.${option.key}.${choice}`;
    return has(word) ? t(word) : choice;
  };
  const usually = <Usual value={usual} choiceName={choiceName} />;
  if (option.type === "bool") {
    return (
      <label className={styles.check}>
        <input type="checkbox" checked={current === true} onChange={({ target }) => set(target.checked)} />
        <span>
          {label} {usually}
        </span>
      </label>
    );
  }
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {option.type === "choice" && option.choices ? (
        <select id={id} value={JSON.stringify(current)} onChange={({ target }) => set(JSON.parse(target.value))}>
          {option.choices.map((one) => (
            <option key={JSON.stringify(one)} value={JSON.stringify(one)}>
              {one === null ? "–" : choiceName(String(one))}
            </option>
          ))}
        </select>
      ) : option.type === "int" ? (
        <input
          id={id}
          type="number"
          step={1}
          min={option.min ?? undefined}
          max={option.max ?? undefined}
          value={typeof current === "number" ? current : ""}
          onChange={({ target }) => set(target.value === "" ? undefined : Number(target.value))}
        />
      ) : (
        <JsonField id={id} value={current} onChange={set} />
      )}
      {usually}
    </div>
  );
}

/** What the rule set has. */
function Usual({ value, choiceName }: { value: unknown; choiceName(choice: string): string }) {
  const { t, number } = useLocale();
  const said =
    typeof value === "boolean"
      ? t(value ? "ui.new.yes" : "ui.new.no")
      : typeof value === "number"
        ? number(value)
        : typeof value === "string"
          ? choiceName(value)
          : value === null || value === undefined
            ? "–"
            : JSON.stringify(value);
  return <small className={styles.soft}>{t("ui.new.usual", { value: said })}</small>;
}

/** Any other kind of value as JSON; what is none is not handed on. */
function JsonField({ id, value, onChange }: { id: string; value: unknown; onChange(value: unknown): void }) {
  const [text, setText] = useState(() => JSON.stringify(value));
  const [bad, setBad] = useState(false);
  return (
    <input
      id={id}
      type="text"
      dir="ltr"
      value={text}
      aria-invalid={bad}
      onChange={({ target }) => {
        setText(target.value);
        try {
          onChange(JSON.parse(target.value));
          setBad(false);
        } catch {
          setBad(true);
        }
      }}
    />
  );
}
