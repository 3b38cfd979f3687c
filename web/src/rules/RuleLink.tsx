import { useLocale } from "../i18n/Locale";

/** To the place in the rules, in a window of its own: the game stays where it is. */
export function RuleLink({ game, at }: { game: string; at?: string | undefined }) {
  const { t } = useLocale();
  return (
    <a href={`/rules/${game}${at ? `?at=${at}` : ""}`} target="_blank" rel="noreferrer">
      {t(at ? "ui.rules.see" : "ui.rules.all")}
    </a>
  );
}
