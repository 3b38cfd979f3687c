/** Monopoly in the browser. */
import "./colours.css";
import type { GameUI } from "../registry";
import { Board } from "./Board";
import { Dialogs, ownKinds } from "./Dialogs";
import { guide } from "./guide";
import { rule } from "./rules";
import { SeatPanel } from "./SeatPanel";
import { TradeLab } from "./TradeLab";
import { when } from "./when";

export const ui: GameUI = { Board, stage: true, SeatPanel, Dialogs, ownKinds, when, rule, guide, TradeLab };
