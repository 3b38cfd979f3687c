import { cleanup, render } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Decision, Line } from "../api/types";
import { change } from "./settings";
import { cueOf, cueOfQuestion, play, useSounds } from "./sounds";

const line = (k: string): Line => ({ at: 1, seat: 0, m: { k } });
const question = (k: string) => ({ id: k, prompt: { k } }) as Decision;
const made = vi.fn();
let isTouched = true;

class Node {
  gain = { setValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined };
  connect = () => undefined;
  start = () => undefined;
  stop = () => undefined;
}

beforeEach(() => {
  isTouched = true;
  Object.defineProperty(navigator, "userActivation", {
    configurable: true,
    get: () => ({ hasBeenActive: isTouched }),
  });
  vi.stubGlobal(
    "AudioContext",
    class {
      currentTime = 0;
      createGain = () => new Node();
      constructor() {
        made();
      }
    },
  );
  vi.stubGlobal("OscillatorNode", Node);
});

afterEach(() => {
  cleanup();
  change({ sound: false });
  vi.unstubAllGlobals();
});

function Heard({ asked }: { asked: Decision | null }) {
  useSounds(NONE, asked, false);
  return null;
}
const NONE: Line[] = [];

it("knows what a step and a question sound like", () => {
  expect(cueOf([line("monopoly.event.moves"), line("monopoly.event.pays.deed")])).toBe("money");
  expect(cueOf([line("monopoly.event.throws"), line("monopoly.event.pays")])).toBe("dice");
  expect(cueOf([line("pig.event.rolled")])).toBe("dice");
  expect(cueOf([line("brass.event.links")])).toBe("build");
  expect(cueOf([line("brass.event.round")])).toBeNull();
  expect(cueOfQuestion(question("monopoly.prompt.debt"))).toBe("alert");
  expect(cueOfQuestion(question("monopoly.prompt.trade.answer"))).toBe("alert");
  expect(cueOfQuestion(question("monopoly.prompt.trade.items"))).toBe("turn");
  expect(cueOfQuestion(question("monopoly.prompt.before"))).toBe("turn");
});

it("makes none before the page is touched", () => {
  isTouched = false;
  play("turn", 1);
  expect(made).not.toHaveBeenCalled();
});

it("makes none until they are wanted", () => {
  const { rerender } = render(<Heard asked={null} />);
  rerender(<Heard asked={question("monopoly.prompt.before")} />);
  expect(made).not.toHaveBeenCalled();
  change({ sound: true });
  rerender(<Heard asked={question("monopoly.prompt.debt")} />);
  expect(made).toHaveBeenCalledOnce();
});
