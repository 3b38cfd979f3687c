/** What is printed on the title deeds: the same data as the engine's, not rules. */
import { board } from "../../../../src/magnate/games/monopoly/data.json";
import type { Group, MonopolyView } from "./types";

export interface TitleDeed {
  square: number;
  price: number;
  mortgage: number;
  /** Of a house, and of a hotel beside the houses it replaces. Null for railroads and utilities. */
  house: number | null;
  /** By houses, the last for a hotel; or by railroads owned. */
  rents: number[];
  /** Of a street in a whole group without buildings. */
  groupRent: number | null;
  /** Of utilities: times the throw, by utilities owned. */
  times: number[] | null;
}

interface Printed {
  index: number;
  price?: number;
  mortgage?: number;
  house_cost?: number;
  rent?: number[];
  rent_by_owned?: number[];
  dice_multiplier_by_owned?: number[];
  rent_monopoly_unimproved?: number;
}

/** The title deed of a square; null where nothing can be bought. */
export function titleDeed(square: number): TitleDeed | null {
  const printed = (board as Printed[])[square];
  if (printed?.price === undefined || printed.mortgage === undefined) return null;
  return {
    square,
    price: printed.price,
    mortgage: printed.mortgage,
    house: printed.house_cost ?? null,
    rents: printed.rent ?? printed.rent_by_owned ?? [],
    groupRent: printed.rent_monopoly_unimproved ?? null,
    times: printed.dice_multiplier_by_owned ?? null,
  };
}

/** Groups in the order of the board, railroads and utilities last. */
export const GROUPS: readonly Group[] = [
  "brown",
  "light-blue",
  "pink",
  "orange",
  "red",
  "yellow",
  "green",
  "dark-blue",
  "railroad",
  "utility",
];

/** Colours alone tell nobody apart who sees them differently: each group has a letter too. */
export const LETTERS: Record<Group, string> = {
  brown: "A",
  "light-blue": "B",
  pink: "C",
  orange: "D",
  red: "E",
  yellow: "F",
  green: "G",
  "dark-blue": "H",
  railroad: "R",
  utility: "U",
};

/** The squares of each group, in the order of the board. */
export function groupSquares(view: MonopolyView, group: Group): number[] {
  return view.board.filter((square) => square.group === group).map((square) => square.square);
}
