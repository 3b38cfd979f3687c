/** Monopoly in the browser. */
import "./colours.css";
import type { Line, Message } from "../../api/types";
import type { GameUI } from "../registry";
import { applyLines } from "./applyLines";
import { Board } from "./Board";
import { Dialogs, ownKinds } from "./Dialogs";
import { guide } from "./guide";
import { PositionBoard } from "./position/PositionBoard";
import { PositionForm, told } from "./position/PositionForm";
import { rule } from "./rules";
import { Chip } from "./Sales";
import { SeatPanel } from "./SeatPanel";
import { TradeLab } from "./TradeLab";
import { type MonopolyView, topFrame } from "./types";
import { when } from "./when";

/** Who owns nothing is not asked by the rules whether to throw. */
function throwsFor({ m }: Line, seat: number): boolean {
  return m.k === "monopoly.event.throws" && m.a?.seat === seat;
}

/** Among the actions that can be taken before a throw, those that ask for it. */
function rolls({ k }: Message): boolean {
  return /^monopoly\.action\.(roll|pass-until-my-turn\.roll)/.test(k);
}

export const ui: GameUI = {
  ...{ Board, stage: true, SeatPanel, Dialogs, ownKinds, TradeLab },
  position: { Board: PositionBoard, Form: PositionForm, told },
  chip: { facets: [["property", "group"]], Chip },
  lateKinds: ["pass-until-my-turn"],
  tellsWho: (view: MonopolyView) => topFrame(view, "auction") !== null,
  ...{ throwsFor, rolls, applyLines, when, rule, guide },
};
