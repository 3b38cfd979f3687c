/** What can be changed about a square, in the middle of the board: its owner, what is built, who stands there. */
import { useLocale } from "../../../i18n/Locale";
import { CheckField, FaultsAt, SelectField } from "../../../position/Field";
import { Button } from "../../../ui/Button";
import { PlayerMark } from "../../../ui/PlayerMark";
import type { PositionProps } from "../../registry";
import centre from "../Centre.module.css";
import { groupSquares, titleDeed } from "../deeds";
import { groupStyle } from "../groups";
import { useNames } from "../names";
import { HOTEL, type MonopolyView } from "../types";
import {
  type boardOf,
  type Edit,
  isMortgaged,
  levelOf,
  type MonopolyFields,
  ownerOf,
  setJail,
  setLevel,
  setMortgaged,
  setOwner,
  setSquare,
  spread,
} from "./edit";
import styles from "./Position.module.css";

export interface Editor {
  fields: MonopolyFields;
  /** What the rules make of them, up to the next question; null while that is not known. */
  reached: MonopolyFields | null;
  seats: PositionProps["seats"];
  change(edit: Edit): void;
  /** Change that square: what can be changed has the focus then, wherever the board is. */
  pick(square: number): void;
}

const PANEL = "square-panel";

/** The position as Monopoly's own. */
export function useEditor({ fields, reached, seats, change, onPick }: PositionProps): Editor {
  return {
    fields: fields as MonopolyFields,
    reached: reached as MonopolyFields | null,
    seats,
    change: (edit) => change((before) => edit(before as MonopolyFields)),
    pick: (square) => {
      onPick(`square:${square}`);
      setTimeout(() => document.querySelector<HTMLElement>(`#${PANEL} select`)?.focus());
    },
  };
}

interface SquarePanelProps {
  editor: Editor;
  view: ReturnType<typeof boardOf>;
  square: number | null;
}

export function SquarePanel({ editor, view, square }: SquarePanelProps) {
  const { t, dir } = useLocale();
  const names = useNames();
  const about = square === null ? undefined : view.board[square];
  return (
    <div className={`${centre.centre} ${styles.centre}`} dir={dir}>
      {about ? (
        <section id={PANEL} className={styles.panel} aria-label={names.square(about.square)}>
          <h2 className={styles.name} style={about.group && groupStyle(about.group)} data-group={about.group}>
            {names.square(about.square)}
          </h2>
          {about.deed && about.group ? (
            <Deed {...{ editor, view }} deed={about.deed} square={about.square} group={about.group} />
          ) : null}
          <Standing editor={editor} square={about.square} />
        </section>
      ) : (
        <p className={styles.hint}>{t("monopoly_ui.position.press")}</p>
      )}
    </div>
  );
}

interface DeedProps extends Pick<SquarePanelProps, "editor" | "view"> {
  deed: string;
  square: number;
  group: NonNullable<MonopolyView["board"][number]["group"]>;
}

function Deed({ editor, view, deed, square, group }: DeedProps) {
  const { t } = useLocale();
  const names = useNames();
  const { fields, seats, change } = editor;
  const owner = ownerOf(fields, deed);
  const lots = groupSquares(view, group).flatMap((one) => view.board[one]?.deed ?? []);
  const isStreet = titleDeed(square)?.house !== null;
  const living = seats.filter(({ seat }) => !fields.players[seat]?.bankrupt);
  return (
    <>
      <div className={styles.pair}>
        <SelectField
          label={t("monopoly_ui.position.owner")}
          value={owner ?? ""}
          choices={[["", t("monopoly_ui.position.nobody")], ...living.map(({ seat, name }) => [seat, name] as const)]}
          onChange={(chosen) => change(setOwner(deed, chosen === "" ? null : Number(chosen)))}
        />
        {owner !== null && isStreet ? (
          <SelectField
            label={t("monopoly_ui.position.buildings")}
            value={levelOf(fields, deed)}
            choices={Array.from({ length: HOTEL + 1 }, (_, level) => [
              level,
              names.buildings(level) || t("monopoly_ui.position.bare"),
            ])}
            onChange={(level) => change(setLevel(deed, Number(level)))}
          />
        ) : null}
      </div>
      {owner === null ? null : (
        <>
          <FaultsAt at={["players", owner, "deeds"]} />
          <FaultsAt at={["players", owner, "buildings"]} />
          <FaultsAt at={["players", owner, "mortgaged"]} />
          <div className={styles.pair}>
            <CheckField
              label={t("monopoly_ui.position.mortgaged")}
              checked={isMortgaged(fields, deed)}
              onChange={(mortgaged) => change(setMortgaged(deed, mortgaged))}
            />
            <Button small onClick={() => change(spread(deed, lots))}>
              {t("monopoly_ui.position.spread")}
            </Button>
          </div>
        </>
      )}
    </>
  );
}

/** Who stands on a square: pressing puts a player there. */
function Standing({ editor: { fields, seats, change }, square }: { editor: Editor; square: number }) {
  const { t } = useLocale();
  const living = seats.filter(({ seat }) => !fields.players[seat]?.bankrupt);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset lays out its content in a way of its own
    <div className={styles.standing} role="group" aria-label={t("monopoly_ui.position.put")}>
      <span aria-hidden="true">{t("monopoly_ui.position.put")}</span>
      {living.map(({ seat, name }) => {
        const stands = (fields.players[seat]?.square ?? 0) === square;
        return (
          <button
            key={seat}
            type="button"
            className={styles.token}
            aria-label={name}
            aria-pressed={stands}
            onClick={() => change(square === 30 ? setJail(seat, 1) : setSquare(seat, square))}
          >
            <PlayerMark seat={seat} name={name} />
          </button>
        );
      })}
    </div>
  );
}
