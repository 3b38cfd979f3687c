/** The cards in the hand; those that the decision has no use for are marked, and say why when they are clicked. */
import type { Ref } from "../../api/types";
import type { BoardProps } from "../registry";
import { refsOf } from "./effects";
import { bannerOf, INDUSTRIES } from "./facts";
import { Icon } from "./glyphs";
import styles from "./Hand.module.css";
import { hyphenated } from "./lettering";
import type { BrassView, Industry } from "./view";
import { useWords } from "./words";

interface HandProps extends Pick<BoardProps, "me" | "decision" | "targets" | "picked" | "onPick" | "onWhy"> {
  view: BrassView;
  /** All in one row, as flat as can be. */
  flat?: boolean;
}

export function Hand({ view, flat = false, me, decision, targets, picked, onPick, onWhy }: HandProps) {
  const { t } = useWords();
  const hand = me === null ? null : view.players[me]?.hand;
  if (!hand) return <p className={styles.none}>{t("hand.hidden")}</p>;
  if (hand.length === 0) return <p className={styles.none}>{t("hand.empty")}</p>;
  const offered = refsOf(decision);
  const asked = [...offered].some((ref) => ref.startsWith("card:"));
  return (
    <ul className={flat ? styles.flat : styles.hand}>
      {hand.map((card, n) => {
        const ref: Ref = `card:${card}`;
        const isTarget = targets.has(ref);
        const isUseless = asked && !offered.has(ref);
        return (
          <li key={`${card} ${n}`}>
            <button
              type="button"
              className={styles.card}
              aria-pressed={picked.has(ref)}
              data-ref={ref}
              data-target={isTarget || undefined}
              data-useless={isUseless || undefined}
              data-banner={bannerOf(card)}
              onClick={() => (offered.has(ref) ? onPick(ref) : onWhy?.(ref))}
            >
              <CardFace card={card} />
              {isUseless ? <span className={styles.useless}>{t("hand.useless")}</span> : null}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** The industries that a card shows; none on a town's. */
function industriesOf(card: string): Industry[] {
  if (card === "wild-industry") return [...INDUSTRIES];
  return card.split("+").filter((one): one is Industry => (INDUSTRIES as readonly string[]).includes(one));
}

export function CardFace({ card }: { card: string }) {
  const words = useWords();
  const industries = industriesOf(card);
  return (
    <>
      <span
        className={styles.picture}
        data-many={industries.length > 2 || undefined}
        data-wild={card.startsWith("wild") || undefined}
      >
        {industries.map((one) => (
          <Icon key={one} name={one} size={industries.length > 2 ? "1rem" : "1.7rem"} />
        ))}
        {industries.length === 0 ? <Town isWild={card === "wild-location"} /> : null}
      </span>
      <span className={styles.title}>{hyphenated(words.card(card))}</span>
    </>
  );
}

/** Roofs; all towns at once on the wild card. */
function Town({ isWild }: { isWild: boolean }) {
  return (
    <svg viewBox="0 0 40 24" aria-hidden="true" className={styles.town}>
      <path d="M2 22V12L8 6L14 12V22ZM16 22V9H19V3H22V9L25 6L30 11V22ZM31 22V14L35 10L39 14V22Z" />
      {isWild ? (
        <path className={styles.star} d="M20 1L22.5 8L30 8.4L24 13L26 20L20 16L14 20L16 13L10 8.4L17.5 8Z" />
      ) : null}
    </svg>
  );
}
