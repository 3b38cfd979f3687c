/** One set of controls for a running game and for an earlier position of it. */
import type { Turn } from "../api/types";
import type { Locale } from "../i18n/Locale";
import type { Playback } from "./usePlayback";
import type { Replay, Unit, Way } from "./useReplay";

export interface Transport {
  at: number;
  total: number;
  /** Whether the newest position is looked at (or what leads to it). */
  live: boolean;
  ended: boolean;
  playing: boolean;
  waiting: number;
  turns: readonly Turn[];
  /** Where each turn begins. */
  starts: readonly number[];
  /** The turn that the position belongs to, from 1; 0 before the first. */
  turn: number;
  go(at: number): void;
  back(): void;
  forward(): void;
  /** To where a turn, a round or an era begins. */
  seek(unit: Unit, way: Way): void;
  /** Play or pause. */
  toggle(): void;
  now(): void;
}

export function makeTransport(
  replay: Replay,
  playback: Playback,
  shown: number,
  total: number,
  ended: boolean,
): Transport {
  const live = replay.at === null;
  const at = replay.at ?? shown;
  const now = () => {
    playback.now();
    replay.go(null);
  };
  return {
    at,
    total,
    live,
    ended,
    playing: live ? !playback.paused && playback.held === null : replay.playing,
    // before one's own throw nobody is behind: what follows it has not happened yet
    waiting: live && playback.held === null ? playback.waiting : 0,
    turns: replay.turns,
    starts: replay.starts,
    turn: replay.starts.findLastIndex((one) => one <= at) + 1,
    go: replay.go,
    back: () => replay.go(Math.max(0, at - 1)),
    forward: () => (live ? playback.step() : replay.go(at + 1)),
    seek: (unit, way) => void replay.seek(unit, way, at),
    toggle: () => {
      if (!live) replay.setPlaying(!replay.playing);
      else if (playback.held !== null) playback.step();
      else playback.setPaused(!playback.paused);
    },
    now,
  };
}

/** Where one is, in words: the turn and how many decisions of it are made; the step while the turns are not known. */
export function whereAt({ at, total, turn, starts }: Transport, t: Locale["t"]): string {
  const begin = starts[turn - 1];
  if (begin === undefined) return t("ui.replay.at", { at, total });
  const where = { turn, turns: starts.length, made: at - begin };
  return t(where.made > 0 ? "ui.replay.turn.within" : "ui.replay.turn", where);
}
