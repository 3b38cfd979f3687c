import { Link } from "wouter";
import type { GameSpec } from "../api/types";
import { useLocale } from "../i18n/Locale";
import styles from "./GameTiles.module.css";

/** The large games first, and last those that are there for study. */
export function byWeight<Game extends { name: string }>(games: readonly Game[]): Game[] {
  const weight = ({ name }: Game) => (LARGE.includes(name) ? LARGE.indexOf(name) : STUDY.includes(name) ? 99 : 50);
  return [...games].sort((a, b) => weight(a) - weight(b));
}

/** The games that people play with friends: none that is there for study, or over in a minute. */
export function forFriends<Game extends { name: string }>(games: readonly Game[]): Game[] {
  return byWeight(games).filter(({ name }) => !STUDY.includes(name) && !TINY.includes(name));
}

/** The games that can be played. */
export function GameTiles({ specs }: { specs: GameSpec[] }) {
  const { t, title } = useLocale();
  return (
    <ul className={styles.tiles}>
      {byWeight(specs).map((spec) => (
        <li key={spec.name}>
          <Link href={`/new?game=${spec.name}`} className={styles.tile}>
            <Emblem game={spec.name} />
            <strong>
              <bdi>{title(spec.name)}</bdi>
            </strong>
            <span>
              {spec.min_players === spec.max_players
                ? t("ui.lobby.players", { count: spec.max_players })
                : t("ui.lobby.players_range", { min: spec.min_players, max: spec.max_players })}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

export const LARGE = ["monopoly", "brass"];
const STUDY = ["bearoff", "random_tree", "tree"];
/** Too small for an evening. */
const TINY = ["kuhn"];

/** A small drawing of our own for each game; dice where there is none. */
const EMBLEMS: Record<string, string> = {
  monopoly: "M5 27V15L16 6L27 15V27ZM12 27V19H20V27M23 9V5H26V12",
  brass: "M4 27V16L11 20V16L18 20V8H23V20L28 18V27ZM19 5Q21 2 24 4",
  tictactoe: "M12 4V28M20 4V28M4 12H28M4 20H28",
  connect_four:
    "M4 6H28V27H4ZM10 12A2 2 0 1 0 10.1 12M16 20A2 2 0 1 0 16.1 20M22 12A2 2 0 1 0 22.1 12M22 20A2 2 0 1 0 22.1 20",
  kuhn: "M6 5H18V23H6ZM14 9L26 12L22 29L11 26",
};
const DICE = "M6 6H26V26H6ZM11 11V11.1M21 11V11.1M16 16V16.1M11 21V21.1M21 21V21.1";

export function Emblem({ game }: { game: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true">
      <path d={EMBLEMS[game] ?? DICE} />
    </svg>
  );
}
