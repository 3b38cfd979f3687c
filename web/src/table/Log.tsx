/** What happened, turn by turn; a press on a sentence shows the position after it. */
import { memo, type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { Line, Message } from "../api/types";
import { useLocale } from "../i18n/Locale";
import { Button } from "../ui/Button";
import { PlayerMark } from "../ui/PlayerMark";
import styles from "./Log.module.css";

interface LogProps {
  lines: readonly Line[];
  /** The position that is shown; null is now. */
  at: number | null;
  onGo(at: number): void;
  names: readonly string[];
  game: string;
  /** Lines that are told together where they follow one another, each with the parameter that differs. */
  runs?: Runs | undefined;
  /** What every move has that is told in one sentence. */
  ends?: readonly string[] | undefined;
  /** What stands beside its title. */
  children?: ReactNode;
}

type Runs = Readonly<Record<string, string>>;

interface Moves {
  /** Whether there are words for it as a part of a move. */
  has(message: Message): boolean;
  /** What every move has once, before or after what it does. */
  ends: readonly string[];
}

/** Of a message that has all that a move does. */
const MOVE = "log.move";

/** Lines that are drawn; older ones on request, so that a long game stays light. */
const DRAWN = 150;
/** Lines that are drawn before the one that is looked at. */
const AROUND = 50;

export function Log({ lines: all, at, onGo, names, game, runs, ends, children }: LogProps) {
  const { t, has, isPart } = useLocale();
  const setUp = `${game}_ui.log.setup`;
  const lines = useMemo(
    () => inShort(all, has(setUp) ? setUp : null, runs, ends ? { has: isPart, ends } : null),
    [all, setUp, runs, ends, has, isPart],
  );
  const [drawn, setDrawn] = useState(DRAWN);
  const box = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const here = at === null ? lines.length : lines.findLastIndex((line) => line.at <= at);
  const from = Math.max(0, Math.min(lines.length - drawn, here - AROUND));
  const shown = lines.slice(from, from + drawn);
  const current = at === null ? -1 : here - from;

  // biome-ignore lint/correctness/useExhaustiveDependencies: new lines move the list, unless somebody reads older ones
  useLayoutEffect(() => {
    const element = box.current;
    if (element && atEnd.current && at === null) element.scrollTop = element.scrollHeight;
  }, [lines, at]);

  // a box that becomes lower, as for a hint above it, still ends with the last line
  useEffect(() => {
    const element = box.current;
    if (!element || at !== null) return;
    const watching = new ResizeObserver(() => {
      if (atEnd.current) element.scrollTop = element.scrollHeight;
    });
    watching.observe(element);
    return () => watching.disconnect();
  }, [at]);

  useEffect(() => {
    const row = box.current?.querySelector<HTMLElement>(`[data-line="${current}"]`);
    const element = box.current;
    if (row && element) element.scrollTop = row.offsetTop - element.clientHeight / 2;
  }, [current]);

  return (
    <section className={styles.log} aria-labelledby="log-title" data-part="log">
      <header>
        <h2 id="log-title">{t("ui.log.title")}</h2>
        {children}
      </header>
      <div
        ref={box}
        className={styles.box}
        role="log"
        aria-live="off"
        aria-labelledby="log-title"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
        tabIndex={0}
        onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
          atEnd.current = scrollHeight - scrollTop - clientHeight < 30;
        }}
      >
        {from > 0 ? (
          <Button small look="quiet" onClick={() => setDrawn(drawn + 4 * DRAWN)}>
            {t("ui.log.earlier")}
          </Button>
        ) : null}
        <ol>
          {turnsOf(shown).map(({ seat, from: first, lines }) => (
            <li key={`${from + first} ${lines[0]?.at}`} className={styles.turn} data-mark={lines[0]?.mark ?? undefined}>
              <span className={styles.who}>{seat === null ? null : <PlayerMark seat={seat} name={names[seat]} />}</span>
              <ol className={styles.sentences}>
                {lines.map((line, n) => (
                  <LogLine
                    key={`${line.at} ${n}`}
                    line={line}
                    n={first + n}
                    subject={goesOn(lines, n) ? names[line.seat ?? -1] : undefined}
                    current={first + n === current}
                    later={at !== null && line.at > at}
                    onGo={onGo}
                  />
                ))}
              </ol>
            </li>
          ))}
        </ol>
      </div>
      <Announcer lines={all} />
    </section>
  );
}

/** The lines in short: one for all that sets the game up, one for each run of what is told together, one for each move. */
export function inShort(
  lines: readonly Line[],
  setUp: string | null,
  runs: Runs = {},
  moves: Moves | null = null,
): readonly Line[] {
  const begins = lines.findIndex(({ mark }) => HEADS.has(mark));
  const last = lines[begins - 1];
  const isWhole = setUp !== null && last !== undefined && lines[0]?.at === 0 && !lines[0].mark;
  const found: Line[] = isWhole ? [{ at: last.at, seat: null, m: { k: setUp } }] : [];
  /** The place of the move that is going on, and whether what it does and what it ends with have been told. */
  let move: { at: number; does: boolean; ends: boolean } | null = null;
  for (const line of isWhole ? lines.slice(begins) : lines) {
    const before = found.at(-1);
    const param = runs[line.m.k];
    if (param && before?.m.k === line.m.k && before.seat === line.seat && !line.mark) {
      const values = [before, line].flatMap(({ m }) => m.a?.[param] ?? []);
      const together = { ...line.m, a: { ...line.m.a, [param]: values } };
      found[found.length - 1] = { ...line, mark: before.mark ?? null, m: together };
      continue;
    }
    const open: Line | undefined = move ? found[move.at] : undefined;
    const isEnd = moves?.ends.includes(line.m.k) ?? false;
    if (line.mark || !moves?.has(line.m)) {
      if (line.mark) move = null;
      found.push(line);
    } else if (move && open?.seat === line.seat && !(move.does && move.ends)) {
      const parts = open.m.k === MOVE ? (open.m.a?.parts as Message[]) : [open.m];
      found[move.at] = { ...line, m: { k: MOVE, a: { parts: [...parts, line.m] } } };
      move = { at: move.at, does: move.does || !isEnd, ends: move.ends || isEnd };
    } else {
      move = { at: found.length, does: !isEnd, ends: isEnd };
      found.push(line);
    }
  }
  return found;
}

interface TurnLines {
  seat: number | null;
  /** The place of its first line. */
  from: number;
  lines: Line[];
}

const HEADS: ReadonlySet<string | null | undefined> = new Set(["turn", "round", "era"]);

/** The lines in groups, each from where a turn, a round or an era begins. */
function turnsOf(lines: readonly Line[]): TurnLines[] {
  const turns: TurnLines[] = [];
  for (const [from, line] of lines.entries()) {
    const open = turns.at(-1);
    if (open && !HEADS.has(line.mark)) open.lines.push(line);
    else turns.push({ seat: line.seat, from, lines: [line] });
  }
  return turns;
}

/** Whether a line tells more of whom the one before it was about. */
function goesOn(lines: readonly Line[], n: number): boolean {
  const seat = lines[n]?.seat ?? null;
  return seat !== null && lines[n - 1]?.seat === seat;
}

interface LogLineProps {
  line: Line;
  n: number;
  /** Whom the sentence before told of: one that begins with that name goes on without it. */
  subject: string | undefined;
  current: boolean;
  later: boolean;
  onGo(at: number): void;
}

const LogLine = memo(function LogLine({ line, n, subject, current, later, onGo }: LogLineProps) {
  const { brief, move } = useLocale();
  return (
    <li data-mark={line.mark ?? undefined} data-later={later ? "" : undefined}>
      <button
        type="button"
        data-line={n}
        className={styles.line}
        aria-current={current ? "step" : undefined}
        onClick={() => onGo(line.at)}
      >
        {line.m.k === MOVE ? `${move(line.m)}.` : without(subject, brief(line.m))}
      </button>{" "}
    </li>
  );
});

/** A sentence without the name that it begins with, which may stand in marks of its direction; a sentence still. */
export function without(subject: string | undefined, text: string): string {
  if (!subject) return text;
  const start = [`${subject} `, `\u2068${subject}\u2069 `, `\u2067${subject}\u2069 `].find((one) =>
    text.startsWith(one),
  );
  if (!start) return text;
  const [first = "", ...rest] = text.slice(start.length);
  return first.toLocaleUpperCase() + rest.join("");
}

/** How long nothing must happen before what happened is read out, as one text. */
const QUIET = 600;

/** Reads new lines out together, rather than one by one while agents play. */
function Announcer({ lines }: { lines: readonly Line[] }) {
  const { brief } = useLocale();
  const [text, setText] = useState("");
  const said = useRef<Line | undefined>(lines.at(-1));
  useEffect(() => {
    const timer = setTimeout(() => {
      const from = said.current ? lines.lastIndexOf(said.current) + 1 : 0;
      said.current = lines.at(-1);
      const fresh = lines.slice(from);
      if (fresh.length > 0)
        setText(
          fresh
            .slice(-12)
            .map((line) => brief(line.m))
            .join(" "),
        );
    }, QUIET);
    return () => clearTimeout(timer);
  }, [lines, brief]);
  return (
    <div aria-live="polite" className="visually-hidden">
      {text}
    </div>
  );
}
