/** Why something is not offered: the reasons for one element, and a choice of the kinds of actions that are missing. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../api/client";
import type { Decision, Ref } from "../api/types";
import { useLocale } from "../i18n/Locale";
import { Button } from "../ui/Button";
import { Dialog } from "../ui/Dialog";
import { Notice } from "../ui/Notice";
import { ProblemText } from "../ui/ProblemText";
import { parseRef } from "./narrow";
import styles from "./WhyNot.module.css";

interface ReasonsProps {
  id: string;
  game: string;
  refs: Ref[];
  token: string | undefined;
  /** The position that is asked about. */
  seq: number;
}

/** The reasons, as they come. */
function Reasons({ id, game, refs, token, seq }: ReasonsProps) {
  const { t, say, word } = useLocale();
  const [facet, value] = parseRef(refs[0] ?? "");
  const { data, error } = useQuery({
    queryKey: ["why", id, seq, refs, token ?? ""],
    queryFn: () => api.why(id, facet === "kind" ? { refs, kind: value } : { refs }, token),
    retry: false,
  });
  if (error) return <ProblemText error={error} />;
  return (
    <div className={styles.reasons}>
      <strong>{t("ui.why.title", { what: word(game, facet, value) })}</strong>
      {data ? (
        <ul>
          {data.length === 0 ? <li>{t("ui.why.none")}</li> : null}
          {data.map((reason, n) => (
            <li key={n}>{say(reason)}</li>
          ))}
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

/** The kinds of actions that the game has and the decision does not offer. */
export function missingKinds(known: readonly string[], decision: Decision): string[] {
  const offered = new Set(decision.actions.map((action) => String(action.f.kind)));
  return known.filter((kind) => !offered.has(kind));
}

interface WhyDialogProps extends Omit<ReasonsProps, "refs"> {
  kinds: string[];
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
      <div role="status">{kind === null ? null : <Reasons {...asked} refs={[`kind:${kind}`]} />}</div>
    </Dialog>
  );
}
