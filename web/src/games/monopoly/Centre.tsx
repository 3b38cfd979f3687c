import { useRef } from "react";
import type { Action, Line, Message, Seat } from "../../api/types";
import { useLocale } from "../../i18n/Locale";
import { Num } from "../../ui/Num";
import { PlayerMark } from "../../ui/PlayerMark";
import type { BoardProps } from "../registry";
import styles from "./Centre.module.css";
import { DeedCard } from "./DeedCard";
import { Dice } from "./Dice";
import { Glyph } from "./Glyph";
import { Money } from "./Money";
import type { Names } from "./names";
import type { Frame, MonopolyView } from "./types";
import { useRoom } from "./useRoom";

interface CentreProps extends BoardProps {
  shown: number;
  names: Names;
  /** The position after what is considered. */
  after: MonopolyView | null;
  /** What is asked and may need the room of the square that is looked at. */
  busy: Frame["kind"] | "end" | undefined;
  /** The log's line of the card that was drawn last, as long as nothing else has the stage. */
  drawn: Line | null;
  /** A square was chosen to be looked at. */
  looked: boolean;
  /** An action of the deed is looked at, or no more. */
  onConsider(action: Action | null): void;
}

/** How many of the last lines stand on the board itself, for the eye only: the log reads them aloud. */
const SAID = 3;

/** The middle of the board: the square that is looked at, the dice, what the bank has left. */
export function Centre({ shown, names, after, busy, drawn, looked, onConsider, ...props }: CentreProps) {
  const view: MonopolyView = props.view;
  const { t, dir } = useLocale();
  const stage = useRef<HTMLDivElement>(null);
  useRoom(stage, looked);
  const last = lastThrow(props.lines);
  const dice = view.dice ?? last?.dice;
  const { houses, hotels, pot } = view.bank;
  const outcome = after ? <Payments before={view} after={after} seats={props.seats} /> : <Said lines={props.lines} />;
  return (
    <div ref={stage} className={styles.centre} dir={dir} data-stage={props.question ? "" : undefined} data-busy={busy}>
      {busy === "trade" || busy === "debt" || busy === "end" ? null : drawn ? (
        <DrawnCard key={drawn.at} line={drawn} />
      ) : (
        <DeedCard {...props} square={shown} names={names} onConsider={onConsider} />
      )}
      {props.question ? null : outcome}
      <div className={styles.table} data-below>
        {dice ? <Dice key={`${last?.at} ${dice}`} low={dice[0]} high={dice[1]} /> : null}
        {props.question && busy !== "trade" ? outcome : null}
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
      {props.question}
    </div>
  );
}

/** The face of a Chance or Community Chest card. */
function DrawnCard({ line: { m } }: { line: Line }) {
  const { say, word } = useLocale();
  const deck = m.a?.deck === "chest" ? "chest" : "chance";
  return (
    <section className={styles.card} data-deck={deck} aria-label={word("monopoly", "deck", deck)}>
      <Glyph name={deck} className={styles.emblem} />
      <h2>{word("monopoly", "deck", deck)}</h2>
      <p>{say(m.a?.says as Message)}</p>
    </section>
  );
}

/** The card that was drawn since the last throw, turn or purchase. */
export function drawnCard(lines: readonly Line[]): Line | null {
  const last = lines.findLast(({ m, mark }) => mark != null || CARD_ENDS.test(m.k));
  return last?.m.k === "monopoly.event.draws" ? last : null;
}

const CARD_ENDS = /^monopoly\.event\.(draws|throws|buys|auction-opens|sold|unsold|traded|builds|mortgages|lifts)/;

/** The last lines of the log. */
function Said({ lines }: { lines: readonly Line[] }) {
  const { brief } = useLocale();
  return (
    <ol className={styles.said} aria-hidden="true">
      {lines
        .filter(({ m }) => m.k.startsWith("monopoly.event."))
        .slice(-SAID)
        .map((line, at) => (
          <li key={at}>{brief(line.m)}</li>
        ))}
    </ol>
  );
}

/** Whose cash would become what, by what is considered. */
function Payments({ before, after, seats }: { before: MonopolyView; after: MonopolyView; seats: Seat[] }) {
  const { t } = useLocale();
  const changed = before.players.filter(({ seat, cash }) => after.players[seat]?.cash !== cash);
  if (changed.length === 0) return null;
  return (
    <section className={styles.payments} aria-label={t("monopoly_ui.preview.title")}>
      <ul>
        {changed.map(({ seat, cash }) => (
          <li key={seat} dir="ltr">
            <PlayerMark seat={seat} name={seats[seat]?.name} /> <Money value={cash} /> →{" "}
            <Money value={after.players[seat]?.cash ?? 0} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The dice of the last throw that the log tells of: the view has them only while a move depends on them. */
export function lastThrow(lines: readonly Line[]): { at: number; dice: [number, number] } | null {
  const said = lines.findLast((line) => line.m.k.startsWith("monopoly.event.throws"));
  const { low, high } = said?.m.a ?? {};
  return said && typeof low === "number" && typeof high === "number" ? { at: said.at, dice: [low, high] } : null;
}
