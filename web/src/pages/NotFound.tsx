import { Link } from "wouter";
import { useLocale } from "../i18n/Locale";

export function NotFound() {
  const { t } = useLocale();
  return (
    <>
      <h1>{t("ui.notfound.title")}</h1>
      <p>
        <Link href="/">{t("ui.nav.lobby")}</Link>
      </p>
    </>
  );
}
