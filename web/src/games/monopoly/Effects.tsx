import { useLocale } from "../../i18n/Locale";
import { Money } from "./Money";
import { cashAfter, type Draft } from "./offer";
import styles from "./Panel.module.css";
import type { MonopolyView } from "./types";

interface EffectsProps {
  view: MonopolyView;
  options: Record<string, unknown>;
  me: number;
  draft: Draft;
}

/** What an offer leaves both with: cash, and interest on the mortgages that they get. */
export function Effects({ view, options, me, draft }: EffectsProps) {
  const { t } = useLocale();
  return (
    <ul className={styles.effects}>
      {cashAfter(view, options, me, draft).map(({ seat, interest, cash }) => (
        <li key={seat}>
          {t("monopoly_ui.trade.after", { seat })}{" "}
          <strong className={cash < 0 ? styles.bad : ""}>
            <Money value={cash} />
          </strong>
          {interest > 0 ? (
            <small className={styles.soft}> {t("monopoly_ui.trade.interest", { amount: interest })}</small>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
