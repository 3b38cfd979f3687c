/** The hints of a guided game at its table: a card with a sentence, and a mark around what it is about. */
import { useLayoutEffect, useRef, useState } from "react";
import type { GameUI } from "../games/registry";
import { useLocale } from "../i18n/Locale";
import { RuleLink } from "../rules/RuleLink";
import { Button } from "../ui/Button";
import styles from "./Guide.module.css";
import { type GameGuide, type GuideStep, guided, nextStep, see } from "./guide";

interface GuideProps {
  table: string;
  game: string;
  ui: GameUI | null | undefined;
  /** The question, with what has been picked for it. */
  question: string | undefined;
  /** The kinds of actions that are left, and what has been picked. */
  kinds: ReadonlySet<string>;
}

export function Guide({ table, game, ui, ...asked }: GuideProps) {
  const own = guided.use();
  if (own?.table !== table || !ui?.guide) return null;
  return <Hints game={game} guide={ui.guide} seen={own.seen} {...asked} />;
}

interface HintsProps extends Pick<GuideProps, "game" | "question" | "kinds"> {
  guide: GameGuide;
  seen: readonly string[];
}

function Hints({ game, guide, seen, question, kinds }: HintsProps) {
  const { t } = useLocale();
  const [step, setStep] = useState<GuideStep | null>(null);
  const [place, setPlace] = useState("");
  const asked = useRef<string | undefined>(undefined);
  // what a hint points at is known when all else is drawn
  useLayoutEffect(() => {
    if (step?.when && asked.current !== undefined && asked.current !== question) see(step.name);
    asked.current = question;
    const next = nextStep(guide, guided.get()?.seen ?? seen, kinds, (one) => targetOf(one) !== null);
    if (next !== step) setStep(next);
    const target = next && targetOf(next);
    if (!target) return;
    target.setAttribute("data-guided", "");
    setPlace(besides(target.getBoundingClientRect()));
    return () => target.removeAttribute("data-guided");
  }, [guide, seen, kinds, question, step]);
  if (step === null) return null;
  const last = step === guide.steps.at(-1);
  return (
    <aside className={styles.card} data-place={place} data-guide={step.name} aria-labelledby="guide-title">
      <h2 id="guide-title">
        {t("ui.guide.title")}{" "}
        <small>{t("ui.guide.step", { n: guide.steps.indexOf(step) + 1, all: guide.steps.length })}</small>
      </h2>
      <p role="status">{t(`${game}_ui.guide.${step.name}`)}</p>
      <div className={styles.row}>
        <Button small look="primary" onClick={() => (last ? guided.set(null) : see(step.name))}>
          {t(last ? "ui.guide.end" : "ui.guide.next")}
        </Button>
        {last ? (
          <RuleLink game={game} />
        ) : (
          <Button small look="quiet" onClick={() => guided.set(null)}>
            {t("ui.guide.skip")}
          </Button>
        )}
      </div>
    </aside>
  );
}

function targetOf({ at }: GuideStep): HTMLElement | null {
  const all = at.flatMap((selector) => [...document.querySelectorAll<HTMLElement>(selector)]);
  return all.find((one) => one.getClientRects().length > 0) ?? null;
}

/** The corner of the window that is farther from what is pointed at. */
function besides({ left, right, top, bottom }: DOMRect): string {
  return `${top + bottom > innerHeight ? "top" : "bottom"} ${left + right > innerWidth ? "left" : "right"}`;
}
