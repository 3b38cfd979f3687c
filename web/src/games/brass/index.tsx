/** Brass: Birmingham in the browser. */
import type { GameUI } from "../registry";
import { Board } from "./Board";
import { HandStrip } from "./HandStrip";
import { SeatPanel } from "./SeatPanel";
import { Side } from "./Side";
import { when } from "./when";

export const ui: GameUI = { Board, Side, SeatPanel, Dialogs: HandStrip, when };
