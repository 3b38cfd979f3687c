import { type ReactNode, useState } from "react";
import type { Action, Decision, Message } from "../../api/types";
import { useLocale } from "../../i18n/Locale";
import { Button } from "../../ui/Button";
import type { BoardProps } from "../registry";
import { problemMessage, refusal } from "../usePreview";
import { useNames } from "./names";
import styles from "./Panel.module.css";
import { allSales, amounts, type Plan, raised, sales, stepsOf } from "./raising";
import { Sales } from "./Sales";
import type { Debt, MonopolyView } from "./types";

interface RaiseProps extends BoardProps {
  frame: Debt;
  decision: Decision;
  /** What else helps: a trade. */
  children?: ReactNode;
}

/** A debt that is more than my cash: what to sell and mortgage for it, put together first, then done at once. */
export function RaiseCash({ frame, decision, children, ...props }: RaiseProps) {
  const view: MonopolyView = props.view;
  const { t, say } = useLocale();
  const names = useNames();
  const [plan, setPlan] = useState<Plan>({ steps: [], next: sales(decision), sum: 0 });
  const [reasons, setReasons] = useState<readonly Message[]>([]);
  const [busy, setBusy] = useState(false);
  /** What everything brings, if that is known to be too little. */
  const [all, setAll] = useState<number | null>(null);
  const cash = view.players[frame.who]?.cash ?? 0;
  const missing = frame.amount - cash;
  const { sum } = plan;
  const enough = sum >= missing;

  /** What these sales bring; shown as the plan where they are possible. */
  const tryOut = async (steps: Action[]): Promise<number> => {
    setAll(null);
    setReasons([]);
    if (steps.length === 0) {
      setPlan({ steps, next: sales(decision), sum: 0 });
      return 0;
    }
    const after = await props.preview(steps.map(({ name }) => name)).catch(refusal);
    setReasons(after.reasons ?? []);
    if (after.reasons?.length) return 0;
    const next = after.decision ? sales(after.decision) : [];
    const brought = after.view ? raised(view, after.view.board, frame) : amounts(steps);
    setPlan({ steps, next, sum: brought });
    return brought;
  };
  const suggest = async () => {
    setBusy(true);
    try {
      const chosen = await stepsOf(decision, await props.suggest(), props.preview);
      if ((await tryOut(chosen)) >= missing) return setBusy(false);
      // the agent has no sales that pay: is it that there are none?
      const most = await allSales(decision, props.preview);
      const { view: left } = most.length > 0 ? await props.preview(most.map(({ name }) => name)) : { view: null };
      const sum = left ? raised(view, left.board, frame) : 0;
      if (sum < missing) setAll(sum);
      else await tryOut(most);
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
      <header>
        <h2>{t("monopoly_ui.raise.title", { to: names.creditor(frame.to), amount: frame.amount })}</h2>
        <p>{t("monopoly_ui.raise.have", { cash, missing })}</p>
      </header>
      <progress
        data-none={sum === 0 || undefined}
        value={Math.min(sum, missing)}
        max={missing}
        aria-label={t("monopoly_ui.raise.sum", { sum, missing })}
      />
      <p role="status" className={styles.sum} data-enough={enough || undefined} data-none={sum === 0 || undefined}>
        {enough ? t("monopoly_ui.raise.enough") : t("monopoly_ui.raise.sum", { sum, missing })}
      </p>
      {all === null ? null : (
        <p role="alert" className={styles.bad}>
          {t("monopoly_ui.raise.short", { sum: all, missing })}
        </p>
      )}
      {plan.steps.length > 0 ? (
        <>
          <h3>{t("monopoly_ui.raise.chosen")}</h3>
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
      {enough ? null : (
        <>
          {plan.next.length === 0 ? <p className={styles.soft}>{t("monopoly_ui.raise.nothing")}</p> : null}
          <Sales view={view} sales={plan.next} onChoose={(sale) => void tryOut([...plan.steps, sale])} />
        </>
      )}
      <div className={styles.buttons} data-foot>
        {plan.steps.length === 0 ? (
          <Button disabled={busy} onClick={() => void suggest()}>
            {t(busy ? "monopoly_ui.raise.thinking" : "monopoly_ui.raise.suggest")}
          </Button>
        ) : (
          <>
            <Button look={enough ? "primary" : "plain"} onClick={() => props.act(plan.steps.map(({ name }) => name))}>
              {t("monopoly_ui.raise.confirm", { sum })}
            </Button>
            <Button onClick={() => void tryOut(plan.steps.slice(0, -1))}>{t("monopoly_ui.raise.undo")}</Button>
          </>
        )}
        {children}
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
