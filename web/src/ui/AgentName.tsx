/** An agent as a reader knows it: a character's name, its spec behind details; any other by its spec. */
import { useLocale } from "../i18n/Locale";
import { characterName } from "./characters";

export function AgentName({ spec }: { spec: string }) {
  const { t } = useLocale();
  const name = characterName(spec);
  if (!name) return <bdi>{spec}</bdi>;
  return (
    <>
      <bdi>{name}</bdi>
      <details>
        <summary>{t("ui.new.details")}</summary>
        <code dir="ltr">{spec}</code>
      </details>
    </>
  );
}
