/** The hints of a guided first game. */
import type { GameGuide } from "../../guide/guide";

const ASK = ["[data-part=ask]"];

export const guide: GameGuide = {
  agent: "strategic:cautious_accumulator",
  steps: [
    { name: "board", at: ["[data-part=board]"] },
    { name: "seats", at: ["[data-part=seats]"] },
    { name: "roll", at: ASK, when: ["roll"] },
    { name: "buy", at: ASK, when: ["buy"] },
    { name: "bid", at: ASK, when: ["bid"] },
    { name: "log", at: ["[data-part=log]", "[data-opens=log]"] },
    { name: "manage", at: ASK, when: ["trade", "build", "mortgage"] },
    { name: "hint", at: ["[data-hint]"] },
    { name: "why", at: ["[data-why]"] },
    { name: "end", at: ["[data-part=board]"] },
  ],
};
