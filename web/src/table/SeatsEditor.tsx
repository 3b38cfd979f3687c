/** Who is to play each seat: somebody at this screen, somebody by a link, or an agent. */
import { useId } from "react";
import type { AgentName, SeatWish } from "../api/types";
import { useLocale } from "../i18n/Locale";
import {
  agentOf,
  characterName,
  isHopeless,
  offeredCharacters,
  Pace,
  Stars,
  type Strength,
  strengthOf,
} from "../ui/characters";
import { Initials, initialsOf, PlayerMark } from "../ui/PlayerMark";
import { Said } from "../ui/Said";
import { NAME_LENGTH } from "./naming";
import styles from "./SeatsEditor.module.css";

export interface SeatDraft {
  /** A person at this screen, a person by a link, or an agent. */
  who: "here" | "link" | "agent";
  name: string;
  agent: string;
}

interface SeatsEditorProps {
  game: string;
  seats: SeatDraft[];
  agents: AgentName[];
  /** Who sits here must have a name; who comes by a link is asked for one there. */
  asksNames?: boolean;
  onChange(seats: SeatDraft[]): void;
}

export function SeatsEditor({ game, seats, agents, asksNames = false, onChange }: SeatsEditorProps) {
  const { t, number } = useLocale();
  const id = useId();
  const offered = offeredCharacters(game, seats.length, agents);
  const people = seats.some(({ who }) => who !== "agent");
  const others = agents.filter(({ name }) => !offered.some(({ spec }) => spec === name));
  const isShown = (name: string, chosen: string) => !people || !isHopeless(game, name) || name === chosen;
  // of the names that are typed here, not of those at the table that a copy comes from
  const initials = initialsOf(seats.map(({ who, name }) => (who === "agent" ? "" : name)));
  const set = (n: number, part: Partial<SeatDraft>) =>
    onChange(seats.map((seat, at) => (at === n ? { ...seat, ...part } : seat)));
  return (
    <ol className={styles.seats}>
      {seats.map((seat, n) => (
        <li key={n} className={styles.seat}>
          <Initials value={initials}>
            <PlayerMark seat={n} name={seat.who === "agent" ? undefined : seat.name} />
          </Initials>
          <label className="visually-hidden" htmlFor={`${id}-who-${n}`}>
            {t("ui.new.seat", { n: n + 1 })}
          </label>
          <select
            id={`${id}-who-${n}`}
            value={seat.who === "agent" ? `agent ${seat.agent}` : seat.who}
            onChange={({ target: { value } }) =>
              set(
                n,
                value.startsWith("agent ")
                  ? { who: "agent", agent: value.slice(6) }
                  : { who: value as "here" | "link" },
              )
            }
          >
            <option value="here">{t("ui.new.here")}</option>
            <option value="link">{t("ui.new.link")}</option>
            {offered.length > 0 ? (
              <optgroup label={t("ui.new.characters")}>
                {offered.map(({ name, spec }) => (
                  <option key={spec} value={`agent ${spec}`} lang="en">
                    {[name, "★".repeat(strengthOf(game, spec, seats.length)?.stars ?? 0)].join(" ").trim()}
                  </option>
                ))}
              </optgroup>
            ) : null}
            <optgroup label={t("ui.new.agents")}>
              {others.map(({ name }) =>
                isShown(name, seat.agent) ? (
                  <option key={name} value={`agent ${name}`}>
                    {name}
                  </option>
                ) : null,
              )}
            </optgroup>
          </select>
          {seat.who === "agent" ? (
            <div className={styles.help}>
              <Help
                agent={agents.find(({ name }) => name === seat.agent || name === agentOf(seat.agent))}
                character={characterName(seat.agent)}
                strength={strengthOf(game, seat.agent, seats.length)}
              />
            </div>
          ) : (
            <input
              type="text"
              dir={seat.name ? "auto" : undefined}
              value={seat.name}
              maxLength={NAME_LENGTH}
              required={asksNames && seat.who === "here"}
              placeholder={
                asksNames
                  ? t(seat.who === "here" ? "ui.naming.yours" : "ui.naming.later")
                  : t("ui.new.player", { n: number(n + 1) })
              }
              aria-label={t("ui.new.name", { n: n + 1 })}
              onChange={({ target: { value } }) => set(n, { name: value })}
            />
          )}
        </li>
      ))}
    </ol>
  );
}

interface HelpProps {
  agent: AgentName | undefined;
  character: string | undefined;
  strength: Strength | undefined;
}

/** What an agent does; of a character, what it is like, with its strength and the agent's name. */
function Help({ agent, character, strength }: HelpProps) {
  const { t, number } = useLocale();
  if (!agent) return null;
  if (!character) return <Said m={agent.help} />;
  return (
    <>
      {strength ? <Stars strength={strength} /> : null} {t(`ui.character.${character.toLowerCase()}`)}{" "}
      {strength ? <Pace strength={strength} /> : null}
      <details>
        <summary>{t("ui.new.details")}</summary>
        {strength ? (
          <p>{t("ui.character.rating", { elo: number(strength.elo), margin: number(strength.margin) })}</p>
        ) : null}
        <Said m={agent.help} /> <code dir="ltr">{agent.name}</code>
      </details>
    </>
  );
}

/** The drafts as the server wants them. */
export function wishesOf(seats: SeatDraft[], nameless: (seat: number) => string): SeatWish[] {
  return seats.map((seat, n) =>
    seat.who === "agent"
      ? {
          kind: "agent",
          agent: seat.agent,
          name: characterName(seat.agent) ?? null,
        }
      : { kind: "human", name: seat.name.trim() || bare(nameless(n)) },
  );
}

/** Without the isolates that texts of the page have around their parameters: they are no part of a name. */
export function bare(text: string): string {
  return text.replaceAll(/[\u2067-\u2069]/g, "");
}

/** The seats of people at this screen, and of those who get a link, out of the tokens of a new table. */
export function sortTokens(
  seats: SeatDraft[],
  tokens: Record<string, string>,
): { here: Record<string, string>; links: Record<string, string> } {
  const of = (who: SeatDraft["who"]) =>
    Object.fromEntries(Object.entries(tokens).filter(([seat]) => seats[Number(seat)]?.who === who));
  return { here: of("here"), links: of("link") };
}
