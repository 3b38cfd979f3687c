/** What the element that is looked at would bring: the action in words, its path of coal, its beer, its points. */
import type { Line, Message, Ref } from "../../api/types";
import { useLocale } from "../../i18n/Locale";
import { Num } from "../../ui/Num";
import { effectsInWords } from "../usePreview";
import styles from "./EffectsPanel.module.css";
import { type Change, changes, type Effects } from "./effects";
import type { BrassView } from "./view";
import { useWords } from "./words";

const CHOICES = ["pays", "builds", "links", "sells", "develops", "gives", "borrows", "passes"];

interface EffectsPanelProps {
  effects: Effects | null;
  about: Ref | null;
  view: BrassView;
  me: number | null;
  /** The edge of the map at which it stands, away from what it is about. */
  side: "top" | "bottom";
  /**
   * What stands elsewhere is left out: the dock's button says what its action is, and of what has been chosen the
   * dock says what would happen too.
   */
  from: "map" | "button" | "choice";
}

export function EffectsPanel({ effects, about, view, me, side, from }: EffectsPanelProps) {
  const { say } = useLocale();
  const { t } = useWords();
  const line = about?.startsWith("line:") ? view.lines.find((one) => `line:${one.id}` === about) : undefined;
  const after = effects?.preview?.view?.board as unknown as BrassView | undefined;
  const early = effects && from !== "button" ? effectsInWords(effects.action) : [];
  const late = from === "choice" ? [] : beyond(effects?.preview?.lines ?? []);
  const texts = [...new Set([...early, ...late].map(say))];
  const found = me !== null && after ? changes(view.players[me], after.players[me]) : [];
  const isEmpty = effects === null || (from !== "map" && texts.length === 0 && !line && found.length === 0);
  return (
    <div
      className={styles.panel}
      aria-live="polite"
      data-side={side}
      data-from={from}
      data-empty={isEmpty || undefined}
    >
      {effects && !isEmpty ? (
        <>
          {from !== "map" ? null : <p className={styles.what}>{say(effects.action.m)}</p>}
          <ul>
            {texts.map((text) => (
              <li key={text}>{text}</li>
            ))}
            {line ? <li>{t("effects.linkPoints", { count: line.points })}</li> : null}
          </ul>
          <Changes found={found} />
        </>
      ) : null}
    </div>
  );
}

/** What the lines tell beyond the choice itself, which stands above them. */
function beyond(lines: readonly Line[]): Message[] {
  return lines.map(({ m }) => m).filter(({ k }) => !CHOICES.some((kind) => k.startsWith(`brass.event.${kind}`)));
}

function Changes({ found }: { found: Change[] }) {
  const { t, money } = useWords();
  if (found.length === 0) return null;
  const value = (what: Change["what"], n: number) =>
    what === "money" ? <bdi>{money(n)}</bdi> : <Num value={n} signed={what === "level"} />;
  return (
    <dl className={styles.changes}>
      {found.map(({ what, from, to }) => (
        <div key={what}>
          <dt>{t(`seat.${what}`)}</dt>
          <dd dir="ltr">
            {value(what, from)} → {value(what, to)}
          </dd>
        </div>
      ))}
    </dl>
  );
}
