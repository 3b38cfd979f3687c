/** What is printed on the pieces of the game, from the same file as the engine's. */
import { industry_tiles, locations, markets, merchants } from "../../../../src/magnate/games/brass/data.json";
import type { Industry, Resource } from "./view";

export const INDUSTRIES: readonly Industry[] = ["cotton", "manufacturer", "pottery", "coal", "iron", "brewery"];

export interface TileFacts {
  /** "cotton 1" */
  name: string;
  industry: Industry;
  level: number;
  /** How many a player has. */
  count: number;
  money: number;
  coal: number;
  iron: number;
  points: number;
  /** Spaces of the income track. */
  income: number;
  /** Link icons. */
  links: number;
  /** Barrels that a sale of it takes. */
  beer: number;
  canal: boolean;
  rail: boolean;
  developable: boolean;
}

interface Printed {
  level: number;
  count_per_player: number;
  cost_money: number;
  cost_coal: number;
  cost_iron: number;
  vp: number;
  income_spaces: number;
  link_icons: number;
  canal_buildable: boolean;
  rail_buildable: boolean;
  developable: boolean;
  beer_to_sell?: number;
}

function facts(industry: Industry, one: Printed): TileFacts {
  return {
    name: `${industry} ${one.level}`,
    industry,
    level: one.level,
    count: one.count_per_player,
    money: one.cost_money,
    coal: one.cost_coal,
    iron: one.cost_iron,
    points: one.vp,
    income: one.income_spaces,
    links: one.link_icons,
    beer: one.beer_to_sell ?? 0,
    canal: one.canal_buildable,
    rail: one.rail_buildable,
    developable: one.developable,
  };
}

/** The kinds of tiles of each industry, lowest first. */
export const TILES: Readonly<Record<Industry, readonly TileFacts[]>> = Object.fromEntries(
  INDUSTRIES.map((industry) => [industry, (industry_tiles[industry] as Printed[]).map((one) => facts(industry, one))]),
) as Record<Industry, TileFacts[]>;

const BY_NAME = new Map(
  Object.values(TILES)
    .flat()
    .map((one) => [one.name, one]),
);

export function tileFacts(name: string): TileFacts | undefined {
  return BY_NAME.get(name);
}

/** How many of each kind are left of a stack with `left` tiles, the lowest of which go first. */
export function leftOf(industry: Industry, left: number): { tile: TileFacts; left: number }[] {
  let rest = left;
  const found = [...TILES[industry]].reverse().map((tile) => {
    const here = Math.min(rest, tile.count);
    rest -= here;
    return { tile, left: here };
  });
  return found.reverse();
}

export interface MarketFacts {
  /** The price of each place for a cube, cheapest first. */
  prices: readonly number[];
  /** What a cube costs when the market is empty. */
  empty: number;
}

export const MARKETS: Readonly<Record<"coal" | "iron", MarketFacts>> = {
  coal: { prices: markets.coal.prices_low_to_high, empty: markets.coal.price_when_empty },
  iron: { prices: markets.iron.prices_low_to_high, empty: markets.iron.price_when_empty },
};

export type BonusKind = "vp" | "develop" | "income_spaces" | "money";

export interface Bonus {
  type: BonusKind;
  amount: number;
}

const BONUSES = new Map(merchants.map((one) => [one.id, one.beer_bonus as Bonus]));

/** What the barrels of a merchant bring. */
export function bonusOf(place: string): Bonus | undefined {
  return BONUSES.get(place);
}

const BANNERS = new Map(locations.map((one) => [one.id, one.banner]));

/** The colour in which a town's name and its card are printed: "teal", "blue", "red", "gold", "purple". */
export function bannerOf(place: string): string | undefined {
  return BANNERS.get(place) ?? undefined;
}

const CARRIES: Partial<Record<Industry, Resource>> = { coal: "coal", iron: "iron", brewery: "beer" };

/** What the tiles of an industry carry. */
export function resourceOf(industry: Industry): Resource | undefined {
  return CARRIES[industry];
}

const ROMAN = ["", "I", "II", "III", "IV", "V", "VI", "VII", "VIII"];

/** A level as it is printed. */
export function roman(level: number): string {
  return ROMAN[level] ?? String(level);
}
