/** What is being done for a review that is not finished, and how much of it. */
import type { Review, Work } from "../api/review";
import { useLocale } from "../i18n/Locale";

export function Making({ review: { stage, checked, planned, work } }: { review: Review }) {
  const { t } = useLocale();
  const workText = useWorkText();
  if (stage === "refining") return t("ui.review.refining", { checked, planned });
  const part = t(stage === "waiting" ? "ui.review.making_curve" : "ui.review.making_decisions");
  return !work || work.whole === 0 ? part : `${part} ${workText(work)}`;
}

/** Says how far some work has come, and how long it will still take where that is known. */
export function useWorkText() {
  const { t } = useLocale();
  return ({ what, done, whole, left }: Work) => {
    const share = Math.floor((100 * done) / whole);
    const counted = t(what === "rollouts" ? "ui.review.making_positions" : "ui.review.making_part", { done, whole });
    const text = what === "compiling" ? t("ui.review.compiling", { share }) : counted;
    return left ? `${text} ${t("ui.review.left", { left: Math.ceil(left) })}` : text;
  };
}
