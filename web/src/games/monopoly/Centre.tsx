import type { Line } from "../../api/types";
import { useLocale } from "../../i18n/Locale";
import { Num } from "../../ui/Num";
import type { BoardProps } from "../registry";
import styles from "./Centre.module.css";
import { DeedCard } from "./DeedCard";
import { Dice } from "./Dice";
import { Glyph } from "./Glyph";
import { Money } from "./Money";
import type { Names } from "./names";
import type { MonopolyView } from "./types";

interface CentreProps extends BoardProps {
  shown: number;
  names: Names;
}

/** How many of the last lines stand on the board itself, for the eye only: the log reads them aloud. */
const SAID = 3;

/** The middle of the board: the square that is looked at, the dice, what the bank has left. */
export function Centre({ shown, names, ...props }: CentreProps) {
  const view: MonopolyView = props.view;
  const { t, say, dir } = useLocale();
  const dice = view.dice ?? lastThrow(props.lines);
  const { houses, hotels, pot } = view.bank;
  return (
    <div className={styles.centre} dir={dir}>
      <DeedCard {...props} square={shown} names={names} />
      <ol className={styles.said} aria-hidden="true">
        {props.lines
          .filter(({ m }) => m.k.startsWith("monopoly.event."))
          .slice(-SAID)
          .map((line, at) => (
            <li key={at}>{say(line.m)}</li>
          ))}
      </ol>
      <div className={styles.table}>
        {dice ? <Dice low={dice[0]} high={dice[1]} /> : null}
        <dl className={styles.bank}>
          {houses === null ? null : (
            <div>
              <dt>
                <Glyph name="house" className={styles.houses} />
                <span className="visually-hidden">{t("monopoly_ui.bank.houses")}</span>
              </dt>
              <dd>
                <Num value={houses} />
              </dd>
            </div>
          )}
          {hotels === null ? null : (
            <div>
              <dt>
                <Glyph name="hotel" className={styles.hotels} />
                <span className="visually-hidden">{t("monopoly_ui.bank.hotels")}</span>
              </dt>
              <dd>
                <Num value={hotels} />
              </dd>
            </div>
          )}
          {pot > 0 ? (
            <div>
              <dt>{t("monopoly_ui.bank.pot")}</dt>
              <dd>
                <Money value={pot} />
              </dd>
            </div>
          ) : null}
        </dl>
      </div>
    </div>
  );
}

/** The dice of the last throw that the log tells of: the view has them only while a move depends on them. */
export function lastThrow(lines: readonly Line[]): [number, number] | null {
  const said = lines.findLast((line) => line.m.k.startsWith("monopoly.event.throws"));
  const { low, high } = said?.m.a ?? {};
  return typeof low === "number" && typeof high === "number" ? [low, high] : null;
}
