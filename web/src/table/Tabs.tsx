/** Where there is room for one thing beside the question: which of them is seen. */
import { useLocale } from "../i18n/Locale";
import styles from "./TableView.module.css";

export type Tab = "board" | "side" | "seats" | "log";

interface TabsProps {
  game: string;
  open: Tab;
  onOpen(tab: Tab): void;
  /** The game has something beside its board. */
  hasSide: boolean;
}

export function Tabs({ game, open, onOpen, hasSide }: TabsProps) {
  const { t } = useLocale();
  const titles: [Tab, string][] = [
    ["board", t("ui.board.title")],
    ...(hasSide ? [["side", t(`${game}_ui.side.title`)] satisfies [Tab, string]] : []),
    ["seats", t("ui.seats.title")],
    ["log", t("ui.log.title")],
  ];
  return (
    <fieldset className={styles.tabs} aria-label={t("ui.table.tabs")}>
      {titles.map(([tab, title]) => (
        <button key={tab} type="button" data-opens={tab} aria-pressed={tab === open} onClick={() => onOpen(tab)}>
          {title}
        </button>
      ))}
    </fieldset>
  );
}
