/** What is being done for a question that is not answered yet, and how long that will take. */
import { useQuery } from "@tanstack/react-query";
import type { Eyes } from "../api/eyes";
import { type Question, reviews } from "../api/review";
import { useLocale } from "../i18n/Locale";
import { useWorkText } from "./Making";
import styles from "./Review.module.css";

interface WaitingProps {
  id: string;
  question: Question;
  rollouts: boolean;
  eyes: Eyes | undefined;
}

/** Milliseconds between two looks. */
const AGAIN = 1000;
/** Milliseconds in which most questions are answered: nothing more is said before. */
const SHORT = 1000;

export function Waiting({ id, question, rollouts, eyes }: WaitingProps) {
  const { t } = useLocale();
  const workText = useWorkText();
  const { data } = useQuery({
    queryKey: ["waiting", id, question, rollouts, eyes ?? null],
    queryFn: () => reviews.waiting(id, question, rollouts, eyes),
    refetchInterval: AGAIN,
    gcTime: 0,
    retry: false,
  });
  const seconds = data?.seconds ?? 0;
  const about = () => {
    if (!data || 1000 * seconds < SHORT) return [t("ui.review.asking")];
    if (data.work && data.work.whole > 0) return [workText(data.work)];
    const usual = data.usual ?? 0;
    const parts = [t("ui.review.asking_for", { seconds: Math.round(seconds) })];
    return usual < 1 ? parts : [...parts, t("ui.review.asking_usual", { usual: Math.round(usual) })];
  };
  return <p className={styles.soft}>{about().join(" ")}</p>;
}
