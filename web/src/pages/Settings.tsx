/** How the reader wants the page: kept in this browser. */
import { useLocale } from "../i18n/Locale";
import { LANGUAGE_NAMES, LANGUAGES } from "../i18n/messages";
import { type Settings as Choices, change, SPEEDS, settings } from "../ui/settings";
import { usePageTitle } from "../ui/usePageTitle";
import styles from "./pages.module.css";

export function Settings() {
  const { t, number } = useLocale();
  const now = settings.use();
  usePageTitle(t("ui.nav.settings"));
  return (
    <div className={styles.page}>
      <h1>{t("ui.nav.settings")}</h1>
      <section className={styles.card} aria-labelledby="settings-words">
        <h2 id="settings-words">{t("ui.settings.words")}</h2>
        <Choice name="language" values={LANGUAGES} label={(one) => LANGUAGE_NAMES[one]} langs />
        <Check name="latinDigits" checked={now.latinDigits} />
      </section>
      <section className={styles.card} aria-labelledby="settings-look">
        <h2 id="settings-look">{t("ui.settings.look")}</h2>
        <Choice name="theme" values={["system", "light", "dark"]} label={(one) => t(`ui.settings.theme_${one}`)} />
        <Choice name="motion" values={["system", "on", "off"]} label={(one) => t(`ui.settings.motion_${one}`)} />
        <Choice name="colour" values={["full", "plain"]} label={(one) => t(`ui.settings.colour_${one}`)} />
      </section>
      <section className={styles.card} aria-labelledby="settings-play">
        <h2 id="settings-play">{t("ui.settings.play")}</h2>
        <Choice name="confirm" values={["touch", "board", "always"]} label={(one) => t(`ui.settings.confirm_${one}`)} />
        <Choice
          name="speed"
          values={SPEEDS}
          label={(one) => (one === 0 ? t("ui.replay.instant") : `${number(one)}×`)}
        />
        <Choice name="throws" values={["press", "alone"]} label={(one) => t(`ui.settings.throws_${one}`)} />
        <Choice name="offers" values={[1, 2]} label={(one) => number(one)} />
        <Check name="shortcuts" checked={now.shortcuts} />
      </section>
      <section className={styles.card} aria-labelledby="settings-sounds">
        <h2 id="settings-sounds">{t("ui.settings.sounds")}</h2>
        <Check name="sound" checked={now.sound} />
        <Choice name="volume" values={[0.3, 0.6, 1]} label={(one) => number(one, { style: "percent" })} />
      </section>
    </div>
  );
}

interface ChoiceProps<K extends keyof Choices> {
  name: K;
  values: readonly Choices[K][];
  label(value: Choices[K]): string;
  /** The values are languages, each written in its own. */
  langs?: boolean;
}

function Choice<K extends keyof Choices>({ name, values, label, langs = false }: ChoiceProps<K>) {
  const { t } = useLocale();
  const now = settings.use()[name];
  return (
    <fieldset className={styles.field}>
      <legend>{t(`ui.settings.${name}`)}</legend>
      <div className={styles.choices}>
        {values.map((value) => (
          <label key={String(value)} className={styles.choice} {...(langs ? { lang: String(value) } : {})}>
            <input
              type="radio"
              name={name}
              checked={value === now}
              onChange={() => change({ [name]: value } as Partial<Choices>)}
            />
            <bdi>{label(value)}</bdi>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Check({ name, checked }: { name: "latinDigits" | "shortcuts" | "sound"; checked: boolean }) {
  const { t } = useLocale();
  return (
    <label className={styles.check}>
      <input type="checkbox" checked={checked} onChange={({ target }) => change({ [name]: target.checked })} />
      <span>{t(`ui.settings.${name}`)}</span>
    </label>
  );
}
