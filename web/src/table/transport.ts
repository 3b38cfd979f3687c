/** One set of controls for a running game and for an earlier position of it. */
import type { Turn } from "../api/types";
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
    playing: live ? !playback.paused : replay.playing,
    waiting: live ? playback.waiting : 0,
    turns: replay.turns,
    go: replay.go,
    back: () => replay.go(Math.max(0, at - 1)),
    forward: () => (live ? playback.step() : replay.go(at + 1)),
    seek: (unit, way) => void replay.seek(unit, way, at),
    toggle: () => (live ? playback.setPaused(!playback.paused) : replay.setPlaying(!replay.playing)),
    now,
  };
}
