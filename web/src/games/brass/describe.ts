/** What a screen reader says about each element of the map. */
import type { Message } from "../../api/types";
import { bonusOf, resourceOf, tileFacts } from "./facts";
import type { Line, Merchant, Place, Space } from "./view";
import { named, type Words } from "./words";

function part(key: string, args: Record<string, unknown> = {}): Message {
  return { k: `brass_ui.${key}`, a: args };
}

/** Parts of a description as one sentence. */
function together(parts: (Message | false | undefined)[], { locale }: Words): string {
  const said = parts.filter((one): one is Message => Boolean(one));
  return locale.say(said.reduceRight((rest, first) => part("map.pair", { first, rest })));
}

export function describeSpace(place: Place, space: Space, words: Words): string {
  const where =
    place.spaces.length > 1
      ? part("map.space", numbered(place, place.spaces.indexOf(space) + 1, place.spaces.length))
      : named("place", place.id);
  if (space.tile === null || space.owner === null)
    return together([where, part("map.free", { shows: named("shows", space.industries.join("/")) })], words);
  const facts = tileFacts(space.tile);
  const resource = facts && resourceOf(facts.industry);
  return together(
    [
      where,
      part("map.tile", { tile: named("tile", space.tile), seat: space.owner }),
      space.flipped && part("map.flipped", { points: facts?.points ?? 0, links: facts?.links ?? 0 }),
      resource && space.goods > 0 && part(`goods.${resource}`, { count: space.goods }),
    ],
    words,
  );
}

function numbered(place: Place, n: number, count: number): Record<string, unknown> {
  return { place: named("place", place.id), n, count };
}

/** What a merchant tile buys. */
export function buysOf(merchant: Merchant | undefined): string[] {
  const tile = merchant?.tile;
  return !tile || tile === "blank" ? [] : tile.split("/");
}

function bonus(place: string): Message | undefined {
  const found = bonusOf(place);
  return found && part(`bonus.${found.type}`, { count: found.amount });
}

export function describeBonus(place: string, words: Words): string {
  const found = bonus(place);
  return found ? words.locale.say(found) : "";
}

export function describeMerchant(place: Place, merchant: Merchant, words: Words): string {
  const buys = buysOf(merchant);
  return together(
    [
      part("map.merchant", numbered(place, place.merchants.indexOf(merchant) + 1, place.merchants.length)),
      buys.length > 0 ? part("map.buys", { goods: named("buys", buys.join("/")) }) : part("map.buysNothing"),
      merchant.barrel && part("map.barrel", { bonus: bonus(place.id) }),
    ],
    words,
  );
}

export function describeLine(line: Line, words: Words): string {
  const use = line.canal && line.rail ? "both" : line.canal ? "canal" : "rail";
  return together(
    [
      part("map.line", { ends: line.ends.map((end) => named("place", end)) }),
      line.owner === null ? part(`map.lineFree.${use}`) : part("map.link", { seat: line.owner }),
      part("map.linePoints", { count: line.points }),
    ],
    words,
  );
}
