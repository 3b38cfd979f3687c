/** The form for a position of Brass: the round, the markets, and what each player has. */
import { FaultsAt, NumberField, SelectField } from "../../../position/Field";
import generic from "../../../position/Position.module.css";
import { Button } from "../../../ui/Button";
import { Num } from "../../../ui/Num";
import { PlayerMark } from "../../../ui/PlayerMark";
import type { PositionProps } from "../../registry";
import { INDUSTRIES } from "../facts";
import type { BrassView } from "../view";
import { useWords } from "../words";
import {
  addCard,
  type BrassFields,
  dropCard,
  type Edit,
  moveUp,
  setAmount,
  setEra,
  setFree,
  setMarket,
  setNumber,
  setTaken,
  setTurn,
} from "./edit";
import styles from "./Position.module.css";

/** The places whose faults stand beside one of these fields; those of the map have a list of their own. */
export const told =
  /^(players\.\d+\.(money|spent|income|points|hand|taken|links)|era|round|order|turn|actions|phase|doing|markets|deck|tiles|links|merchants|barrels)(\.|$)/;

interface PartProps {
  fields: BrassFields;
  seats: PositionProps["seats"];
  view: BrassView;
  change(edit: Edit): void;
}

export function PositionForm({ fields: given, seats, view, change }: PositionProps) {
  const { t } = useWords();
  const fields = given as BrassFields;
  const part: PartProps = { fields, seats, view, change: (edit) => change((before) => edit(before as BrassFields)) };
  return (
    <>
      <p className={generic.soft}>{t("position.press")}</p>
      {["tiles", "links", "merchants", "barrels"].map((name) => (
        <FaultsAt key={name} at={[name]} />
      ))}
      <Round {...part} />
      <div className={generic.players}>
        {seats.map(({ seat }) => (
          <Player key={seat} {...part} seat={seat} />
        ))}
      </div>
    </>
  );
}

function Round({ fields, seats, view, change }: PartProps) {
  const { t } = useWords();
  const { era, round, order, turn, actions, phase, markets, doing } = fields;
  return (
    <fieldset className={generic.player}>
      <legend>{t("position.round_title")}</legend>
      <div className={generic.fields}>
        <SelectField
          label={t("position.era")}
          at={["era"]}
          value={era}
          choices={[
            ["canal", t("position.era_canal")],
            ["rail", t("position.era_rail")],
          ]}
          onChange={(chosen) => change(setEra(chosen === "rail" ? "rail" : "canal"))}
        />
        <NumberField
          label={t("position.round")}
          at={["round"]}
          value={round}
          onChange={(value) => change(setNumber("round", value))}
        />
        <SelectField
          label={t("position.turn")}
          at={["turn"]}
          value={order[turn] ?? ""}
          choices={seats.map(({ seat, name }) => [seat, name])}
          onChange={(seat) => change(setTurn(Number(seat)))}
        />
        <NumberField
          label={t("position.actions")}
          at={["actions"]}
          value={actions}
          onChange={(value) => change(setNumber("actions", value))}
        />
        {(["coal", "iron"] as const).map((good) => (
          <NumberField
            key={good}
            label={t(`market.${good}`)}
            at={["markets", good]}
            value={markets[good]}
            onChange={(cubes) => change(setMarket(good, cubes))}
          />
        ))}
      </div>
      <FaultsAt at={["phase"]} />
      <FaultsAt at={["doing"]} />
      {phase === "action" && doing === undefined ? null : (
        <div className={generic.row}>
          <span>{t("position.half_done")}</span>
          <Button small onClick={() => change(setFree)}>
            {t("position.free")}
          </Button>
        </div>
      )}
      <h3 className={styles.small}>{t("position.order")}</h3>
      <ol className={styles.order}>
        {order.map((seat, n) => (
          <li key={seat}>
            <PlayerMark seat={seat} name={seats[seat]?.name} /> <bdi>{seats[seat]?.name}</bdi>
            {n > 0 ? (
              <Button
                small
                aria-label={t("position.earlier", { name: seats[seat]?.name ?? "" })}
                onClick={() => change(moveUp(seat))}
              >
                <span aria-hidden="true">↑</span>
              </Button>
            ) : null}
          </li>
        ))}
      </ol>
      <FaultsAt at={["order"]} />
      <p className={generic.soft}>
        {t("position.deck")}: <Num value={Object.values(fields.deck).reduce((sum, count) => sum + count, 0)} />
        {" · "}
        {t("position.discards")}: <Num value={Object.values(view.discards).reduce((sum, count) => sum + count, 0)} />
      </p>
      <FaultsAt at={["deck"]} />
    </fieldset>
  );
}

const AMOUNTS = ["money", "spent", "income", "points"] as const;

function Player({ fields, seats, change, seat }: PartProps & { seat: number }) {
  const words = useWords();
  const { t } = words;
  const player = fields.players[seat] ?? {};
  const name = seats[seat]?.name ?? "";
  const cards = words.locale.vocabulary("brass", "card");
  return (
    <fieldset className={generic.player}>
      <legend>
        <PlayerMark seat={seat} name={name} /> <bdi>{name}</bdi>
      </legend>
      <div className={generic.fields}>
        {AMOUNTS.map((one) => (
          <NumberField
            key={one}
            label={t(`position.${one}`)}
            at={["players", seat, one]}
            value={player[one]}
            onChange={(value) => change(setAmount(seat, one, value))}
          />
        ))}
      </div>
      <h3 className={styles.small} id={`hand-${seat}`}>
        {t("position.hand")}
      </h3>
      <ul className={styles.cards} aria-labelledby={`hand-${seat}`}>
        {(player.hand ?? []).map((card, n) => (
          <li key={`${card} ${n}`}>
            <button type="button" className={styles.card} onClick={() => change(dropCard(seat, n))}>
              {words.card(card)}
            </button>
          </li>
        ))}
      </ul>
      <SelectField
        label={t("position.add")}
        at={["players", seat, "hand"]}
        value=""
        choices={[["", t("position.choose")], ...cards.map((card) => [card, words.card(card)] as const)]}
        onChange={(card) => change(addCard(seat, card))}
      />
      <FaultsAt at={["players", seat, "links"]} />
      <details>
        <summary>{t("position.mat")}</summary>
        <p className={generic.soft}>{t("position.mat_about")}</p>
        <div className={generic.fields}>
          {INDUSTRIES.map((industry) => (
            <NumberField
              key={industry}
              label={words.industry(industry)}
              at={["players", seat, "taken", industry]}
              value={player.taken?.[industry]}
              onChange={(count) => change(setTaken(seat, industry, count))}
            />
          ))}
        </div>
      </details>
    </fieldset>
  );
}
