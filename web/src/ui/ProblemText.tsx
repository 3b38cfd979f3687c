import { Problem } from "../api/client";
import { useLocale } from "../i18n/Locale";
import { Notice } from "./Notice";

/** What went wrong, and what would be right; nothing without an error. */
export function ProblemText({ error }: { error: unknown }) {
  const { t, has } = useLocale();
  if (!error) return null;
  const problem = error instanceof Problem ? error : new Problem("unknown", String(error), "", 0);
  const known = `ui.problem.${problem.code}`;
  return (
    <Notice look="bad" role="alert">
      <span>
        {has(known) ? t(known) : <bdi>{problem.message || t("ui.problem.unknown")}</bdi>}
        {problem.hint && !has(known) ? (
          <>
            {" "}
            <bdi>{problem.hint}</bdi>
          </>
        ) : null}
      </span>
    </Notice>
  );
}
