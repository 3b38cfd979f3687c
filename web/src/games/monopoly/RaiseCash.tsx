import { useState } from "react";
import type { Action, Decision, Message } from "../../api/types";
import { useLocale } from "../../i18n/Locale";
import { Button } from "../../ui/Button";
import type { BoardProps } from "../registry";
import { problemMessage, refusal } from "../usePreview";
import { useNames } from "./names";
import styles from "./Panel.module.css";
import { amounts, type Plan, raised, sales, stepsOf } from "./raising";
import type { Debt, MonopolyView } from "./types";

/** A debt that is more than my cash: what to sell and mortgage for it, put together first, then done at once. */
export function RaiseCash({ frame, decision, ...props }: BoardProps & { frame: Debt; decision: Decision }) {
  const view: MonopolyView = props.view;
  const { t, say } = useLocale();
  const names = useNames();
  const [plan, setPlan] = useState<Plan>({ steps: [], next: sales(decision), sum: 0 });
  const [reasons, setReasons] = useState<readonly Message[]>([]);
  const [busy, setBusy] = useState(false);
  const cash = view.players[frame.who]?.cash ?? 0;
  const missing = frame.amount - cash;
  const { sum } = plan;
  const enough = sum >= missing;

  const tryOut = async (steps: Action[]) => {
    if (steps.length === 0) {
      setPlan({ steps, next: sales(decision), sum: 0 });
      return setReasons([]);
    }
    const after = await props.preview(steps.map(({ name }) => name)).catch(refusal);
    setReasons(after.reasons ?? []);
    if (after.reasons?.length) return;
    const next = after.decision ? sales(after.decision) : [];
    setPlan({ steps, next, sum: after.view ? raised(view, after.view.board, frame) : amounts(steps) });
  };
  const suggest = async () => {
    setBusy(true);
    try {
      await tryOut(await stepsOf(decision, await props.suggest(), props.preview));
    } catch (error) {
      setReasons([problemMessage(error)]);
    }
    setBusy(false);
  };

  return (
    <section
      className={styles.panel}
      aria-label={t("monopoly_ui.raise.title", { to: names.creditor(frame.to), amount: frame.amount })}
    >
      <h3>{t("monopoly_ui.raise.title", { to: names.creditor(frame.to), amount: frame.amount })}</h3>
      <p>{t("monopoly_ui.raise.have", { cash, missing })}</p>
      <progress
        value={Math.min(sum, missing)}
        max={missing}
        aria-label={t("monopoly_ui.raise.sum", { sum, missing })}
      />
      <p role="status" className={styles.sum} data-enough={enough || undefined}>
        {enough ? t("monopoly_ui.raise.enough") : t("monopoly_ui.raise.sum", { sum, missing })}
      </p>
      {plan.steps.length > 0 ? (
        <>
          <h4>{t("monopoly_ui.raise.chosen")}</h4>
          <ol className={styles.chosen}>
            {plan.steps.map((step, at) => (
              <li key={at}>{say(step.m)}</li>
            ))}
          </ol>
        </>
      ) : null}
      {reasons.map((reason, at) => (
        <p key={at} role="alert" className={styles.bad}>
          {say(reason)}
        </p>
      ))}
      {plan.steps.length === 0 ? (
        <div className={styles.buttons}>
          <Button disabled={busy} onClick={() => void suggest()}>
            {t(busy ? "monopoly_ui.raise.thinking" : "monopoly_ui.raise.suggest")}
          </Button>
        </div>
      ) : null}
      {enough ? null : (
        <>
          <h4>{t("monopoly_ui.raise.choose")}</h4>
          {plan.next.length === 0 ? <p className={styles.soft}>{t("monopoly_ui.raise.nothing")}</p> : null}
          <div className={styles.options}>
            {plan.next.map((action) => (
              <Button key={action.name} onClick={() => void tryOut([...plan.steps, action])}>
                {say(action.m)}
              </Button>
            ))}
          </div>
        </>
      )}
      <div className={styles.buttons}>
        <Button
          look={enough ? "primary" : "plain"}
          disabled={plan.steps.length === 0}
          onClick={() => props.act(plan.steps.map(({ name }) => name))}
        >
          {t("monopoly_ui.raise.confirm")}
        </Button>
        {plan.steps.length > 0 ? (
          <Button onClick={() => void tryOut(plan.steps.slice(0, -1))}>{t("monopoly_ui.raise.undo")}</Button>
        ) : null}
        {decision.actions.some(({ name }) => name === "bankrupt") ? <GiveUp act={props.act} /> : null}
      </div>
    </section>
  );
}

/** Bankruptcy is asked for twice. */
function GiveUp({ act }: Pick<BoardProps, "act">) {
  const { t } = useLocale();
  const [asking, setAsking] = useState(false);
  if (!asking) {
    return (
      <Button look="danger" onClick={() => setAsking(true)}>
        {t("monopoly_ui.raise.bankrupt")}
      </Button>
    );
  }
  return (
    <div className={styles.sure} role="alert">
      <p>{t("monopoly_ui.raise.sure")}</p>
      <Button look="danger" onClick={() => act(["bankrupt"])}>
        {t("monopoly_ui.raise.bankrupt")}
      </Button>
      <Button onClick={() => setAsking(false)}>{t("monopoly_ui.raise.no")}</Button>
    </div>
  );
}
