import { useId, useState } from "react";
import type { AgentName } from "../api/types";
import { useLocale } from "../i18n/Locale";
import { Said } from "../ui/Said";
import styles from "./pages.module.css";

/** No agent's name: the spec is written by hand. */
const OTHER = "";

interface HintAgentFieldProps {
  agents: AgentName[];
  value: string;
  onChange(spec: string): void;
}

/** Which search finds hints, folded away: one of those that are proposed, or any other by its spec. */
export function HintAgentField({ agents, value, onChange }: HintAgentFieldProps) {
  const { t } = useLocale();
  const id = useId();
  const [other, setOther] = useState(false);
  const chosen = agents.find((agent) => agent.name === value);
  return (
    <details>
      <summary>{t("ui.new.hint_agent")}</summary>
      <div className={styles.field}>
        <select
          aria-label={t("ui.new.hint_agent")}
          value={other ? OTHER : value}
          aria-describedby={other ? undefined : id}
          onChange={({ target }) => {
            setOther(target.value === OTHER);
            if (target.value !== OTHER) onChange(target.value);
          }}
        >
          {agents.map((agent) => (
            <option key={agent.name} value={agent.name}>
              {agent.name}
            </option>
          ))}
          <option value={OTHER}>{t("ui.new.hint_agent_free")}</option>
        </select>
        {other ? (
          <input
            type="text"
            dir="ltr"
            maxLength={200}
            value={value}
            aria-label={t("ui.new.hint_agent_spec")}
            onChange={({ target }) => onChange(target.value)}
          />
        ) : (
          <small id={id} className={styles.soft}>
            {chosen ? <Said m={chosen.help} /> : null}
          </small>
        )}
      </div>
    </details>
  );
}
