/** The editor of positions of Brass. */
import type { PositionUI } from "../../registry";
import { PositionBoard } from "./PositionBoard";
import { PositionForm, told } from "./PositionForm";

export const position: PositionUI = { Board: PositionBoard, Form: PositionForm, told };
