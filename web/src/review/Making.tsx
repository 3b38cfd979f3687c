/** What is being done for a review that is not finished, and how much of it. */
import type { Review } from "../api/review";
import { useLocale } from "../i18n/Locale";

export function Making({ review: { stage, checked, planned, work } }: { review: Review }) {
  const { t } = useLocale();
  if (stage === "refining") return t("ui.review.refining", { checked, planned });
  const part = t(stage === "waiting" ? "ui.review.making_curve" : "ui.review.making_decisions");
  if (!work || work.whole === 0) return part;
  const { done, whole } = work;
  return `${part} ${t(work.what === "rollouts" ? "ui.review.making_positions" : "ui.review.making_part", { done, whole })}`;
}
