/** Brass: Birmingham in the browser. */
import type { GameUI } from "../registry";
import { Board } from "./Board";
import { Chip } from "./Chip";
import { guide } from "./guide";
import { HandStrip } from "./HandStrip";
import { PositionBoard } from "./position/PositionBoard";
import { PositionForm, told } from "./position/PositionForm";
import { rule } from "./rules";
import { SeatPanel } from "./SeatPanel";
import { Side } from "./Side";
import type { BrassView } from "./view";
import { when } from "./when";

const order = (view: BrassView) => view.order;

const runs = { "brass.event.draws": "card" };
const moveEnds = ["brass.event.gives"];

export const ui: GameUI = {
  Board,
  Side,
  SeatPanel,
  order,
  Dialogs: HandStrip,
  runs,
  moveEnds,
  when,
  rule,
  guide,
  chip: { facets: [["space", "town"], ["line"]], Chip },
  position: { Board: PositionBoard, Form: PositionForm, told },
};
