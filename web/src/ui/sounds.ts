/** Six soft sounds, made of oscillators and noise; none until the reader switches them on. */
import { useEffect, useRef } from "react";
import type { Decision, Line } from "../api/types";
import { settings } from "./settings";

export type Cue = "dice" | "money" | "build" | "turn" | "alert" | "end";

/** Notes of a cue: when it begins, how long it lasts (seconds) and its pitch (hertz); noise where the pitch is 0. */
const NOTES: Record<Cue, readonly (readonly [start: number, length: number, pitch: number])[]> = {
  dice: [0, 0.07, 0.13, 0.2].map((start) => [start, 0.04, 0] as const),
  money: [
    [0, 0.1, 1175],
    [0.07, 0.18, 1568],
  ],
  build: [
    [0, 0.05, 0],
    [0.03, 0.15, 196],
  ],
  turn: [
    [0, 0.12, 523],
    [0.1, 0.2, 784],
  ],
  alert: [
    [0, 0.1, 659],
    [0.14, 0.1, 659],
  ],
  end: [523, 659, 784].map((pitch, n) => [0.1 * n, 0.18, pitch] as const),
};

let context: AudioContext | null = null;

export function play(cue: Cue, volume: number): void {
  // before the page is touched browsers hold all sounds back, and would then play them at once
  if (navigator.userActivation?.hasBeenActive === false) return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  for (const [start, length, pitch] of NOTES[cue]) sound(context, context.currentTime + start, length, pitch, volume);
}

function sound(audio: AudioContext, from: number, length: number, pitch: number, volume: number): void {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0.0001, from);
  gain.gain.exponentialRampToValueAtTime(0.2 * volume, from + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.0001, from + length);
  gain.connect(audio.destination);
  const source = pitch === 0 ? noise(audio, length) : new OscillatorNode(audio, { type: "sine", frequency: pitch });
  source.connect(gain);
  source.start(from);
  source.stop(from + length);
}

function noise(audio: AudioContext, length: number): AudioBufferSourceNode {
  const buffer = audio.createBuffer(1, Math.ceil(length * audio.sampleRate), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let n = 0; n < samples.length; n++) samples[n] = 0.6 * (2 * Math.random() - 1);
  return new AudioBufferSourceNode(audio, { buffer });
}

/** What a step sounds like: the first of these that its lines tell of. */
const HEARD: readonly (readonly [Cue, RegExp])[] = [
  ["dice", /event\.(throws|rolled)/],
  ["build", /event\.(builds|flips|links|develops)/],
  ["money", /event\.(pays|receives|buys|sold|sells|rent|salary|traded|borrows)/],
];

export function cueOf(lines: readonly Line[]): Cue | null {
  return HEARD.find(([, pattern]) => lines.some(({ m }) => pattern.test(m.k)))?.[0] ?? null;
}

/** What a question sounds like: what others wait for, or what is owed, is more urgent than a turn. */
export function cueOfQuestion({ prompt }: Decision): Cue {
  return /prompt\.(auction|trade\.answer|debt|shortfall)/.test(prompt.k) ? "alert" : "turn";
}

/** Plays what happens at a table. */
export function useSounds(lines: readonly Line[], decision: Decision | null, isOver: boolean): void {
  const { sound: isOn, volume } = settings.use();
  const asked = decision?.id ?? null;
  const before = useRef({ lines, asked, isOver });
  useEffect(() => {
    const last = before.current;
    before.current = { lines, asked, isOver };
    if (!isOn) return;
    const step = lines === last.lines ? null : cueOf(lines);
    if (isOver && !last.isOver) play("end", volume);
    else if (step) play(step, volume);
    else if (decision && asked !== last.asked) play(cueOfQuestion(decision), volume);
  }, [lines, asked, decision, isOver, isOn, volume]);
}
