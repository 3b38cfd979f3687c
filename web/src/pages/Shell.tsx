/** What every page has: the way around, and where the focus goes when the page changes. */
import { type ReactNode, useEffect, useRef } from "react";
import { Link, useLocation } from "wouter";
import { useLocale } from "../i18n/Locale";
import { LANGUAGE_NAMES, LANGUAGES, type Language } from "../i18n/messages";
import { change, settings } from "../ui/settings";
import styles from "./Shell.module.css";

const PLACES = [
  ["/", "lobby"],
  ["/games", "archive"],
  ["/agents", "agents"],
  ["/tournaments", "tournaments"],
  ["/settings", "settings"],
  ["/about", "about"],
] as const;

export function Shell({ children }: { children: ReactNode }) {
  const { t } = useLocale();
  const [path] = useLocation();
  const table = /^\/(g|position)\/|^\/puzzles$/.test(path);
  const main = useRef<HTMLElement>(null);
  const first = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new page begins at its top
  useEffect(() => {
    if (!first.current) {
      main.current?.focus({ preventScroll: true });
      window.scrollTo(0, 0);
    }
    first.current = false;
  }, [path]);
  return (
    <>
      <a href="#main" className={styles.skip}>
        {t("ui.nav.skip")}
      </a>
      <header className={styles.header} data-table={table || undefined}>
        <Link href="/" className={styles.brand} aria-label={t("ui.nav.home")}>
          <svg viewBox="0 0 32 32" aria-hidden="true">
            <rect width="32" height="32" rx="7" />
            <path d="M7 24V10l9 8 9-8v14" />
          </svg>
          <span>magnate</span>
        </Link>
        <nav aria-label={t("ui.nav.title")} className={styles.nav}>
          <ul>
            {PLACES.map(([href, key]) => (
              <li key={href} data-place={key}>
                <Link href={href} aria-current={isWithin(path, href) ? "page" : undefined}>
                  {t(`ui.nav.${key}`)}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        {table ? <SoundSwitch /> : null}
        <LanguageChoice />
      </header>
      <main id="main" ref={main} tabIndex={-1} className={styles.main} data-table={table || undefined}>
        {children}
      </main>
    </>
  );
}

function isWithin(path: string, place: string): boolean {
  return place === "/" ? path === "/" || path === "/new" : path.startsWith(place);
}

function LanguageChoice() {
  const { t } = useLocale();
  const { language } = settings.use();
  return (
    <label className={styles.language}>
      <span className="visually-hidden">{t("ui.settings.language")}</span>
      <select value={language} onChange={(event) => change({ language: event.target.value as Language })}>
        {LANGUAGES.map((one) => (
          <option key={one} value={one} lang={one}>
            {LANGUAGE_NAMES[one]}
          </option>
        ))}
      </select>
    </label>
  );
}

function SoundSwitch() {
  const { t } = useLocale();
  const { sound } = settings.use();
  return (
    <button
      type="button"
      className={styles.sound}
      aria-pressed={sound}
      title={t(sound ? "ui.sound.on" : "ui.sound.off")}
      aria-label={t("ui.settings.sound")}
      onClick={() => change({ sound: !sound })}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M3 9v6h4l5 4V5L7 9z" fill="currentColor" />
        <path d={sound ? "M15 8.5a5 5 0 0 1 0 7M17.5 5.5a9 9 0 0 1 0 13" : "M15.5 9l6 6m0-6l-6 6"} />
      </svg>
    </button>
  );
}
