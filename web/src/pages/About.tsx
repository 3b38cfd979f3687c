import { useQuery } from "@tanstack/react-query";
import { api } from "../api/client";
import { useLocale } from "../i18n/Locale";
import { usePageTitle } from "../ui/usePageTitle";
import styles from "./pages.module.css";

/** Which version this is, what it keeps, and whose work is in it. */
export function About() {
  const { t } = useLocale();
  usePageTitle(t("ui.nav.about"));
  const { data } = useQuery({ queryKey: ["health"], queryFn: api.health });
  return (
    <div className={styles.page}>
      <h1>{t("ui.nav.about")}</h1>
      <section className={styles.card}>
        <p>{t("ui.about.what")}</p>
        {data ? (
          <p>
            {t("ui.about.version")} <bdi dir="ltr">{data.version}</bdi>
            {data.owner ? ` · ${t("ui.about.owner")}` : ""}
          </p>
        ) : null}
      </section>
      <section className={styles.card} aria-labelledby="about-keeps">
        <h2 id="about-keeps">{t("ui.about.keeps")}</h2>
        <p>{t("ui.about.keeps_help")}</p>
      </section>
      <section className={styles.card} aria-labelledby="about-licences">
        <h2 id="about-licences">{t("ui.about.licences")}</h2>
        <p>{t("ui.about.drawn")}</p>
        <p>
          <a href="/assets/licences.md">{t("ui.about.software")}</a> ·{" "}
          <a href="/vazirmatn-licence.txt">{t("ui.about.font")}</a>
        </p>
      </section>
    </div>
  );
}
