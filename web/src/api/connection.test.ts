import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Link } from "../table/store";
import { BACKOFF, Connection, PING_EVERY, SILENCE } from "./connection";
import type { ServerMsg } from "./types";

class FakeSocket {
  static readonly OPEN = 1;
  static made: FakeSocket[] = [];
  readyState = 0;
  sent: unknown[] = [];
  closed = false;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  constructor() {
    FakeSocket.made.push(this);
  }
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  close() {
    this.closed = true;
  }
  opens() {
    this.readyState = 1;
    this.onopen?.();
  }
  says(message: ServerMsg) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  ends(code = 1006) {
    this.readyState = 3;
    this.onclose?.({ code });
  }
}

const last = () => FakeSocket.made.at(-1) as FakeSocket;
let links: Link[];
let connection: Connection;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.spyOn(Math, "random").mockReturnValue(0);
  FakeSocket.made = [];
  links = [];
  connection = new Connection("ws://x", {
    onMessage: () => undefined,
    onLink: (link) => links.push(link),
    hello: () => ({ type: "hello", v: 1, token: "t" }),
  });
  connection.start();
});

afterEach(() => {
  connection.stop();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe("a connection", () => {
  it("says hello when it opens, and sends only while it is open", () => {
    expect(connection.send({ type: "ping", n: 1 })).toBe(false);
    last().opens();
    expect(last().sent).toEqual([{ type: "hello", v: 1, token: "t" }]);
    expect(connection.send({ type: "ping", n: 1 })).toBe(true);
  });

  it("comes back after ever longer waits, and after the first again once it was heard", () => {
    for (const [n, wait] of [...BACKOFF, 8000].entries()) {
      last().ends();
      expect(links.at(-1)).toEqual({ is: "waiting", attempt: n + 1 });
      vi.advanceTimersByTime(wait - 1);
      expect(FakeSocket.made).toHaveLength(n + 1);
      vi.advanceTimersByTime(1);
      expect(FakeSocket.made).toHaveLength(n + 2);
    }
    last().opens();
    last().says({ type: "pong", n: 1 });
    last().ends();
    vi.advanceTimersByTime(BACKOFF[0]);
    expect(FakeSocket.made).toHaveLength(8);
  });

  it("gives up where trying again is of no use", () => {
    last().ends(4404);
    expect(links).toEqual([{ is: "lost", code: 4404 }]);
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.made).toHaveLength(1);
  });

  it("beats, and takes silence for death", () => {
    const first = last();
    first.opens();
    vi.advanceTimersByTime(PING_EVERY);
    expect(first.sent.at(-1)).toEqual({ type: "ping", n: 1 });
    vi.advanceTimersByTime(SILENCE);
    expect(first.closed).toBe(true);
    expect(links.at(-1)).toMatchObject({ is: "waiting" });
  });

  it("does not wait when the network is back", () => {
    last().ends();
    dispatchEvent(new Event("online"));
    expect(FakeSocket.made).toHaveLength(2);
  });

  it("ends when it is told to", () => {
    connection.stop();
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.made).toHaveLength(1);
    expect(last().closed).toBe(true);
  });
});
