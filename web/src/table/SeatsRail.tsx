/** Who sits where: name, who plays, who is to act, what the game shows of each, and what may be done about a seat. */
import type { FC, ReactNode } from "react";
import type { Over, Seat } from "../api/types";
import { useLocale } from "../i18n/Locale";
import {
  type Character,
  CharacterName,
  CharacterSentence,
  characterName,
  characterOf,
  Portrait,
  Stars,
  strengthOf,
} from "../ui/characters";
import { PlayerMark, seatStyle } from "../ui/PlayerMark";
import { partsOf } from "./naming";
import styles from "./SeatsRail.module.css";

interface SeatsRailProps {
  seats: readonly Seat[];
  /** In which they are shown. */
  order?: readonly number[] | undefined;
  me: number | null;
  toAct: number | null;
  thinking: number | null;
  over: Over | null;
  /** What the game shows of a seat. */
  Panel?: FC<{ seat: number }> | undefined;
  /** Buttons of a seat. */
  menu(seat: Seat): ReactNode;
}

export function SeatsRail({ seats, order, me, toAct, thinking, over, Panel, menu }: SeatsRailProps) {
  const { t } = useLocale();
  return (
    <section
      aria-labelledby="seats-title"
      className={styles.rail}
      data-row={order ? "" : undefined}
      data-part="seats"
      tabIndex={-1}
    >
      <h2 id="seats-title" className="visually-hidden">
        {t("ui.seats.title")}
      </h2>
      <ol>
        {(order?.flatMap((seat) => seats[seat] ?? []) ?? seats).map((seat) => (
          <li
            key={seat.seat}
            className={styles.seat}
            style={seatStyle(seat.seat)}
            data-act={seat.seat === toAct ? "" : undefined}
            aria-current={seat.seat === toAct ? "true" : undefined}
          >
            <header className={styles.head}>
              <PlayerMark seat={seat.seat} name={seat.name} />
              <Name seat={seat} players={seats.length} />
              {seat.seat === me ? <span className={styles.badge}>{t("ui.seats.you")}</span> : null}
              <Presence seat={seat} thinking={thinking === seat.seat} />
              {seat.seat === toAct ? <span className={styles.turn}>{t("ui.seats.to_act")}</span> : null}
              {(over?.utility[seat.seat] ?? 0) > 0 ? (
                <strong className={styles.outcome}>{t("ui.seats.winner")}</strong>
              ) : null}
              {menu(seat)}
            </header>
            {Panel ? <Panel seat={seat.seat} /> : null}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** A player's name; an opponent who is a character has a face and stars beside it, and tells more when pressed. */
function Name({ seat, players }: { seat: Seat; players: number }) {
  const character = characterIn(seat);
  if (!character) return <SeatName name={seat.name} />;
  const strength = strengthOf(character.game, character.spec, players);
  return (
    <>
      <span className={styles.face}>
        <Portrait name={character.name} />
      </span>
      <span className={styles.name}>
        <CharacterName character={character} players={players} name={seat.name} />
      </span>
      {strength ? (
        <span className={styles.strength}>
          <Stars strength={strength} />
        </span>
      ) : null}
    </>
  );
}

function characterIn(seat: Seat): Character | undefined {
  return seat.kind === "agent" && seat.agent !== null ? characterOf(seat.agent) : undefined;
}

/** A name; where it is cut, the number that tells it from others is not. */
function SeatName({ name }: { name: string }) {
  const [stem, number] = partsOf(name);
  return (
    <bdi className={styles.name} title={name}>
      <span>{stem}</span>
      {number ? <span>{number}</span> : null}
    </bdi>
  );
}

function Presence({ seat, thinking }: { seat: Seat; thinking: boolean }) {
  const { t } = useLocale();
  const character = thinking ? undefined : characterIn(seat);
  if (character) {
    return (
      <span className={styles.sentence}>
        <CharacterSentence name={character.name} />
      </span>
    );
  }
  if (seat.kind === "agent" || seat.taken_over) {
    // who plays for a person is named only where readers know the name: its spec is a word of the laboratory
    const agent = seat.taken_over ? seat.agent && characterName(seat.agent) : seat.agent;
    return (
      <span className={styles.soft} title={seat.agent ?? undefined}>
        {thinking ? t("ui.seats.thinking") : seat.taken_over ? t("ui.seats.taken_over") : t("ui.seats.agent")}
        {agent && !tells(seat.name, agent) ? (
          <>
            {" "}
            <bdi>{agent}</bdi>
          </>
        ) : null}
      </span>
    );
  }
  if (!seat.claimed) return <span className={styles.soft}>{t("ui.seats.unclaimed")}</span>;
  return seat.online ? null : <span className={styles.soft}>{t("ui.seats.away")}</span>;
}

/** Whether a name is the agent's or its character's own, with the number that tells it from another of that name. */
function tells(name: string, agent: string): boolean {
  const own = characterName(agent) ?? agent;
  return name === own || (name.startsWith(`${own} `) && /^\d+$/.test(name.slice(own.length + 1)));
}
