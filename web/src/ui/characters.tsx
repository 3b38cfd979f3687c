/** Opponents as characters: a name, a face of our own, a sentence, and the agent that plays them. */
import { type ReactNode, useId } from "react";
import { useLocale } from "../i18n/Locale";
import characters from "./characters.json";
import styles from "./characters.module.css";
import ratings from "./ratings.json";

export interface Character {
  name: string;
  game: string;
  spec: string;
  /** The numbers of players that the agent is made for; any number where this is left out. */
  players?: readonly number[];
}

interface Face {
  hair: keyof typeof HAIR;
  hairColour: string;
  skin: string;
  coat: string;
  glasses?: boolean;
}

const FACES: Readonly<Record<string, Face>> = {
  Hugo: { hair: "short", hairColour: "#3b2a1e", skin: "#e6b48f", coat: "#8c2f39" },
  Cora: { hair: "bun", hairColour: "#7a4a2b", skin: "#f0c9a6", coat: "#2f6690" },
  Rex: { hair: "hat", hairColour: "#22262b", skin: "#c98f68", coat: "#3f4a3c" },
  Tessa: { hair: "long", hairColour: "#b5542a", skin: "#f3d0b2", coat: "#5b4b8a" },
  Olga: { hair: "bun", hairColour: "#9b9b96", skin: "#efc7a8", coat: "#0f6b5c", glasses: true },
  Magnus: { hair: "bald", hairColour: "#6b5a49", skin: "#d9a37c", coat: "#1d2f4f", glasses: true },
  Piet: { hair: "short", hairColour: "#c79a4b", skin: "#f0c9a6", coat: "#a5582a" },
  Cole: { hair: "hat", hairColour: "#2d2d31", skin: "#8d5a3b", coat: "#4d4f56" },
  Bea: { hair: "long", hairColour: "#4a2c17", skin: "#c98f68", coat: "#2b6c7a" },
  Ivo: { hair: "short", hairColour: "#22262b", skin: "#d9a37c", coat: "#3a6b3f" },
  Gwen: { hair: "long", hairColour: "#9a5b2c", skin: "#f3d0b2", coat: "#7a3b52", glasses: true },
  Nell: { hair: "bun", hairColour: "#c79a4b", skin: "#f0c9a6", coat: "#2f6690" },
  Ada: { hair: "bun", hairColour: "#2a1d16", skin: "#e6b48f", coat: "#6a2f4f" },
};

/** In the order in which they take the seats of a quick game. */
export const CHARACTERS: readonly Character[] = characters;

/** The characters of a game that fit so many seats. */
export function charactersOf(game: string, players: number): Character[] {
  return CHARACTERS.filter((one) => one.game === game && (one.players?.includes(players) ?? true));
}

/** The agent of a spec without settings: "ismcts" of "ismcts:sims=2". */
export function agentOf(spec: string): string {
  return spec.replace(/[:,][^:,=]*=.*$/, "");
}

/** The characters of a game at a table of so many whom this server knows. */
export function offeredCharacters(game: string, players: number, agents: readonly { name: string }[]): Character[] {
  return middling(game, players).filter(({ spec }) => agents.some(({ name }) => name === agentOf(spec)));
}

/** Agents that are for measuring, not for playing with people: in games of this size they see nothing ahead. */
const HOPELESS: Readonly<Record<string, RegExp>> = {
  monopoly: /^(random|expectiminimax|maxn|paranoid|star1|star2)\b/,
  brass: /^(random|expectiminimax|maxn|paranoid|star1|star2)\b/,
};

/** Whether an agent is not offered to people. */
export function isHopeless(game: string, spec: string): boolean {
  return HOPELESS[game]?.test(spec) ?? false;
}

/** Least ratings of two, three, four and five stars: Elo points beside the mean of the characters at such tables. */
const STARS = [-120, -40, 40, 120];

/** What was measured of a character at tables of so many players. */
export interface Strength {
  stars: number;
  /** Elo points beside the mean of the characters at such tables, and half the width of the 95 % interval. */
  elo: number;
  margin: number;
  /** How long it thinks about a whole move, on average, in seconds. */
  seconds: number;
}

/** How strong an agent was measured to be at tables of so many players; nothing where it was not measured. */
export function strengthOf(game: string, spec: string, players: number): Strength | undefined {
  const known: Record<string, Record<string, Record<string, number[]>>> = ratings;
  const [elo, margin, seconds] = known[game]?.[players]?.[spec] ?? [];
  if (elo === undefined || margin === undefined || seconds === undefined) return undefined;
  return { stars: 1 + STARS.filter((least) => elo >= least).length, elo, margin, seconds };
}

/** As many stars as middle strength has. */
const MIDDLE: readonly number[] = [2, 3, 4];

/** The characters of a game at a table of so many: those of middle strength first, the nearest to the mean foremost. */
export function middling(game: string, players: number): Character[] {
  const apart = ({ spec }: Character) => {
    const strength = strengthOf(game, spec, players);
    if (!strength) return Number.POSITIVE_INFINITY;
    return Math.abs(strength.elo) + (MIDDLE.includes(strength.stars) ? 0 : FAR);
  };
  return charactersOf(game, players).toSorted((one, other) => apart(one) - apart(other));
}

/** More than any rating: behind all of middle strength. */
const FAR = 10_000;

/** The character that an agent plays as. */
export function characterOf(spec: string): Character | undefined {
  return CHARACTERS.find((one) => one.spec === spec);
}

/** What the character of an agent is called. */
export function characterName(spec: string): string | undefined {
  return characterOf(spec)?.name;
}

const HAIR = {
  short: "M8 19C7 8 33 8 32 19C30 14 26 13 20 13S10 14 8 19Z",
  long: "M7 32C4 8 36 8 33 32L29 30C31 20 28 14 20 14S9 20 11 30Z",
  bun: "M8 19C7 9 33 9 32 19C29 14 25 13 20 13S11 14 8 19ZM14 7A6 5 0 0 1 26 7A6 4 0 0 1 14 7Z",
  hat: "M6 14H34V17H6ZM11 14V4H29V14Z",
  bald: "M9 21C7 18 8 15 9 14L11 20ZM31 21C33 18 32 15 31 14L29 20Z",
} as const;

/** Behind faces: light enough for dark hats in the dark theme too. */
const GROUND = "light-dark(#fffdf8, #a9a59b)";

/** The face of a character: decoration beside the name. */
export function Portrait({ name }: { name: string }) {
  const face = FACES[name];
  if (!face) return null;
  const { hair, hairColour, skin, coat, glasses } = face;
  return (
    <svg viewBox="0 0 40 40" className={styles.face} aria-hidden="true">
      <rect width="40" height="40" rx="20" style={{ fill: `color-mix(in srgb, ${coat} 45%, ${GROUND})` }} />
      <path d="M5 40C6 31 13 30 20 30S34 31 35 40Z" fill={coat} />
      <ellipse cx="20" cy="21" rx="11" ry="12.5" fill={skin} />
      <path d={HAIR[hair]} fill={hairColour} />
      <g fill="#22262b">
        <circle cx="16" cy="21" r="1.3" />
        <circle cx="24" cy="21" r="1.3" />
      </g>
      <g fill="none" stroke="#22262b" strokeWidth="1.1" strokeLinecap="round">
        <path d="M16.5 27Q20 29.5 23.5 27" />
        {glasses ? (
          <path d="M12.5 21A3.5 3.5 0 1 0 19.5 21A3.5 3.5 0 1 0 12.5 21ZM20.5 21A3.5 3.5 0 1 0 27.5 21A3.5 3.5 0 1 0 20.5 21Z" />
        ) : null}
      </g>
    </svg>
  );
}

/** Strength in stars, with the rating behind them as a title. */
export function Stars({ strength: { stars, elo, margin } }: { strength: Strength }) {
  const { t, number } = useLocale();
  return (
    <span
      role="img"
      className={styles.stars}
      aria-label={t("ui.character.stars", { n: number(stars) })}
      title={t("ui.character.rating", { elo: number(elo), margin: number(margin) })}
    >
      {"★".repeat(stars)}
      {"☆".repeat(5 - stars)}
    </span>
  );
}

/** Seconds below which nobody notices that an agent thinks. */
const AT_ONCE = 0.05;

/** How long a character thinks about a move. */
export function Pace({ strength: { seconds } }: { strength: Strength }) {
  const { t, number } = useLocale();
  const rounded = number(seconds, { maximumSignificantDigits: 1 });
  return <>{seconds < AT_ONCE ? t("ui.character.at_once") : t("ui.character.pace", { seconds: rounded })}</>;
}

interface CharacterProps {
  character: Character;
  /** The number of players at the table. */
  players: number;
}

/** What a character is like, in a sentence. */
export function CharacterSentence({ name }: { name: string }) {
  const { t } = useLocale();
  return <>{t(`ui.character.${name.toLowerCase()}`)}</>;
}

/** Name, which tells more when it is pressed, face, strength and sentence; then what is to be done with it. */
export function CharacterCard({ character, players, children }: CharacterProps & { children?: ReactNode }) {
  return (
    <li className={styles.character}>
      <Introduced character={character} players={players}>
        <CharacterName character={character} players={players} name={character.name} />
      </Introduced>
      {children}
    </li>
  );
}

function Introduced({ character, players, children }: CharacterProps & { children?: ReactNode }) {
  const strength = strengthOf(character.game, character.spec, players);
  return (
    <>
      <Portrait name={character.name} />
      <span>
        <strong>
          {children ?? <bdi lang="en">{character.name}</bdi>} {strength ? <Stars strength={strength} /> : null}
        </strong>
        <small>
          <CharacterSentence name={character.name} />
        </small>
        {strength ? (
          <small>
            <Pace strength={strength} />
          </small>
        ) : null}
      </span>
    </>
  );
}

/** A player's name that tells, when it is pressed, which character plays; above all else on the page. */
export function CharacterName({ character, players, name }: CharacterProps & { name: string }) {
  const { t, number } = useLocale();
  const id = useId();
  const strength = strengthOf(character.game, character.spec, players);
  return (
    <>
      <button type="button" className={styles.named} popoverTarget={id}>
        <bdi>{name}</bdi>
      </button>
      <div id={id} popover="auto" className={styles.about} role="dialog" aria-label={name}>
        <div className={styles.character}>
          <Introduced character={character} players={players} />
        </div>
        {strength ? (
          <p>{t("ui.character.rating", { elo: number(strength.elo), margin: number(strength.margin) })}</p>
        ) : null}
        <code dir="ltr">{character.spec}</code>
      </div>
    </>
  );
}
