import { Problem } from "../api/client";
import { useLocale } from "../i18n/Locale";
import { Notice } from "./Notice";
import { English, Said } from "./Said";

/** What went wrong, in the reader's language; then the server's own sentence, where it says more. */
export function ProblemText({ error }: { error: unknown }) {
  if (!error) return null;
  return (
    <Notice look="bad" role="alert">
      <span>
        <ProblemWords problem={error instanceof Problem ? error : new Problem("unknown", String(error), "", 0)} />
      </span>
    </Notice>
  );
}

/** The same within a sentence. */
export function ProblemWords({ problem }: { problem: Problem }) {
  const { t, has } = useLocale();
  if (problem.localized) return <Said m={problem.localized} />;
  if (isNoAddress(problem)) return t("ui.problem.not_found");
  const words = `ui.problem.${problem.code}`;
  const detail = hasDetail(problem) || !has(words) ? detailOf(problem) : "";
  return (
    <>
      {t(has(words) ? words : "ui.problem.unknown")} {detail ? <English>{detail}</English> : null}
    </>
  );
}

/** Whether the page's address names what cannot be: nobody has filled that in. */
function isNoAddress({ code, message }: Problem): boolean {
  return code === "malformed" && /^path\./i.test(message);
}

/** Codes whose words say all that the server's sentence does. */
const SAID: ReadonlySet<string> = new Set(["store_busy"]);

/** Whether the server's sentence tells what was wrong with what was asked, or on the server: its code cannot say that. */
function hasDetail({ code, status }: Problem): boolean {
  return !SAID.has(code) && [400, 409, 422, 503].includes(status);
}

function detailOf({ message, hint }: Problem): string {
  const text = [message, hint].filter(Boolean).join("; ");
  return text && `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.?!]$/.test(text) ? "" : "."}`;
}
