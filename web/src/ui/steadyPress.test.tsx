import { cleanup, createEvent, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { steadyPress, TWICE } from "./steadyPress";

afterEach(cleanup);

/** A button in whose place another one appears. */
function Question({ bought }: { bought(): void }) {
  const [guard] = useState(steadyPress);
  const [rolled, setRolled] = useState(0);
  return (
    <div onClickCapture={guard}>
      {rolled === 2 ? (
        <button key="buy" type="button" onClick={bought}>
          Buy
        </button>
      ) : (
        <button key="roll" type="button" onClick={() => setRolled(rolled + 1)}>
          Roll
        </button>
      )}
    </div>
  );
}

function click(name: string, time: number, x = 10, detail = 1) {
  const button = screen.getByRole("button", { name });
  const event = createEvent.click(button, { clientX: x, clientY: 5, detail });
  Object.defineProperty(event, "timeStamp", { value: time });
  fireEvent(button, event);
}

it.each([
  { name: "the second half of a double click is not taken", times: [300], x: 14, detail: 1, taken: false },
  { name: "nor a third press soon after it", times: [300, 300 + TWICE - 1], x: 10, detail: 1, taken: false },
  { name: "a later press is", times: [200 + TWICE], x: 10, detail: 1, taken: true },
  { name: "one at another place is", times: [300], x: 60, detail: 1, taken: true },
  { name: "a key is", times: [300], x: 10, detail: 0, taken: true },
])("$name", ({ times, x, detail, taken }) => {
  const bought = vi.fn();
  render(<Question bought={bought} />);
  click("Roll", 100);
  click("Roll", 200); // the same button may be pressed as fast as one likes
  for (const time of times) click("Buy", time, x, detail);
  expect(bought).toHaveBeenCalledTimes(taken ? 1 : 0);
});
