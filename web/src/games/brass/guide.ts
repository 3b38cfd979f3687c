/** The hints of a guided first game. */
import type { GameGuide } from "../../guide/guide";

const ASK = ["[data-part=ask]"];
const SIDE = "[data-opens=side]";

export const guide: GameGuide = {
  agent: "planner:canal_beer",
  steps: [
    { name: "board", at: ["[data-part=board]"] },
    { name: "hand", at: ["[data-pane=hand]", "[data-strip]", SIDE] },
    { name: "action", at: ASK, when: ["build"] },
    { name: "industry", at: ASK, when: ["kind:build"] },
    { name: "card", at: ASK, when: ["card"] },
    { name: "seats", at: ["[data-part=seats]"] },
    { name: "mat", at: ["[data-pane=mat]", SIDE] },
    { name: "markets", at: ["[data-pane=markets]", SIDE] },
    { name: "sell", at: ASK, when: ["sell"] },
    { name: "end", at: ["[data-part=board]"] },
  ],
};
