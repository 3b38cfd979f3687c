/**
 * What the page knows of a table: one pure function from a state and an event to the next state.
 *
 * `latest` is what the server said last. What is shown may be behind it: the steps of agents wait in a queue, so that
 * a reader can follow them at a speed of choice, pause and go one by one. My own decision is offered when the queue is
 * empty. Nothing here has effects; `connection.ts` sends and `usePlayback.ts` keeps the time.
 */
import type {
  ClientMsg,
  Decision,
  GameView,
  HintAction,
  Line,
  Message,
  Part,
  RejectCode,
  Reveal,
  Seat,
  SeatThrow,
  ServerMsg,
  StepMsg,
  SyncMsg,
  TableInfo,
  View,
} from "../api/types";
import { together } from "./staticView";

/** How the connection stands. `lost` carries the reason after which trying again is of no use. */
export type Link =
  | { is: "connecting" }
  | { is: "live" }
  | { is: "waiting"; attempt: number }
  | { is: "lost"; code: number };

export interface Frame {
  view: View;
  /** What the step that led here did. */
  lines: Line[];
  /** The seats of people for whom agents played when it came. */
  played?: readonly number[];
  /** It is shown at once, but for throws that wait: my own answer, what happened before I came, or while I looked away. */
  hurried?: "mine" | "past" | "missed";
  /** It is from before my first decision: at every speed my throw waits for me. */
  opening?: boolean;
  /** The action that I have taken with it, in words, until a part of it is shown. */
  by?: Message | undefined;
  /** Lines of the next step that are shown already; its view comes later. */
  shownLines?: readonly Line[] | undefined;
}

/** A message of mine that the server has not confirmed; it is sent again, with its cid, after a new connection. */
export type Pending = Extract<ClientMsg, { cid: string }>;

export interface Rejection {
  code: RejectCode;
  m: Message;
}

export interface TableState {
  link: Link;
  table: TableInfo | null;
  seats: Seat[];
  /** The last throws that the players of other screens have let happen. */
  thrown: readonly SeatThrow[];
  you: number | null;
  /** The sequence number of the last step that arrived; -1 before the first sync. */
  seq: number;
  latest: View | null;
  /** What is put back into the view of every step. */
  staticView: GameView | null;
  /** Lines that came ahead of their step. */
  ahead: Line[];
  /** What I may decide at `latest`. */
  decision: Decision | null;
  /** The seat of this browser that may take its last decision back, as far as is known; it need not be the one that looks. */
  undo: number | null;
  shown: Frame | null;
  queue: Frame[];
  /** Lines up to what is shown. */
  log: Line[];
  turns: number;
  /** A step was missed: say hello again. */
  gap: boolean;
  pending: Pending | null;
  rejected: Rejection | null;
  /** The agent that is waited for; `preparing` while its code is loaded or, the first time, compiled. */
  thinking: { seat: number; agent: string; preparing: boolean } | null;
  /** The cid of the hint that is being made ready in the same way. */
  preparing: string | null;
  hint: { agent: string; quantity: "win" | "share"; policy: string; actions: HintAction[] } | null;
}

export type TableEvent =
  | { type: "server"; message: ServerMsg; instant: boolean }
  | { type: "link"; link: Link }
  | { type: "send"; message: Pending }
  /** Show the next step of the queue. */
  | { type: "advance" }
  /** Show my throw, for which it waited; what follows is shown in its time. */
  | { type: "throw"; count: number | undefined }
  /** Show the first lines of the next step; what it did is shown later. */
  | { type: "showLines"; count: number }
  /** Show everything that has arrived, or so many steps of it and lines of the next. */
  | { type: "now"; until?: { steps: number; lines: number } }
  | { type: "dismiss" };

export const EMPTY: TableState = {
  link: { is: "connecting" },
  table: null,
  seats: [],
  thrown: [],
  you: null,
  seq: -1,
  latest: null,
  staticView: null,
  ahead: [],
  decision: null,
  undo: null,
  shown: null,
  queue: [],
  log: [],
  turns: 0,
  gap: false,
  pending: null,
  rejected: null,
  thinking: null,
  preparing: null,
  hint: null,
};

/** More steps than these are not kept waiting: a reader who is so far behind sees the oldest at once. */
export const LONGEST_QUEUE = 500;
/** Lines of the log that are kept; older ones are asked for when a reader goes back. */
export const LONGEST_LOG = 2000;

export function reduce(state: TableState, event: TableEvent): TableState {
  switch (event.type) {
    case "server":
      return receive(state, event.message, event.instant);
    case "link":
      return { ...state, link: event.link, thinking: null };
    case "send":
      return { ...state, pending: event.message, rejected: null };
    case "advance":
      return advance(state, 1);
    case "throw": {
      const next = { ...state, queue: state.queue.map((frame, n) => (n === 0 ? frame : inItsTime(frame))) };
      return event.count ? showLines(next, event.count) : advance(next, 1);
    }
    case "showLines":
      return showLines(state, event.count);
    case "now": {
      const { steps, lines } = event.until ?? { steps: state.queue.length, lines: 0 };
      const next = advance(state, steps);
      return lines > 0 ? showLines(next, lines) : next;
    }
    case "dismiss":
      return { ...state, rejected: null, hint: null };
  }
}

/** The seats whose dice wait for a press of their players. */
export function pressing(seats: readonly Seat[]): number[] {
  return seats.filter((one) => one.throws && !one.taken_over).map((one) => one.seat);
}

/** What I am asked now: nothing while steps wait to be shown or my answer is under way. */
export function asked(state: TableState): Decision | null {
  return isSettled(state) ? state.decision : null;
}

/** The seat that may take its last decision back now. */
export function mayTakeBack(state: TableState): number | null {
  return isSettled(state) ? state.undo : null;
}

/** Whether something that I have asked for is not done yet; a hint is only told. */
export function isUnderWay({ pending }: TableState): boolean {
  return pending !== null && pending.type !== "hint";
}

function isSettled(state: TableState): boolean {
  return state.queue.length === 0 && !isUnderWay(state);
}

function receive(state: TableState, message: ServerMsg, instant: boolean): TableState {
  switch (message.type) {
    case "sync":
      return synced(state, message, instant);
    case "step":
      return stepped(state, message, instant);
    case "lines":
      return message.seq === state.seq + 1 ? { ...state, ahead: [...state.ahead, ...message.lines] } : state;
    case "ack":
      return state.pending?.cid === message.cid ? { ...state, pending: null } : state;
    case "reject":
      return message.cid === null || state.pending?.cid === message.cid
        ? { ...state, pending: null, rejected: { code: message.code, m: message.m } }
        : state;
    case "seats":
      return { ...state, seats: message.seats };
    case "thrown": {
      const { type: _, ...one } = message;
      return { ...state, thrown: [...state.thrown.filter(({ seat }) => seat !== one.seat), one] };
    }
    case "think":
      return { ...state, thinking: { seat: message.seat, agent: message.agent, preparing: false } };
    case "preparing":
      return message.cid === null
        ? { ...state, thinking: { seat: message.seat, agent: message.agent, preparing: true } }
        : { ...state, preparing: message.cid };
    case "hint":
      return state.pending?.cid === message.cid
        ? {
            ...state,
            hint: {
              agent: message.agent,
              quantity: message.quantity,
              policy: message.policy,
              actions: message.actions,
            },
            pending: null,
          }
        : state;
    case "over":
      return { ...state, table: revealed(state.table, message.reveal) };
    case "pong":
    case "bye":
      return state;
  }
}

function synced(state: TableState, message: SyncMsg, instant: boolean): TableState {
  const opening = message.before?.view.at === 0;
  const before = instant && !opening && pressing(message.seats).length === 0 ? null : (message.before ?? null);
  const first = before ? message.log.length - before.lines : message.log.length;
  const staticView = message.scenery ?? null;
  return {
    ...state,
    link: { is: "live" },
    table: message.table,
    seats: message.seats,
    thrown: message.thrown ?? [],
    you: message.you,
    seq: message.seq,
    latest: message.view,
    staticView,
    ahead: [],
    decision: message.decision,
    // another seat of this browser may look now: what the one before it may do is still true while nothing happens
    undo: message.undo ? message.you : message.seq === state.seq ? state.undo : null,
    shown: { view: before ? whole(before.view, staticView) : message.view, lines: [] },
    queue: before
      ? framesOf(
          before.parts,
          { view: message.view, lines: message.log.slice(first), hurried: "past", opening },
          staticView,
        )
      : [],
    log: message.log.slice(0, first),
    turns: message.turns,
    gap: false,
    thinking: null,
    hint: null,
  };
}

function stepped(state: TableState, message: StepMsg, instant: boolean): TableState {
  if (message.seq <= state.seq) return state;
  if (message.seq > state.seq + 1) return { ...state, gap: true };
  const mine = message.cid !== undefined && message.cid !== null && message.cid === state.pending?.cid;
  const view = whole(message.view, state.staticView);
  const next: TableState = {
    ...state,
    seq: message.seq,
    latest: view,
    ahead: [],
    decision: message.decision,
    undo: message.undo ? state.you : null,
    gap: false,
    pending: mine ? null : state.pending,
    thinking: null,
    hint: null,
    table: state.table && message.view.over ? { ...state.table, status: "over" } : state.table,
  };
  const played = state.seats.filter((one) => one.taken_over).map((one) => one.seat);
  const lines = [...state.ahead, ...message.lines];
  const isHeld = pressing(state.seats).length > 0;
  const hurried = instant && isHeld ? { hurried: "missed" as const } : {};
  const frame: Frame = { view, lines, played, ...(mine ? { hurried: "mine", by: takenBy(state) } : hurried) };
  if (message.undone) return show({ ...next, queue: [], log: upTo(state.log, message.at) }, [frame]);
  const [first = frame, ...turns] = framesOf(message.parts, frame, state.staticView);
  const queued = { ...next, queue: [...next.queue, first, ...turns.map(inItsTime)] };
  if (instant && !isHeld && !state.queue[0]?.opening) return advance(queued, queued.queue.length);
  return advance(queued, Math.max(0, queued.queue.length - LONGEST_QUEUE));
}

/** What is shown one after the other: each part of a step, and the rest of it. */
function framesOf(parts: readonly Part[] | null | undefined, step: Frame, staticView: GameView | null): Frame[] {
  const frames: Frame[] = [];
  let { lines } = step;
  for (const part of parts ?? []) {
    frames.push({ ...step, view: whole(part.view, staticView), lines: lines.slice(0, part.lines) });
    lines = lines.slice(part.lines);
  }
  return [...frames, { ...step, lines }];
}

/** A step that the reader follows like any other. */
function inItsTime({ hurried: _, by: __, opening: ___, ...frame }: Frame): Frame {
  return frame;
}

function whole(view: View, staticView: GameView | null): View {
  return staticView ? { ...view, board: together(view.board, staticView) as GameView } : view;
}

/** Show the first `count` steps of the queue. */
function advance(state: TableState, count: number): TableState {
  if (count === 0) return state;
  return show({ ...state, queue: state.queue.slice(count) }, state.queue.slice(0, count));
}

/** Show the first `count` lines of the next step, which goes on waiting with the others. */
function showLines(state: TableState, count: number): TableState {
  const [next, ...later] = state.queue;
  if (!next || !state.shown) return state;
  const lines = next.lines.slice(0, count);
  const rest = { ...next, lines: next.lines.slice(count), by: undefined };
  const shownLines = [...(state.shown.shownLines ?? []), ...lines];
  return show({ ...state, queue: [rest, ...later] }, [{ ...state.shown, lines, shownLines }]);
}

/** The last action that I have sent, as I was asked. */
function takenBy({ pending, decision }: TableState): Message | undefined {
  const name = pending?.type === "act" ? pending.actions.at(-1) : undefined;
  return decision?.actions.find((action) => action.name === name)?.m;
}

function show(state: TableState, frames: Frame[]): TableState {
  const last = frames.at(-1);
  if (!last) return state;
  const lines = frames.flatMap((frame) => frame.lines);
  return {
    ...state,
    shown: { view: last.view, lines, shownLines: last.shownLines },
    log: [...state.log, ...lines].slice(-LONGEST_LOG),
  };
}

/** The lines that are true of the first `at` steps. */
function upTo(log: Line[], at: number): Line[] {
  return log.filter((line) => line.at <= at);
}

function revealed(table: TableInfo | null, reveal: Reveal | null): TableInfo | null {
  return table ? { ...table, status: "over", reveal, sealed: table.sealed && reveal === null } : null;
}
