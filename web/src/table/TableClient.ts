/** One table's connection and state, for as long as its page is open. */
import { Connection } from "../api/connection";
import { type Eyes, sameEyes, tokenOf, watchesOnly } from "../api/eyes";
import { BAD_TOKEN, type ClientMsg, type SeatThrow, type ServerMsg } from "../api/types";
import { EMPTY, type Pending, reduce, type TableEvent, type TableState } from "./store";

/** A message of mine before it has its cid and the state that it was decided on. */
type Wish =
  | { type: "act"; actions: string[] }
  | { type: "undo" }
  | { type: "hint" }
  | { type: "seat"; take: "agent" | "human"; agent?: string; seat?: number; token?: string }
  | { type: "name"; name: string };

interface Options {
  url: string;
  /** Whether steps are shown as they arrive. */
  instant(): boolean;
}

export class TableClient {
  private state: TableState = EMPTY;
  private readonly listeners = new Set<() => void>();
  private readonly connection: Connection;
  private eyes: Eyes | undefined;
  private hands: readonly string[] = [];
  private thrown: SeatThrow | null = null;

  constructor(private readonly options: Options) {
    this.connection = new Connection(options.url, {
      onMessage: (message) => this.receive(message),
      onLink: (link) => this.dispatch({ type: "link", link }),
      hello: () => this.hello(),
    });
  }

  // `subscribe` and `get` are what useSyncExternalStore asks for
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly get = (): TableState => this.state;

  start(eyes: Eyes | undefined): void {
    this.eyes = eyes;
    this.connection.start();
  }

  stop(): void {
    this.connection.stop();
  }

  /** Look with other eyes; without a key, as anybody does. */
  sitAs(eyes: Eyes | undefined): void {
    if (sameEyes(eyes, this.eyes)) return;
    this.eyes = eyes;
    const { link } = this.state;
    if (link.is === "lost" && link.code === BAD_TOKEN) {
      this.dispatch({ type: "link", link: { is: "connecting" } });
      this.connection.start();
    } else this.connection.send(this.hello());
  }

  /** Send a message of mine; it is kept, and sent again with the same cid, until the server has answered it. */
  wish(wish: Wish): void {
    const { seq } = this.state;
    const cid = freshCid();
    const message: Pending = wish.type === "seat" || wish.type === "name" ? { ...wish, cid } : { ...wish, cid, seq };
    this.dispatch({ type: "send", message });
    this.connection.send(message);
  }

  /** Take a seat's last decision back; with that seat's eyes, if another one looks. */
  takeBack(seat: number, eyes: Eyes | undefined): void {
    if (seat !== this.state.you) this.sitAs(eyes);
    this.wish({ type: "undo" });
  }

  /** Tell the others for which seats this screen presses, by their keys, and the last throw of them that it shows. */
  press(hands: readonly string[], thrown: SeatThrow | null): void {
    const areNew = hands.join() !== this.hands.join();
    const isNew = thrown !== null && !sameThrow(thrown, this.thrown);
    this.hands = hands;
    this.thrown = thrown;
    this.sayPress(areNew, isNew);
  }

  readonly dispatch = (event: TableEvent): void => {
    const next = reduce(this.state, event);
    if (next === this.state) return;
    this.state = next;
    for (const listener of this.listeners) listener();
  };

  private receive(message: ServerMsg): void {
    const gap = this.state.gap;
    this.dispatch({ type: "server", message: this.toMe(message), instant: this.options.instant() });
    if (this.state.gap && !gap) this.connection.send(this.hello());
    if (message.type !== "sync") return;
    this.sayPress(this.hands.length > 0);
    if (this.state.pending) this.connection.send(this.state.pending);
  }

  /** A screen that is handed over holds no throw back as a spectator's does: its last player may take a decision back. */
  private toMe(message: ServerMsg): ServerMsg {
    const isHandedOver = this.eyes !== undefined && watchesOnly(this.eyes);
    return message.type === "sync" && isHandedOver ? { ...message, before: null } : message;
  }

  private sayPress(hands: boolean, thrown = hands): void {
    if (hands) this.connection.send({ type: "hands", tokens: [...this.hands] });
    if (thrown && this.thrown && this.hands.length > 0) this.connection.send({ type: "throw", ...this.thrown });
  }

  private hello(): ClientMsg {
    if (this.eyes === undefined) return { type: "hello", v: 1 };
    return { type: "hello", v: 1, token: tokenOf(this.eyes), ...(watchesOnly(this.eyes) ? { watch: true } : {}) };
  }
}

function sameThrow(one: SeatThrow, other: SeatThrow | null): boolean {
  return one.seat === other?.seat && one.at === other.at && one.left === other.left;
}

/** A name that no message of this seat has had, of this page or of one before a reload: 128 bits at random. */
function freshCid(): string {
  // `randomUUID` is missing where a page comes over plain HTTP from another machine, as it does to friends at home
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
