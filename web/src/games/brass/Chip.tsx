import { isMessage } from "../../i18n/messages";
import type { ChipProps } from "../registry";
import { Icon } from "./glyphs";
import styles from "./Hand.module.css";
import type { BrassView } from "./view";
import { useWords } from "./words";

/** Of a link its ends; of a space its town and what may be built there; and the cost. A button has a name beside it. */
export function Chip({ action: { f, m }, view: shown }: ChipProps) {
  const { locale, t, place, money } = useWords();
  const view = shown as BrassView;
  const line = view.lines.find(({ id }) => id === f.line);
  const town = view.places.find(({ id }) => id === f.town);
  const space = town?.spaces.find(({ id }) => id === f.space);
  const { cost, money: paid, coal } = m.a ?? {};
  const short = (id: string) => (locale.has(`brass_ui.short.${id}`) ? t(`short.${id}`) : place(id));
  return (
    <span className={styles.chip}>
      <bdi data-text={line ? line.ends.map(short).join("\u2060–\u200b") : town ? place(town.id) : ""} />{" "}
      {space?.industries.map((industry) => (
        <Icon key={industry} name={industry} size="1.1rem" />
      ))}{" "}
      {isMessage(cost) ? <bdi data-text={locale.say(cost)} /> : null}
      {typeof paid === "number" ? <bdi className="num" data-text={money(paid)} /> : null}
      {isMessage(coal) ? <bdi data-text={` + ${locale.say(coal)}`} /> : null}
    </span>
  );
}
