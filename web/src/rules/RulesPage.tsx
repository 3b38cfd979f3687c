/** How to play a game: a guided first game, and its rules with a search. */
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useEffect, useState } from "react";
import { useSearch } from "wouter";
import { GuideStart } from "../guide/GuideStart";
import { useLocale } from "../i18n/Locale";
import { GameLinks } from "../pages/GameLinks";
import { NotFound } from "../pages/NotFound";
import pages from "../pages/pages.module.css";
import { ProblemText } from "../ui/ProblemText";
import { usePageTitle } from "../ui/usePageTitle";
import styles from "./Rules.module.css";
import { found, loadRules, type Rules } from "./texts";

export function RulesPage({ game }: { game: string }) {
  const { t, title, language, voice } = useLocale();
  usePageTitle(t("ui.rules.title", { game: title(game) }));
  const { data, error } = useQuery({
    queryKey: ["rules", game, language],
    queryFn: () => loadRules(game, language, voice.words[`${game}_rules`]),
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: "always",
  });
  if (data === null) return <NotFound />;
  return (
    <div className={pages.page}>
      <header className={styles.head}>
        <h1>{t("ui.rules.title", { game: title(game) })}</h1>
        <GameLinks label={t("ui.rules.games")} game={game} href={(name) => `/rules/${name}`} />
      </header>
      <GuideStart game={game} />
      <ProblemText error={error} />
      {data ? <Text key={game} rules={data} /> : null}
    </div>
  );
}

function Text({ rules }: { rules: Rules }) {
  const { t } = useLocale();
  const at = new URLSearchParams(useSearch()).get("at");
  const [words, setWords] = useState("");
  const [chapter, setChapter] = useState<string | null>(null);
  const wanted = useDeferredValue(words);
  useEffect(() => {
    if (!chapter || wanted) return;
    document.getElementById(`section-${chapter}`)?.scrollIntoView();
    setChapter(null);
  }, [chapter, wanted]);
  const matching = found(rules.sections, wanted);
  const isNothing = matching.length === 0;
  const shown = isNothing ? rules.sections : matching;
  const count = matching.reduce((sum, { paragraphs }) => sum + paragraphs.length, 0);
  useEffect(() => {
    if (at) document.getElementById(`rule-${at}`)?.scrollIntoView({ block: "center" });
  }, [at]);
  return (
    <>
      <search className={styles.search}>
        <label htmlFor="rules-search">{t("ui.rules.search")}</label>
        <input id="rules-search" type="search" value={words} onChange={(event) => setWords(event.target.value)} />
        <p role="status" className={pages.soft}>
          {wanted.trim() === "" ? "" : isNothing ? t("ui.rules.none") : t("ui.rules.found", { count })}
        </p>
      </search>
      <div className={styles.columns}>
        <nav aria-label={t("ui.rules.contents")} className={styles.contents}>
          <ul>
            {shown.map(({ name, title }) => (
              <li key={name}>
                <a
                  href={`#section-${name}`}
                  onClick={(event) => {
                    if (!isNothing) return;
                    event.preventDefault(); // its text comes with the search's end
                    setWords("");
                    setChapter(name);
                  }}
                >
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className={styles.text}>
          <p className={pages.soft}>{rules.about}</p>
          {(isNothing ? [] : shown).map(({ name, title, paragraphs }) => (
            <section key={name} id={`section-${name}`} aria-labelledby={`title-${name}`} className={styles.section}>
              <h2 id={`title-${name}`}>{title}</h2>
              {paragraphs.map((one) => (
                <p key={one.name} id={`rule-${one.name}`} aria-current={one.name === at || undefined}>
                  {one.text}
                </p>
              ))}
            </section>
          ))}
        </div>
      </div>
    </>
  );
}
