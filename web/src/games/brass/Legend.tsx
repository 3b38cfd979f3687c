/** How lines, tiles and goods are drawn. */

import { INDUSTRIES } from "./facts";
import { Glyph, GoodIcon, Icon } from "./glyphs";
import styles from "./Legend.module.css";
import type { Era } from "./view";
import { useWords } from "./words";

const USES = ["both", "canal", "rail"] as const;
const GOODS = ["coal", "iron", "beer"] as const;

export function Legend({ era }: { era: Era }) {
  const { t, industry, locale } = useWords();
  return (
    <details className={styles.legend}>
      <summary>{t("legend.title")}</summary>
      <div>
        <p>{t("effects.hint")}</p>
        <ul>
          {USES.map((use) => (
            <li key={use}>
              <svg viewBox="0 0 48 12" aria-hidden="true" className={styles.line}>
                <path d="M2 6H46" data-use={use} />
              </svg>
              {t(`legend.${use}`)}
            </li>
          ))}
          <li data-long="">
            <svg viewBox="-16 -16 32 32" aria-hidden="true" className={styles.site}>
              <circle r="15" />
              <Glyph name={era} size={20} />
            </svg>
            {t(`legend.laid.${era}`)}
          </li>
          <li data-long="">
            <svg viewBox="-16 -16 32 32" aria-hidden="true" className={styles.site}>
              <circle r="15" />
              <text y="6" textAnchor="middle">
                {locale.number(3)}
              </text>
            </svg>
            {t("legend.score")}
          </li>
          {GOODS.map((good) => (
            <li key={good}>
              <GoodIcon name={good} />
              {t(`legend.${good}`)}
            </li>
          ))}
          {INDUSTRIES.map((one) => (
            <li key={one}>
              <Icon name={one} />
              {industry(one)}
            </li>
          ))}
          <li>
            <Icon name="points" />
            {t("legend.points")}
          </li>
          <li>
            <Icon name="link" />
            {t("legend.links")}
          </li>
        </ul>
      </div>
    </details>
  );
}
