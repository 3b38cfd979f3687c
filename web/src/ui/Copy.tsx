import { useEffect, useState } from "react";
import { useLocale } from "../i18n/Locale";
import { Button } from "./Button";

/** Copies a text, and says that it did. */
export function Copy({ text, label }: { text: string; label?: string | undefined }) {
  const { t } = useLocale();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <>
      <Button small onClick={() => copy(text).then(setCopied)}>
        {copied ? t("ui.copied") : (label ?? t("ui.copy"))}
      </Button>
      <span role="status" className="visually-hidden">
        {copied ? t("ui.copied") : ""}
      </span>
    </>
  );
}

/** Whether it went: a page that is not on this machine nor over HTTPS has no clipboard, but may select and copy. */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement("textarea");
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}
