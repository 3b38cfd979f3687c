/** The form for a position of Monopoly: what each player has, and where the turn is. */
import { useLocale } from "../../../i18n/Locale";
import { CheckField, FaultsAt, NumberField, SelectField } from "../../../position/Field";
import { without } from "../../../position/fields";
import generic from "../../../position/Position.module.css";
import { Num } from "../../../ui/Num";
import { PlayerMark } from "../../../ui/PlayerMark";
import type { PositionProps } from "../../registry";
import { groupStyle } from "../groups";
import { useNames } from "../names";
import type { Deck, MonopolyView } from "../types";
import { boardOf, PHASES, setCash, setJail, setJailCard, setNumber, setOut, setPhase, setSquare } from "./edit";
import { Interrupt } from "./Interrupt";
import styles from "./Position.module.css";
import { type Editor, useEditor } from "./SquarePanel";

/** The places whose faults stand beside one of these fields. */
export const told =
  /^(players\.\d+\.(cash|square|jail|jail_cards|deeds|mortgaged|buildings|bankrupt)|turn|phase|round|doubles|pot|dice|bank|frames)(\.|$)/;

export function PositionForm(props: PositionProps) {
  const editor = useEditor(props);
  const view = boardOf(props.view, editor.fields);
  return (
    <>
      <Turn editor={editor} view={props.view} />
      <div className={generic.players}>
        {props.seats.map(({ seat }) => (
          <Player key={seat} editor={editor} seat={seat} view={view} />
        ))}
      </div>
    </>
  );
}

function Player({ editor, seat, view }: { editor: Editor; seat: number; view: MonopolyView }) {
  const { t, word } = useLocale();
  const names = useNames();
  const { fields, seats, change, pick } = editor;
  const player = fields.players[seat] ?? {};
  const { jail = 0, jail_cards: cards = [], bankrupt = false } = player;
  const at = (name: string) => ["players", seat, name];
  const name = seats[seat]?.name ?? "";
  const squares = view.board.map(({ square }) => [square, names.square(square)] as const);
  const deeds = view.board.filter(({ owner, deed }) => deed !== undefined && owner === seat);
  return (
    <fieldset className={generic.player}>
      <legend>
        <PlayerMark seat={seat} name={name} /> <bdi>{name}</bdi>
      </legend>
      <CheckField
        label={t("monopoly_ui.position.out")}
        checked={bankrupt}
        onChange={(out) => change(setOut(seat, out))}
      />
      <FaultsAt at={at("bankrupt")} />
      {bankrupt ? null : (
        <>
          <div className={generic.fields}>
            <NumberField
              label={t("monopoly_ui.position.cash")}
              at={at("cash")}
              value={player.cash}
              onChange={(cash) => change(setCash(seat, cash))}
            />
            <SelectField
              label={t("monopoly_ui.position.square")}
              wide
              at={at("square")}
              value={player.square ?? 0}
              choices={squares}
              onChange={(square) => change(setSquare(seat, Number(square)))}
            />
            <SelectField
              label={t("monopoly_ui.position.jail")}
              wide
              at={at("jail")}
              value={jail}
              choices={[0, 1, 2, 3].map((turn) => [turn, t(`monopoly_ui.position.jail_${turn}`)])}
              onChange={(turn) => change(setJail(seat, Number(turn)))}
            />
          </div>
          <div className={generic.row}>
            <span>{t("monopoly_ui.position.jail_cards")}</span>
            {(["chance", "chest"] as Deck[]).map((deck) => (
              <CheckField
                key={deck}
                label={word("monopoly", "deck", deck)}
                checked={cards.includes(deck)}
                onChange={(has) => change(setJailCard(seat, deck, has))}
              />
            ))}
          </div>
          <FaultsAt at={at("jail_cards")} />
          <ul className={styles.deeds} aria-label={t("monopoly_ui.position.deeds")}>
            {deeds.map(({ square, group, level = 0, mortgaged }) => (
              <li key={square}>
                <button
                  type="button"
                  className={styles.deed}
                  style={group && groupStyle(group)}
                  onClick={() => pick(square)}
                >
                  {names.square(square)}
                  {level > 0 ? ` · ${names.buildings(level)}` : ""}
                  {mortgaged ? ` · ${t("monopoly_ui.mortgaged")}` : ""}
                </button>
              </li>
            ))}
            {deeds.length === 0 ? <li className={generic.soft}>{t("monopoly_ui.position.no_deeds")}</li> : null}
          </ul>
          {["deeds", "buildings", "mortgaged"].map((field) => (
            <FaultsAt key={field} at={at(field)} />
          ))}
        </>
      )}
    </fieldset>
  );
}

/** Whose turn it is and what is done in it, and what the bank has left by that. */
function Turn({ editor, view }: { editor: Editor; view: MonopolyView }) {
  const { t } = useLocale();
  const { fields, seats, change } = editor;
  const { phase, frames = [], dice } = fields;
  const phases = [...PHASES.filter((one) => one !== phase), phase];
  const known = (one: string) => PHASES.some((other) => other === one);
  const named = (one: string) => (known(one) || one === "throw" ? one : frames.length > 0 ? "interrupted" : "other");
  const { houses, hotels } = view.bank;
  const throws = ["land", "claiming", "rent-throw"].includes(phase);
  return (
    <fieldset className={generic.player}>
      <legend>{t("monopoly_ui.position.turn_of")}</legend>
      <div className={generic.fields}>
        <SelectField
          label={t("monopoly_ui.position.whose")}
          wide
          at={["turn"]}
          value={fields.turn}
          choices={seats.map(({ seat, name }) => [seat, name])}
          onChange={(seat) => change((before) => ({ ...before, turn: Number(seat) }))}
        />
        <SelectField
          label={t("monopoly_ui.position.phase")}
          wide
          at={["phase"]}
          value={phase}
          choices={[...PHASES, ...phases.filter((one) => !known(one))].map((one) => [
            one,
            t(`monopoly_ui.position.phase_${named(one)}`),
          ])}
          onChange={(chosen) => change(setPhase(chosen))}
        />
        <NumberField
          label={t("monopoly_ui.position.round")}
          at={["round"]}
          value={fields.round}
          onChange={(round) => change(setNumber("round", round))}
        />
        <NumberField
          label={t("monopoly_ui.position.pot")}
          at={["pot"]}
          value={fields.pot ?? 0}
          onChange={(pot) => change(setNumber("pot", pot))}
        />
        <SelectField
          label={t("monopoly_ui.position.doubles")}
          at={["doubles"]}
          value={fields.doubles ?? 0}
          choices={[0, 1, 2].map((count) => [count, String(count)])}
          onChange={(count) => change(setNumber("doubles", Number(count)))}
        />
        {throws ? <Dice editor={editor} dice={dice} /> : null}
        <Interrupt editor={editor} view={view} />
      </div>
      {houses === null || hotels === null ? null : (
        <p className={generic.soft}>
          {t("monopoly_ui.bank.houses")}: <Num value={houses} /> · {t("monopoly_ui.bank.hotels")}:{" "}
          <Num value={hotels} />
        </p>
      )}
      <FaultsAt at={["bank"]} />
    </fieldset>
  );
}

/** The throw that has led there, on which the rent of a utility depends. */
function Dice({ editor: { change }, dice }: { editor: Editor; dice: [number, number] | undefined }) {
  const { t, number } = useLocale();
  const sums = Array.from({ length: 11 }, (_, n) => n + 2);
  return (
    <SelectField
      label={t("monopoly_ui.position.thrown")}
      at={["dice"]}
      value={dice ? dice[0] + dice[1] : ""}
      choices={[["", "–"], ...sums.map((sum) => [sum, number(sum)] as const)]}
      onChange={(sum) => {
        const low = Math.floor(Number(sum) / 2);
        change((before) => (sum === "" ? without(before, "dice") : { ...before, dice: [low, Number(sum) - low] }));
      }}
    />
  );
}
