/** What a screen reader says about each element of the map. */
import { bonusOf, resourceOf, tileFacts } from "./facts";
import type { Line, Merchant, Place, Space } from "./view";
import { named, type Words } from "./words";

/** Parts of a description, one after the other. */
function together(parts: (string | false | undefined)[], words: Words): string {
  return parts.filter(Boolean).join(words.t("comma"));
}

export function describeSpace(place: Place, space: Space, words: Words): string {
  const where =
    place.spaces.length > 1
      ? words.t("map.space", numbered(place, place.spaces.indexOf(space) + 1))
      : words.place(place.id);
  if (space.tile === null || space.owner === null)
    return together([where, words.t("map.free", { shows: named("shows", space.industries.join("/")) })], words);
  const facts = tileFacts(space.tile);
  const resource = facts && resourceOf(facts.industry);
  return together(
    [
      where,
      words.t("map.tile", { tile: named("tile", space.tile), seat: space.owner }),
      space.flipped && words.t("map.flipped", { points: facts?.points ?? 0, links: facts?.links ?? 0 }),
      resource && space.goods > 0 && words.t(`goods.${resource}`, { count: space.goods }),
    ],
    words,
  );
}

function numbered(place: Place, n: number): Record<string, unknown> {
  return { place: named("place", place.id), n, count: place.spaces.length || place.merchants.length };
}

/** What a merchant tile buys. */
export function buysOf(merchant: Merchant | undefined): string[] {
  const tile = merchant?.tile;
  return !tile || tile === "blank" ? [] : tile.split("/");
}

export function describeBonus(place: string, words: Words): string {
  const bonus = bonusOf(place);
  return bonus ? words.t(`bonus.${bonus.type}`, { count: bonus.amount }) : "";
}

export function describeMerchant(place: Place, merchant: Merchant, words: Words): string {
  const buys = buysOf(merchant);
  return together(
    [
      words.t("map.merchant", numbered(place, place.merchants.indexOf(merchant) + 1)),
      buys.length > 0 ? words.t("map.buys", { goods: named("buys", buys.join("/")) }) : words.t("map.buysNothing"),
      merchant.barrel && words.t("map.barrel", { bonus: describeBonus(place.id, words) }),
    ],
    words,
  );
}

export function describeLine(line: Line, words: Words): string {
  const use = line.canal && line.rail ? "both" : line.canal ? "canal" : "rail";
  return together(
    [
      words.t("map.line", { ends: line.ends.map((end) => named("place", end)) }),
      line.owner === null ? words.t(`map.lineFree.${use}`) : words.t("map.link", { seat: line.owner }),
      words.t("map.linePoints", { count: line.points }),
    ],
    words,
  );
}
