/** What a person changes of a position of Brass: each change gives the fields that the server then judges. */
import { type Fields, replaced, without } from "../../../position/fields";
import type { BrassView, Era, Industry } from "../view";

export interface PlayerFields {
  money?: number;
  spent?: number;
  income?: number;
  points?: number;
  hand?: string[];
  taken?: Partial<Record<Industry, number>>;
}

export interface TileFields {
  at: string;
  owner: number;
  tile: string;
  flipped?: boolean;
  goods?: number;
}

export interface BrassFields extends Fields {
  era: Era;
  round: number;
  order: number[];
  turn: number;
  actions?: number;
  phase: string;
  merchants: Record<string, (string | null)[]>;
  barrels: string[];
  markets: { coal?: number; iron?: number };
  tiles: TileFields[];
  links: { line: string; owner: number }[];
  players: PlayerFields[];
  deck: Record<string, number>;
  doing?: { kind: string };
}

export type Edit = (fields: BrassFields) => BrassFields;

export const setEra =
  (era: Era): Edit =>
  (fields) => ({ ...fields, era });

/** A number that was emptied is left to the rules. */
export const setNumber =
  (name: "round" | "actions", value: number | undefined): Edit =>
  (fields) =>
    value === undefined ? without(fields, name) : { ...fields, [name]: value };

export const setMarket =
  (good: "coal" | "iron", cubes: number | undefined): Edit =>
  (fields) => ({ ...fields, markets: { ...fields.markets, [good]: cubes } });

/** Whoever has the turn chooses an action: nothing is half done. */
export const setFree: Edit = (fields) => ({ ...without(fields, "doing", "debt", "dealt", "actions"), phase: "action" });

/** Whose turn it is, by the order of the round. */
export const setTurn =
  (seat: number): Edit =>
  (fields) => ({ ...fields, turn: fields.order.indexOf(seat) });

/** A seat comes earlier in the order of the round; whoever has the turn keeps it. */
export const moveUp =
  (seat: number): Edit =>
  (fields) => {
    const at = fields.order.indexOf(seat);
    if (at < 1) return fields;
    const has = fields.order[fields.turn];
    const order = fields.order.filter((one) => one !== seat);
    order.splice(at - 1, 0, seat);
    return { ...fields, order, turn: has === undefined ? fields.turn : order.indexOf(has) };
  };

export const setAmount =
  (seat: number, name: "money" | "spent" | "income" | "points", value: number | undefined): Edit =>
  (fields) => ({
    ...fields,
    players: replaced(fields.players, seat, (one) =>
      value === undefined ? without(one, name) : { ...one, [name]: value },
    ),
  });

/** How many tiles of an industry have left a mat; left to the rules, as few as lie on the map. */
export const setTaken =
  (seat: number, industry: Industry, count: number | undefined): Edit =>
  (fields) => ({
    ...fields,
    players: replaced(fields.players, seat, (one) => {
      const { [industry]: _, ...others } = one.taken ?? {};
      return { ...one, taken: count === undefined ? others : { ...others, [industry]: count } };
    }),
  });

/** A card more in a hand: from the deck, where one lies there; wild cards have supplies of their own. */
export const addCard =
  (seat: number, card: string): Edit =>
  (fields) => {
    const players = replaced(fields.players, seat, (one) => ({ ...one, hand: [...(one.hand ?? []), card] }));
    return { ...fields, players, deck: counted(fields.deck, card, -1) };
  };

/** A card less: back into the deck; once that is empty, cards that are in no hand are discarded. */
export const dropCard =
  (seat: number, at: number): Edit =>
  (fields) => {
    const card = fields.players[seat]?.hand?.[at];
    const players = replaced(fields.players, seat, (one) => ({
      ...one,
      hand: one.hand?.filter((_, n) => n !== at) ?? [],
    }));
    const lies = card !== undefined && !card.startsWith("wild") && Object.keys(fields.deck).length > 0;
    return { ...fields, players, deck: lies ? counted(fields.deck, card, 1) : fields.deck };
  };

function counted(deck: Record<string, number>, card: string, more: number): Record<string, number> {
  const { [card]: count = 0, ...others } = deck;
  const left = Math.max(0, count + more);
  return left > 0 ? { ...others, [card]: left } : others;
}

export function tileOf(fields: BrassFields, space: string): TileFields | undefined {
  return fields.tiles.find(({ at }) => at === space);
}

/** Another tile on a space, or none: fresh from the mat, which has as few tiles less as the map asks for. */
export const setTile =
  (space: string, tile: string | null, owner: number): Edit =>
  (fields) => {
    const before = tileOf(fields, space);
    const tiles = fields.tiles.filter(({ at }) => at !== space);
    if (tile !== null) tiles.push({ at: space, owner, tile });
    const touched = [before, ...tiles.slice(tile === null ? tiles.length : -1)].filter((one) => one !== undefined);
    return touched.reduce<BrassFields>((now, one) => setTaken(one.owner, industryOf(one.tile), undefined)(now), {
      ...fields,
      tiles,
    });
  };

function industryOf(tile: string): Industry {
  return tile.split(" ")[0] as Industry;
}

/** The tile's other side, with what belongs to it. */
export const setFlipped =
  (space: string, flipped: boolean): Edit =>
  (fields) => ({
    ...fields,
    tiles: fields.tiles.map((one) => (one.at === space ? { ...without(one, "goods"), flipped } : one)),
  });

export const setGoods =
  (space: string, goods: number | undefined): Edit =>
  (fields) => ({
    ...fields,
    tiles: fields.tiles.map((one) =>
      one.at !== space
        ? one
        : goods === undefined
          ? without(one, "goods", "flipped")
          : { ...without(one, "flipped"), goods },
    ),
  });

export function linkOf(fields: BrassFields, line: string): number | null {
  return fields.links.find((one) => one.line === line)?.owner ?? null;
}

export const setLink =
  (line: string, owner: number | null): Edit =>
  (fields) => {
    const links = fields.links.filter((one) => one.line !== line);
    return { ...fields, links: owner === null ? links : [...links, { line, owner }] };
  };

/** What a merchant's space buys; nothing has a barrel beside it that buys nothing. */
export const setMerchant =
  (space: string, tile: string): Edit =>
  (fields) => {
    const [place = "", n] = space.split(".");
    const tiles = replaced(fields.merchants[place] ?? [], Number(n), () => tile);
    const changed = { ...fields, merchants: { ...fields.merchants, [place]: tiles } };
    return tile === "blank" ? setBarrel(space, false)(changed) : changed;
  };

export const setBarrel =
  (space: string, has: boolean): Edit =>
  (fields) => {
    const others = fields.barrels.filter((one) => one !== space);
    return { ...fields, barrels: has ? [...others, space] : others };
  };

/** The map as the fields have it, before the server has said anything of them. */
export function mapOf(view: BrassView, fields: BrassFields): BrassView {
  const places = view.places.map((place) => ({
    ...place,
    spaces: place.spaces.map((space) => {
      const tile = tileOf(fields, space.id);
      if (!tile) return { ...space, tile: null, owner: null, flipped: false, goods: 0 };
      const same = space.tile === tile.tile;
      const { flipped = same && tile.goods === undefined && space.flipped, goods = same ? space.goods : 0 } = tile;
      return { ...space, tile: tile.tile, owner: tile.owner, flipped, goods };
    }),
    merchants: place.merchants.map((merchant) => {
      const [at = "", n] = merchant.id.split(".");
      const tile = fields.merchants[at]?.[Number(n)] ?? null;
      return { ...merchant, tile, barrel: fields.barrels.includes(merchant.id) };
    }),
  }));
  const lines = view.lines.map((line) => ({ ...line, owner: linkOf(fields, line.id) }));
  const { coal = view.markets.coal.cubes, iron = view.markets.iron.cubes } = fields.markets;
  const markets = { coal: { ...view.markets.coal, cubes: coal }, iron: { ...view.markets.iron, cubes: iron } };
  return { ...view, era: fields.era, places, lines, markets };
}
