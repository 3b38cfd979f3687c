/** The editor of positions of Monopoly. */
import type { PositionUI } from "../../registry";
import { PositionBoard } from "./PositionBoard";
import { PositionForm, told } from "./PositionForm";

export const position: PositionUI = { Board: PositionBoard, Form: PositionForm, told };
