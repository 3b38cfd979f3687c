/**
 * A socket that stays: it says hello, beats, notices silence, and comes back by itself.
 *
 * It knows nothing of the table. What arrives goes to `onMessage`, how the connection stands to `onLink`.
 */
import type { Link } from "../table/store";
import { type ClientMsg, FINAL_CLOSE_CODES, type ServerMsg } from "./types";

/** Waits between attempts, in milliseconds; the last one repeats. Each is lengthened by up to a quarter at random. */
export const BACKOFF = [500, 1000, 2000, 4000, 8000] as const;
/** How often a visible page says that it is there. */
export const PING_EVERY = 15_000;
/** Silence after which the connection counts as dead: a network that is gone does not close a socket. */
export const SILENCE = 25_000;
export const SUBPROTOCOL = "magnate.v1";

interface Listeners {
  onMessage(message: ServerMsg): void;
  onLink(link: Link): void;
  /** What to say first. */
  hello(): ClientMsg;
}

export class Connection {
  private socket: WebSocket | null = null;
  private attempt = 0;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private beat: ReturnType<typeof setInterval> | undefined;
  private heard = 0;
  private pings = 0;
  private stopped = true;

  constructor(
    private readonly url: string,
    private readonly listeners: Listeners,
  ) {}

  start(): void {
    this.stopped = false;
    addEventListener("online", this.hurry);
    document.addEventListener("visibilitychange", this.hurry);
    this.open();
  }

  stop(): void {
    this.stopped = true;
    removeEventListener("online", this.hurry);
    document.removeEventListener("visibilitychange", this.hurry);
    this.drop();
    clearTimeout(this.retry);
  }

  /** Whether it could be sent now; what could not is said again by the caller after the next sync. */
  send(message: ClientMsg): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  private open(): void {
    clearTimeout(this.retry);
    this.drop();
    this.heard = Date.now();
    const socket = new WebSocket(this.url, SUBPROTOCOL);
    this.socket = socket;
    socket.onopen = () => this.send(this.listeners.hello());
    socket.onmessage = ({ data }) => {
      this.heard = Date.now();
      this.attempt = 0;
      this.listeners.onMessage(JSON.parse(String(data)) as ServerMsg);
    };
    socket.onclose = ({ code }) => this.closed(code);
    this.beat = setInterval(() => this.check(), PING_EVERY);
  }

  /** Forget the present socket without hearing of its end. */
  private drop(): void {
    clearInterval(this.beat);
    if (!this.socket) return;
    const socket = this.socket;
    this.socket = null;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  private closed(code: number): void {
    clearInterval(this.beat);
    this.socket = null;
    if (this.stopped) return;
    if (FINAL_CLOSE_CODES.has(code)) {
      this.stop();
      this.listeners.onLink({ is: "lost", code });
      return;
    }
    const wait = BACKOFF[Math.min(this.attempt, BACKOFF.length - 1)] ?? BACKOFF[0];
    this.attempt += 1;
    this.listeners.onLink({ is: "waiting", attempt: this.attempt });
    this.retry = setTimeout(() => this.open(), wait * (1 + Math.random() / 4));
  }

  private check(): void {
    if (Date.now() - this.heard > SILENCE) {
      this.drop();
      this.closed(0);
    } else if (document.visibilityState === "visible") {
      this.pings += 1;
      this.send({ type: "ping", n: this.pings });
    }
  }

  /** The network is back or somebody looks again: do not wait. */
  private readonly hurry = (): void => {
    if (this.stopped || document.visibilityState === "hidden") return;
    if (this.socket === null) this.open();
    else if (Date.now() - this.heard > SILENCE) {
      this.drop();
      this.closed(0);
    } else this.check();
  };
}
