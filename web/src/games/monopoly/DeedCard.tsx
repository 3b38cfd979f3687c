import type { CSSProperties, ReactNode } from "react";
import type { Action } from "../../api/types";
import { useLocale } from "../../i18n/Locale";
import { PlayerMark } from "../../ui/PlayerMark";
import type { BoardProps } from "../registry";
import styles from "./DeedCard.module.css";
import { groupSquares, LETTERS, type TitleDeed, titleDeed } from "./deeds";
import { Glyph, glyphOf } from "./Glyph";
import { groupStyle } from "./groups";
import { Money } from "./Money";
import type { Names } from "./names";
import { HOTEL, type MonopolyView, type Square } from "./types";

interface DeedCardProps extends BoardProps {
  square: number;
  names: Names;
  /** An action is looked at, or no more. */
  onConsider(action: Action | null): void;
}

/** What the bank does for a deed's owner: these actions are offered on the deed itself. */
const MANAGEMENT: ReadonlySet<string | number> = new Set([
  ...["build", "sell", "mortgage", "lift", "claim"],
  ...["build-group", "sell-group", "break-group"],
]);

/** The title deed of a square with its rents, its owner and what can be done with it; or what another square does. */
export function DeedCard({ square: number, names, onConsider, ...props }: DeedCardProps) {
  const view: MonopolyView = props.view;
  const { t, say } = useLocale();
  const square = view.board[number];
  if (!square) return null;
  const printed = titleDeed(number);
  const glyph = glyphOf(number);
  const { deed, group } = square;
  const mine = props.decision !== null && props.decision.seat === props.me;
  const actions = mine ? (props.decision?.actions ?? []).filter((action) => concerns(action, square)) : [];
  return (
    <section className={styles.card} style={group ? groupStyle(group) : undefined} aria-label={names.square(number)}>
      <header className={styles.title} data-deed={group ? true : undefined}>
        {glyph ? <Glyph name={glyph} className={styles.glyph} /> : null}
        {group ? <span className={styles.letter}>{LETTERS[group]}</span> : null}
        <h2>
          <bdi>{names.square(number)}</bdi>
        </h2>
      </header>
      {printed && deed ? (
        <>
          <Holder square={square} printed={printed} seats={props.seats} />
          <Rents view={view} square={square} printed={printed} />
          <div className={styles.actions}>
            {actions.map((action) => (
              <button
                key={action.name}
                type="button"
                onClick={() => props.act([action.name])}
                onPointerEnter={() => onConsider(action)}
                onPointerLeave={() => onConsider(null)}
                onFocus={() => onConsider(action)}
                onBlur={() => onConsider(null)}
              >
                {say(action.m)}
              </button>
            ))}
          </div>
          <p className={styles.costs}>
            {printed.house === null ? null : (
              <span>
                {t("monopoly_ui.deed.house")} <Money value={printed.house} />
              </span>
            )}
            <span>
              {t("monopoly_ui.deed.mortgage")} <Money value={printed.mortgage} />
            </span>
            {mine && props.onWhy ? (
              <button type="button" className={styles.why} onClick={() => props.onWhy?.(`property:${deed}`)}>
                {t("monopoly_ui.why")}
              </button>
            ) : null}
          </p>
        </>
      ) : (
        <p className={styles.about}>{t(`monopoly_ui.about.${glyph ?? "go"}`)}</p>
      )}
    </section>
  );
}

/** Whether what the bank does for an owner is done to this square. */
export function concerns({ f }: Action, square: Square): boolean {
  if (!MANAGEMENT.has(f.kind ?? "")) return false;
  return f.property === undefined ? f.group === square.group : f.property === square.deed;
}

function Holder({ square, printed, seats }: { square: Square; printed: TitleDeed; seats: BoardProps["seats"] }) {
  const { t, voice } = useLocale();
  const owner = square.owner ?? null;
  if (owner === null) {
    return (
      <p className={styles.holder}>
        {t("monopoly_ui.deed.free")} <Money value={printed.price} />
      </p>
    );
  }
  return (
    <p className={styles.holder}>
      <PlayerMark seat={owner} name={seats[owner]?.name} />
      <bdi>{owner === voice.you ? t("ui.seats.you") : seats[owner]?.name}</bdi>
      {square.mortgaged ? <span className={styles.mortgaged}>{t("monopoly_ui.mortgaged")}</span> : null}
    </p>
  );
}

/** The rents as they are printed; a mark at the row that the buildings, or the number owned, stand for. */
function Rents({ view, square, printed }: { view: MonopolyView; square: Square; printed: TitleDeed }) {
  const { t } = useLocale();
  const owner = square.owner ?? null;
  const group = groupSquares(view, square.group ?? "brown");
  const owned = group.filter((at) => view.board[at]?.owner === owner).length;
  const level = square.level ?? 0;
  const earns = owner !== null && !square.mortgaged;
  const doubled = earns && printed.groupRent !== null && level === 0 && owned === group.length;
  const now = !earns || doubled ? null : printed.house === null ? owned - 1 : level;
  const rows: { label: string; value: ReactNode; marked: boolean }[] = printed.times
    ? printed.times.map((times, at) => ({
        label: t("monopoly_ui.deed.owned", { count: at + 1 }),
        value: t("monopoly_ui.deed.times", { times }),
        marked: at === now,
      }))
    : printed.rents.map((rent, at) => ({
        label: printed.house === null ? t("monopoly_ui.deed.owned", { count: at + 1 }) : levelName(at, t),
        value: <Money value={rent} />,
        marked: at === now,
      }));
  if (printed.groupRent !== null) {
    const value = <Money value={printed.groupRent} />;
    rows.splice(1, 0, { label: t("monopoly_ui.deed.group"), value, marked: doubled });
  }
  return (
    <table className={styles.rents}>
      <caption className="visually-hidden">{t("monopoly_ui.deed.rents")}</caption>
      <tbody style={{ "--half": Math.ceil(rows.length / 2) } as CSSProperties}>
        {rows.map(({ label, value, marked }) => (
          <tr key={label} data-now={marked || undefined}>
            <th scope="row">{label}</th>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function levelName(level: number, t: (key: string, args?: Record<string, unknown>) => string): string {
  if (level === 0) return t("monopoly_ui.deed.bare");
  return level === HOTEL ? t("monopoly_ui.hotel") : t("monopoly_ui.houses", { count: level });
}
