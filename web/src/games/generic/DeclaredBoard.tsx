/** A board that a package declares: some fields of the view as cells or rows of pieces, the others as for any game. */
import type { CSSProperties, ReactNode } from "react";
import type { Action, DeclaredBoard as Declaration, GridPart, Piece, PilesPart } from "../../api/types";
import { useLocale } from "../../i18n/Locale";
import { PlayerMark } from "../../ui/PlayerMark";
import type { BoardProps, GameUI } from "../registry";
import { Parts } from "./GenericBoard";
import styles from "./GenericBoard.module.css";
import { gridCells, refsFor } from "./read";

export function declaredUI(board: Declaration): GameUI {
  return { Board: (props) => <DeclaredBoard board={board} {...props} /> };
}

function DeclaredBoard({ board, ...props }: BoardProps & { board: Declaration }) {
  const named = new Set([...board.parts.map(({ field }) => field), ...(board.hidden ?? [])]);
  const others = Object.fromEntries(Object.entries(props.view).filter(([field]) => !named.has(field)));
  return (
    <div className={styles.board}>
      {board.parts.map((part) =>
        part.show === "grid" ? (
          <Grid key={part.field} part={part} props={props} />
        ) : (
          <Piles key={part.field} part={part} props={props} />
        ),
      )}
      <Parts {...props} view={others} />
    </div>
  );
}

function Grid({ part, props }: { part: GridPart; props: BoardProps }) {
  const { t, word } = useLocale();
  const title = word(props.table.game, "view", part.field);
  const cells = gridCells(props.view[part.field], part.columns ?? null);
  const names = part.names?.flat() ?? [];
  const columns = cells[0]?.length ?? 0;
  return (
    <section className={styles.part}>
      <h2>{title}</h2>
      <table className={styles.grid} style={{ "--columns": columns } as CSSProperties}>
        <caption className="visually-hidden">{title}</caption>
        <tbody>
          {cells.map((row, r) => (
            <tr key={r}>
              {row.map((text, c) => {
                const piece = part.pieces?.[text] ?? { text: /^[.\s]$/.test(text) ? "" : text, seat: null };
                const what = piece.text || t("ui.board.empty");
                const label = t("ui.board.cell", { row: r + 1, column: c + 1, what });
                const actions = about(part, names[r * columns + c], props);
                return (
                  <td key={c}>
                    <Place actions={actions} label={label} props={props}>
                      <Shown piece={piece} />
                    </Place>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Piles({ part, props }: { part: PilesPart; props: BoardProps }) {
  const { t, word } = useLocale();
  const found = props.view[part.field];
  const counts = Array.isArray(found) ? found.map(Number) : [];
  const most = Math.min(MOST, Math.max(1, ...counts));
  const piece = part.piece ?? "●";
  return (
    <section className={styles.part}>
      <h2>{word(props.table.game, "view", part.field)}</h2>
      <ul className={styles.piles} style={{ "--columns": most + 1 } as CSSProperties}>
        {counts.map((count, row) => {
          const name = part.names?.[row];
          const all = about(part, name, props);
          return (
            <li key={row}>
              <b>{name === undefined ? row + 1 : word(props.table.game, part.facet ?? "view", name)}</b>
              {Array.from({ length: Math.min(count, MOST) }, (_, place) => {
                const behind = count - place;
                const { count: facet } = part;
                const actions = facet ? all.filter(({ f }) => f[facet] === behind) : all;
                const label = t("ui.board.cell", { row: row + 1, column: place + 1, what: piece });
                return (
                  <Place key={place} actions={actions} label={label} props={props}>
                    <span aria-hidden="true">{piece}</span>
                  </Place>
                );
              })}
              {count === 0 ? <span>{t("ui.board.empty")}</span> : null}
              {count > MOST ? <span>{t("engine.list.comma")}…</span> : null}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Pieces of a row that are drawn. */
const MOST = 60;

/** The actions that the place of this name stands for. */
function about({ facet }: GridPart | PilesPart, name: string | undefined, { decision }: BoardProps): Action[] {
  if (!facet || name === undefined || !decision) return [];
  return decision.actions.filter(({ f }) => f[facet] === name);
}

interface PlaceProps {
  actions: Action[];
  label: string;
  props: BoardProps;
  children: ReactNode;
}

/** A place of the board, a button where something can be done there. */
function Place({ actions, label, props, children }: PlaceProps) {
  const { decision, onPick, targets } = props;
  const refs = decision && targets.size > 0 ? refsFor(actions, decision) : [];
  if (refs.length === 0)
    return (
      <span className={styles.cell}>
        <span className="visually-hidden">{label}</span>
        {children}
      </span>
    );
  return (
    <button type="button" className={styles.cell} data-target aria-label={label} onClick={() => refs.forEach(onPick)}>
      {children}
    </button>
  );
}

function Shown({ piece }: { piece: Piece }) {
  if (piece.seat === null || piece.seat === undefined) return <span aria-hidden="true">{piece.text}</span>;
  return <PlayerMark seat={piece.seat} name={piece.text} />;
}
