/** What things of the game are called in the reader's language: the words of the command line too. */
import { useMemo } from "react";
import { useLocale } from "../../i18n/Locale";
import { GROUPS, LETTERS } from "./deeds";
import { type Group, HOTEL, type Square } from "./types";

export interface Names {
  /** A deed, a jail card, or a building that is auctioned. */
  item(slug: string): string;
  group(group: Group): string;
  square(number: number): string;
  /** Who is owed: a seat, the bank or the pot. */
  creditor(to: number | string): string;
  list(words: readonly string[]): string;
  /** "3 houses", "a hotel", "" for bare land. */
  buildings(level: number): string;
  /** Everything about a square in words, for those who do not see it. */
  whole(square: Square, tokens: readonly number[], seat: (seat: number) => string): string;
}

export function useNames(): Names {
  const { t, word } = useLocale();
  return useMemo(() => {
    const names: Names = {
      item: (slug) => word("monopoly", "deed", slug),
      group: (group) => word("monopoly", "group", group),
      square: (number) => word("monopoly", "square", String(number)),
      creditor: (to) => (typeof to === "number" ? t("monopoly_ui.seat", { seat: to }) : word("monopoly", "seat", to)),
      list: (words) => t("monopoly_ui.list", { words }),
      buildings: (level) =>
        level === HOTEL ? t("monopoly_ui.hotel") : level > 0 ? t("monopoly_ui.houses", { count: level }) : "",
      whole: (square, tokens, seat) => {
        const said = [names.square(square.square)];
        if (square.deed && square.group) {
          const letter = LETTERS[square.group];
          said.push(
            GROUPS.indexOf(square.group) < 8
              ? t("monopoly_ui.square.group", { letter, group: names.group(square.group) })
              : names.group(square.group),
          );
          said.push(
            square.owner === null || square.owner === undefined
              ? t("monopoly_ui.square.free")
              : t("monopoly_ui.square.owner", { owner: seat(square.owner) }),
          );
          if (square.mortgaged) said.push(t("monopoly_ui.mortgaged"));
          if (square.level) said.push(names.buildings(square.level));
        }
        if (tokens.length > 0) said.push(t("monopoly_ui.square.tokens", { players: tokens.map(seat) }));
        return said.join(t("monopoly_ui.join"));
      },
    };
    return names;
  }, [t, word]);
}
