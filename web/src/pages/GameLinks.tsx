/** The large games side by side, each a link to the same page about it. */
import { Link } from "wouter";
import { useLocale } from "../i18n/Locale";
import styles from "./GameLinks.module.css";
import { LARGE } from "./GameTiles";

interface GameLinksProps {
  label: string;
  /** The game that this page is about. */
  game: string;
  href(game: string): string;
  /** On a narrow screen they stand in one row, as close as they can. */
  compact?: boolean;
}

export function GameLinks({ label, game, href, compact }: GameLinksProps) {
  const { title } = useLocale();
  return (
    <nav aria-label={label} className={styles.games} data-compact={compact}>
      {LARGE.map((name) => (
        <Link key={name} href={href(name)} aria-current={name === game ? "page" : undefined}>
          <bdi>{title(name)}</bdi>
        </Link>
      ))}
    </nav>
  );
}
