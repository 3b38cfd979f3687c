/** What was promised about the dice of a game, and whether it was kept. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../api/client";
import type { Eyes } from "../api/eyes";
import type { TableInfo } from "../api/types";
import { useLocale } from "../i18n/Locale";
import { Button } from "../ui/Button";
import { ProblemText } from "../ui/ProblemText";
import { English, Said } from "../ui/Said";
import styles from "./Ending.module.css";

interface DiceProps {
  table: TableInfo;
  /** Whose eyes look. */
  eyes?: Eyes | undefined;
  over?: boolean;
}

/** The hash of all dice, shown before the first move; after the game the key or seed that it is of, and the check. */
export function Dice({ table, eyes, over = false }: DiceProps) {
  const { t } = useLocale();
  const [asked, setAsked] = useState(false);
  const check = useQuery({
    queryKey: ["verify", table.id],
    queryFn: () => api.verify(table.id, eyes),
    enabled: asked,
  });
  return (
    <details className={styles.dice}>
      <summary>{t("ui.over.dice")}</summary>
      {table.dice === "chosen" ? <p>{t("ui.over.dice_chosen")}</p> : null}
      {table.dice === "key" ? (
        <p>{t(over ? "ui.over.key_help" : "ui.over.key_promise")}</p>
      ) : (
        <p>{t(over ? "ui.over.dice_help" : "ui.over.dice_promise")}</p>
      )}
      <dl>
        <dt>{t("ui.over.commitment")}</dt>
        <dd>
          <code>{table.commitment}</code>
        </dd>
        {table.reveal ? (
          <>
            <dt>{t(table.reveal.key ? "ui.over.key" : "ui.over.seed")}</dt>
            <dd>
              <code>{table.reveal.key ?? `${table.reveal.seed}:${table.reveal.nonce}`}</code>
            </dd>
          </>
        ) : null}
      </dl>
      {over ? (
        <>
          <Button small onClick={() => (asked ? check.refetch() : setAsked(true))}>
            {t("ui.over.verify")}
          </Button>
          <div role="status">
            {check.data ? (
              <>
                <p>
                  <strong>{t(check.data.ok ? "ui.over.verified" : "ui.over.not_verified")}</strong>
                </p>
                <ul>
                  {check.data.checks.map((one) => (
                    <li key={one.name}>
                      {one.ok ? "✓" : "✗"} <Said m={one.found} /> {one.detail ? <English>{one.detail}</English> : null}
                    </li>
                  ))}
                </ul>
              </>
            ) : null}
          </div>
          <ProblemText error={check.error} />
        </>
      ) : null}
    </details>
  );
}
