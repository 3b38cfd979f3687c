import { isMessage } from "../../i18n/messages";
import type { ChipProps } from "../registry";
import { Icon } from "./glyphs";
import styles from "./Hand.module.css";
import type { BrassView } from "./view";
import { useWords } from "./words";

/** Of an action on a space its town, what may be built there, and the cost; the texts are no part of a button's name. */
export function Chip({ action: { f, m }, view }: ChipProps) {
  const { locale, place } = useWords();
  const town = (view as BrassView).places.find(({ id }) => id === f.town);
  const space = town?.spaces.find(({ id }) => id === f.space);
  if (!town || !space) return null;
  const cost = m.a?.cost;
  return (
    <span className={styles.chip}>
      <span data-text={place(town.id)} />{" "}
      {space.industries.map((industry) => (
        <Icon key={industry} name={industry} size="1.1rem" />
      ))}{" "}
      {isMessage(cost) ? <bdi data-text={locale.say(cost)} /> : null}
    </span>
  );
}
