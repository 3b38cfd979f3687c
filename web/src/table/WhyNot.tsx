/** Why something is not offered: the reasons for one element, and a choice of the kinds of actions that are missing. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../api/client";
import type { Eyes } from "../api/eyes";
import type { Decision, Message, Ref } from "../api/types";
import { useLocale } from "../i18n/Locale";
import { RuleLink } from "../rules/RuleLink";
import { Button } from "../ui/Button";
import { Dialog } from "../ui/Dialog";
import { Notice } from "../ui/Notice";
import { ProblemText } from "../ui/ProblemText";
import { parseRef } from "./narrow";
import styles from "./WhyNot.module.css";

interface ReasonsProps {
  id: string;
  game: string;
  /** An element, or `kind:build`. */
  about: Ref;
  eyes: Eyes | undefined;
  /** The position that is asked about. */
  seq: number;
  /** What has been chosen at it, and is not sent yet. */
  after: readonly string[];
  /** What is decided there: my own decision, or whose it is. */
  decision: Decision | null;
  toAct: number | null;
  /** When that will be possible. */
  when(ref: Ref): Message | null;
  /** The paragraph of the rules that tells why. */
  rule(reason: Message | null, about: Ref): string | undefined;
}

/** Reasons that only say that something else is decided now, after which a reader wants to know more. */
const NOT_NOW = /\.why\.(not[-_]now|later)$|^table\.refused\.not_yours$/;

/** The reasons as they come; where there are none but "not now": what is decided, by whom, and when this will be. */
function Reasons({ id, game, about, eyes, seq, after, decision, toAct, when, rule }: ReasonsProps) {
  const { t, say, word } = useLocale();
  const [facet, value] = parseRef(about);
  const refs = [about];
  const { data, error } = useQuery({
    queryKey: ["why", id, seq, after, refs, eyes ?? null],
    queryFn: () => api.why(id, facet === "kind" ? { refs, kind: value, after } : { refs, after }, eyes),
    retry: false,
  });
  if (error) return <ProblemText error={error} />;
  const reasons = data?.filter(({ k }) => !NOT_NOW.test(k)) ?? [];
  const notNow = data !== undefined && data.length > 0 && reasons.length === 0;
  const time = when(about);
  const now = () => {
    if (decision) return t("ui.why.now", { prompt: decision.prompt });
    return toAct === null ? t("ui.status.chance") : t("ui.why.theirs", { seat: toAct });
  };
  const see = (reason: Message | null) => {
    const at = rule(reason, about);
    return at ? <RuleLink game={game} at={at} /> : null;
  };
  return (
    <div className={styles.reasons}>
      <strong>{t("ui.why.title", { what: word(game, facet, value) })}</strong>
      {data ? (
        <ul>
          {data.length === 0 ? <li>{t("ui.why.none")}</li> : null}
          {reasons.map((reason, n) => (
            <li key={n}>
              {say(reason)} {see(reason)}
            </li>
          ))}
          {notNow && time ? <li>{say(time)}</li> : null}
          {notNow ? (
            <li>
              {now()} {see(null)}
            </li>
          ) : null}
        </ul>
      ) : (
        <p>{t("ui.loading")}</p>
      )}
    </div>
  );
}

export function WhyNot({ onClose, ...asked }: ReasonsProps & { onClose(): void }) {
  const { t } = useLocale();
  return (
    <Notice role="status">
      <Reasons {...asked} />
      <Button small look="quiet" aria-label={t("ui.close")} onClick={onClose}>
        ✕
      </Button>
    </Notice>
  );
}

/**
 * The kinds of actions that the game has and the decision does not offer; where the game tells of times, without those
 * that it gives none, which are parts of others.
 */
export function missingKinds(
  known: readonly string[],
  decision: Decision,
  when?: (ref: Ref) => Message | null,
): string[] {
  const offered = new Set(decision.actions.map((action) => String(action.f.kind)));
  return known.filter((kind) => !offered.has(kind) && when?.(`kind:${kind}`) !== null);
}

interface WhyDialogProps extends Omit<ReasonsProps, "about"> {
  kinds: string[];
  /** There are pages with the rules. */
  hasRules: boolean;
  onClose(): void;
}

export function WhyDialog({ kinds, onClose, ...asked }: WhyDialogProps) {
  const { t, word } = useLocale();
  const [kind, setKind] = useState<string | null>(null);
  return (
    <Dialog title={t("ui.why.ask")} onClose={onClose}>
      <p>{t("ui.why.help")}</p>
      <ul className={styles.kinds}>
        {kinds.map((one) => (
          <li key={one}>
            <Button small aria-pressed={one === kind} onClick={() => setKind(one)}>
              <bdi>{word(asked.game, "kind", one)}</bdi>
            </Button>
          </li>
        ))}
      </ul>
      <div role="status">{kind === null ? null : <Reasons {...asked} about={`kind:${kind}`} />}</div>
      {asked.hasRules ? (
        <p>
          <RuleLink game={asked.game} />
        </p>
      ) : null}
    </Dialog>
  );
}
