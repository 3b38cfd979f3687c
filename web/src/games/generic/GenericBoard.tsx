/** A table for any game: its view as counters, grids and tables, with whatever can be picked as a button. */
import type { CSSProperties } from "react";
import type { Ref } from "../../api/types";
import { useLocale } from "../../i18n/Locale";
import { Num } from "../../ui/Num";
import { PlayerMark } from "../../ui/PlayerMark";
import type { BoardProps } from "../registry";
import styles from "./GenericBoard.module.css";
import { actionsAt, isScalar, type Part, readView, refsFor, type Scalar } from "./read";

export function GenericBoard(props: BoardProps) {
  return (
    <div className={styles.board}>
      <Parts {...props} />
    </div>
  );
}

/** All parts of the view, one below the other. */
export function Parts(props: BoardProps) {
  const parts = readView(props.view, props.table.players);
  const values = parts.filter((part) => part.is === "value");
  const others = parts.filter((part) => part.is !== "value");
  return (
    <>
      {others.map((part) => (
        <PartShown key={part.name} part={part} props={props} />
      ))}
      {values.length > 0 ? (
        <dl className={styles.values}>
          {values.map((part) => (
            <PartShown key={part.name} part={part} props={props} />
          ))}
        </dl>
      ) : null}
    </>
  );
}

function PartShown({ part, props }: { part: Part; props: BoardProps }) {
  const { word } = useLocale();
  const title = word(props.table.game, "view", part.name);
  switch (part.is) {
    case "value":
      return (
        <div className={styles.value}>
          <dt>{title}</dt>
          <dd>
            <Cell name={part.name} value={part.value} props={props} />
          </dd>
        </div>
      );
    case "grid":
      return <Grid title={title} cells={part.cells} props={props} />;
    case "seats":
      return (
        <section className={styles.part}>
          <h2>{title}</h2>
          <ul className={styles.list}>
            {part.values.map((value, seat) => (
              <li key={seat}>
                <PlayerMark seat={seat} name={props.seats[seat]?.name} label={props.seats[seat]?.name ?? ""} />{" "}
                <Cell name={part.name} value={value} props={props} />
              </li>
            ))}
          </ul>
        </section>
      );
    case "list":
      return (
        <section className={styles.part}>
          <h2>{title}</h2>
          <ul className={styles.list}>
            {part.items.length === 0 ? <li>–</li> : null}
            {part.items.map((value, n) => (
              <li key={n}>
                <Cell name={part.name} value={value} props={props} />
              </li>
            ))}
          </ul>
        </section>
      );
    case "table":
      return <Rows title={title} columns={part.columns} rows={part.rows} props={props} />;
    case "group":
      return (
        <section className={styles.part}>
          <h2>{title}</h2>
          <dl className={styles.values}>
            {part.parts.map((inner) => (
              <PartShown key={inner.name} part={inner} props={props} />
            ))}
          </dl>
        </section>
      );
  }
}

function Grid({ title, cells, props }: { title: string; cells: string[][]; props: BoardProps }) {
  const { t } = useLocale();
  const { decision, onPick } = props;
  return (
    <section className={styles.part}>
      <h2>{title}</h2>
      <table className={styles.grid} style={{ "--columns": cells[0]?.length } as CSSProperties}>
        <caption className="visually-hidden">{title}</caption>
        <tbody>
          {cells.map((row, r) => (
            <tr key={r}>
              {row.map((text, c) => {
                const actions = actionsAt(decision, r, c);
                const shown = /^[.\s]$/.test(text) ? "" : text;
                const name = t("ui.board.cell", { row: r + 1, column: c + 1, what: shown || t("ui.board.empty") });
                return (
                  <td key={c}>
                    {actions.length > 0 && decision ? (
                      <button
                        type="button"
                        className={styles.cell}
                        data-target
                        aria-label={name}
                        onClick={() => {
                          for (const ref of refsFor(actions, decision)) onPick(ref);
                        }}
                      >
                        {shown}
                      </button>
                    ) : (
                      <span className={styles.cell}>
                        <span className="visually-hidden">{name}</span>
                        <span aria-hidden="true">{shown}</span>
                      </span>
                    )}
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

interface RowsProps {
  title: string;
  columns: string[];
  rows: Record<string, unknown>[];
  props: BoardProps;
}

function Rows({ title, columns, rows, props }: RowsProps) {
  const { word } = useLocale();
  return (
    <section className={styles.part}>
      <h2>{title}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard */}
      <section className={styles.scroll} tabIndex={0} aria-label={title}>
        <table className={styles.rows}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {word(props.table.game, "view", column)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, n) => (
              <tr key={n} data-me={row.seat === props.me && props.me !== null ? "" : undefined}>
                {columns.map((column) => (
                  <td key={column}>
                    <Cell name={column} value={row[column]} props={props} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}

/** A value of any kind; a button where it names something that can be picked. */
function Cell({ name, value, props }: { name: string; value: unknown; props: BoardProps }) {
  const { t } = useLocale();
  if (isScalar(value)) {
    const ref = refOf(name, value, props);
    if (ref === null) return <Shown name={name} value={value} props={props} />;
    return (
      <button
        type="button"
        className={styles.pick}
        data-target
        aria-pressed={props.picked.has(ref)}
        onClick={() => props.onPick(ref)}
      >
        <Shown name={name} value={value} props={props} />
      </button>
    );
  }
  if (value === undefined) return null;
  if (Array.isArray(value)) {
    if (value.length === 0) return "–";
    return value.map((one, n) => (
      <span key={n}>
        {n > 0 ? t("engine.list.comma") : ""}
        <Cell name={name} value={one} props={props} />
      </span>
    ));
  }
  return <Inner record={value as Record<string, unknown>} props={props} />;
}

function Inner({ record, props }: { record: Record<string, unknown>; props: BoardProps }) {
  const { word } = useLocale();
  return Object.entries(record).map(([key, one], n) => (
    <span key={key}>
      {n > 0 ? "; " : ""}
      {word(props.table.game, "view", key)}: <Cell name={key} value={one} props={props} />
    </span>
  ));
}

function Shown({ name, value, props }: { name: string; value: Scalar; props: BoardProps }) {
  const { t, word } = useLocale();
  if (value === null) return "–";
  if (typeof value === "boolean") return t(value ? "ui.yes" : "ui.no");
  if (typeof value === "number" && SEATS.has(name)) {
    const player = props.seats[value]?.name;
    if (player !== undefined) {
      return (
        <>
          <PlayerMark seat={value} name={player} /> <bdi>{player}</bdi>
        </>
      );
    }
  }
  if (typeof value === "number") return <Num value={value} digits={Number.isInteger(value) ? 0 : 2} />;
  return <bdi>{word(props.table.game, name, value)}</bdi>;
}

/** Names of fields that hold a seat's number. */
const SEATS: ReadonlySet<string> = new Set(["seat", "owner", "to_move", "turn", "winner", "you", "player", "bidder"]);

/** The ref that a value stands for: by its field's name, or as the id or name of something that can be picked. */
function refOf(name: string, value: Scalar, { targets }: BoardProps): Ref | null {
  if (value === null || typeof value === "boolean") return null;
  const own = `${name}:${value}`;
  if (targets.has(own)) return own;
  if (typeof value !== "string") return null;
  for (const target of targets) if (target.slice(target.indexOf(":") + 1) === value) return target;
  return null;
}
