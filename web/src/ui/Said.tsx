import type { ReactNode } from "react";
import type { Message } from "../api/types";
import { useLocale } from "../i18n/Locale";

/** A message as a sentence; marked as English where the reader's language has no words for it. */
export function Said({ m }: { m: Message }) {
  const { say, isForeign } = useLocale();
  return isForeign(m) ? <English>{say(m)}</English> : <bdi>{say(m)}</bdi>;
}

/** What nobody has translated: for who listens, and for the direction of the text. */
export function English({ children }: { children: ReactNode }) {
  return (
    <bdi lang="en" dir="ltr">
      {children}
    </bdi>
  );
}
