/** The table itself: board, seats, dock, log and replay, put together for the position that is looked at. */
import { useQuery } from "@tanstack/react-query";
import { type FC, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useLocation, useSearch } from "wouter";
import { api } from "../api/client";
import type { Eyes } from "../api/eyes";
import type { Action, Decision, GameSpec, Line, Ref, Seat, TableInfo } from "../api/types";
import { GenericBoard } from "../games/generic/GenericBoard";
import type { BoardProps, GameUI } from "../games/registry";
import { Guide } from "../guide/Guide";
import { useLocale } from "../i18n/Locale";
import { RuleLink } from "../rules/RuleLink";
import { Button } from "../ui/Button";
import { Copy } from "../ui/Copy";
import { Fallback } from "../ui/Fallback";
import { carefulness, change, mayMove, settings, useMedia } from "../ui/settings";
import { useSounds } from "../ui/sounds";
import { steadyPress } from "../ui/steadyPress";
import { Banners } from "./Banners";
import { changedBy } from "./changed";
import { Dice } from "./Dice";
import { Dock, Hint } from "./Dock";
import { Ending } from "./Ending";
import { ForgetDialog } from "./ForgetDialog";
import { ForkDialog } from "./ForkDialog";
import { goodAgent } from "./goodAgent";
import { KeysDialog } from "./KeysDialog";
import { type SeatKeys, watchLink } from "./keys";
import { Log } from "./Log";
import { More } from "./More";
import { ReplayBar } from "./ReplayBar";
import { SeatMenu } from "./SeatMenu";
import { SeatsRail } from "./SeatsRail";
import { Status } from "./Status";
import { asked, type Frame, type TableState } from "./store";
import type { TableClient } from "./TableClient";
import styles from "./TableView.module.css";
import { TakeBack } from "./TakeBack";
import { shownThrow, thrown, usePressing, waitingThrow } from "./thrown";
import { makeTransport } from "./transport";
import { useChoice } from "./useChoice";
import { useDraft } from "./useDraft";
import { useGameUI } from "./useGameUI";
import { usePlayback } from "./usePlayback";
import { useReplay } from "./useReplay";
import { useShortcuts } from "./useShortcuts";
import { missingKinds, WhyDialog, WhyNot } from "./WhyNot";

interface TableViewProps {
  client: TableClient;
  state: TableState;
  table: TableInfo;
  shown: Frame;
  spec: GameSpec | undefined;
  keys: SeatKeys;
  eyes: Eyes | undefined;
  /** Told whether dice wait for a press. */
  onWaiting(waits: boolean): void;
}

export function TableView({ client, state, table, shown, spec, keys, eyes, onWaiting }: TableViewProps) {
  const locale = useLocale();
  const { t, say, brief, title, vocabulary } = locale;
  const prefs = settings.use();
  const { id, game } = table;
  const ui = useGameUI(game);
  const total = Math.max(state.latest?.at ?? 0, shown.view.at);
  const start = startOf(useSearch(), total);
  const replay = useReplay({ id, eyes, total, turnCount: state.turns, log: state.log, start, speed: prefs.speed });
  const live = replay.at === null;
  const hands = prefs.throws === "press" ? handsOf(keys, state.seats) : [];
  const last = thrown.use();
  const opening = state.queue[0]?.opening ?? false;
  const others = { seats: usePressing(state.seats, opening, hands), thrown: state.thrown };
  const following = usePlayback(client, state, prefs.speed, !live, (queue, onlyOthers = false) => {
    if (onlyOthers && others.seats.length === 0) return null;
    if (ui === undefined) return undefined;
    return waitingThrow(ui, queue, onlyOthers ? [] : hands, last?.table === id ? last : null, others);
  });
  const held = following.held?.isMine ? following.held : null;
  const step = () => {
    const seq = state.queue[0]?.view.seq;
    if (held && seq !== undefined) thrown.set({ table: id, seq, at: held.at, left: held.left });
    following.step();
  };
  const playback = { ...following, step };
  const waits = held !== null;
  useEffect(() => {
    const pressed = prefs.speed === 0 && !opening ? [] : hands;
    client.press(
      pressed.flatMap((seat) => keys[seat] ?? []),
      shownThrow(ui, state, pressed),
    );
  });
  useEffect(() => {
    onWaiting(waits);
    return () => onWaiting(false);
  }, [waits, onWaiting]);
  const [onPress] = useState(steadyPress);
  const over = shown.view.over !== null;
  const transport = makeTransport(replay, playback, shown.view.at, total, over || table.imported);
  const current = useMemo(() => withShownLines(ui, shown), [ui, shown]);
  const frame: Frame = (!live && replay.step) || current;
  const pending = live ? asked(state) : null;
  const ordered = useMemo(() => pending && inOrder(pending, ui?.lateKinds ?? []), [pending, ui]);
  const dock = useRef<HTMLDivElement>(null);
  const answered = useRef(false);
  const remember = useCallback(() => {
    answered.current = dock.current?.contains(document.activeElement) ?? false;
  }, []);
  const act = useCallback(
    (actions: string[]) => {
      remember();
      client.wish({ type: "act", actions });
    },
    [client, remember],
  );
  const tried = useCallback((names: string[]) => api.preview(id, names, eyes), [id, eyes]);
  const drafting = useDraft(id, ordered, tried, act);
  const { decision, names: begun } = drafting;
  const preview = useCallback((names: string[]) => tried([...begun, ...names]), [tried, begun]);
  // "your turn" says enough to one reader only: where several share the screen, the question names who is asked
  const inWords = Object.keys(keys).length > 1 ? say : brief;
  const prompt = decision && inWords(decision.prompt);
  const awaited = live && table.imported ? null : (following.held?.seat ?? frame.view.to_act);
  const own = useMemo(() => ownKinds(ui, decision, frame.view.board), [ui, decision, frame]);
  const choosing = useChoice(decision, own);
  const [looked, setLooked] = useState<Action | null>(null);
  const [doubt, setDoubt] = useState<{ about: Ref; seq: number } | null>(null);
  const why = doubt?.seq === state.seq ? doubt.about : null; // a reason belongs to one position
  const [dialog, setDialog] = useState<"fork" | "forget" | "why" | "keys" | null>(null);
  const [tab, setTab] = useState<Tab>("board");
  const [, navigate] = useLocation();
  const { data: health } = useQuery({ queryKey: ["health"], queryFn: api.health, staleTime: 60_000 });
  const lines = useLines(id, eyes, state.log, live, total);
  const past = useMemo(
    () => (live ? state.log : lines.filter((line) => line.at <= frame.view.at)),
    [live, state.log, lines, frame],
  );
  const throwNow = () => {
    remember();
    playback.step();
  };
  const suggest = useCallback(() => api.suggest(id, eyes), [id, eyes]);
  const reply = useCallback((names: string[]) => api.reply(id, names, eyes), [id, eyes]);
  const changed = useMemo(() => changedBy(frame.lines), [frame]);
  const when = ui?.when && ((ref: Ref) => ui.when?.(ref, table) ?? null);
  const kinds = decision ? missingKinds(vocabulary(game, "kind"), decision, when) : [];
  const asking = {
    id,
    game,
    eyes,
    seq: state.seq,
    after: begun,
    decision,
    toAct: frame.view.to_act,
    when: when ?? (() => null),
    rule: ui?.rule ?? (() => undefined),
  };

  // the button that was pressed is gone: whoever answered in the dock finds the next question there, or before it all
  // that is asked, where a game asks in a way of its own
  const asks = decision ? [decision.id, ...(choosing?.picked ?? [])].join(" ") : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is asked tells what is left
  const kindsLeft = useMemo(() => {
    const left = choosing?.rows.map(({ f }) => String(f.kind)) ?? [];
    return new Set([...left, ...(choosing?.picked ?? [])]);
  }, [asks]);
  const question = asks ?? (held === null ? undefined : "throw");
  const isInDock = choosing !== null && choosing.choices.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: where a question is asked does not change
  useEffect(() => {
    if (question === undefined || !answered.current) return;
    answered.current = false;
    const next = isInDock ? document.getElementById("dock-title") : dock.current;
    if (document.activeElement === document.body) next?.focus({ preventScroll: true });
  }, [question]);

  const thinksOfHint = state.pending?.type === "hint";
  const preparesHint = thinksOfHint && state.pending?.cid === state.preparing;
  const wantsHint = table.hints === "always" ? (decision?.id ?? null) : null;
  useEffect(() => {
    if (wantsHint !== null) client.wish({ type: "hint" });
  }, [wantsHint, client]);

  const press = (selector: string) => dock.current?.querySelector<HTMLButtonElement>(selector)?.click();
  const focus = (part: "board" | "dock" | "log" | "seats") => {
    if (part !== "dock") flushSync(() => setTab(part)); // what is not seen cannot have the focus
    focusPart(part);
  };
  useShortcuts(
    {
      ...Object.fromEntries(Array.from({ length: 9 }, (_, n) => [String(n + 1), () => press(`[data-choice="${n}"]`)])),
      Enter: () =>
        choosing?.candidate
          ? press("[data-confirm]")
          : (held !== null || choosing?.choices.length === 1) && press("[data-choice]"),
      Escape: () => (why ? setDoubt(null) : press("[data-back]")),
      u: () => press("[data-undo]"),
      h: () => press("[data-hint]"),
      b: () => focus("board"),
      d: () => focus("dock"),
      l: () => focus("log"),
      s: () => focus("seats"),
      "?": () => setDialog("keys"),
      " ": transport.toggle,
      ArrowLeft: transport.back,
      ArrowRight: transport.forward,
      "Shift+ArrowLeft": () => transport.seek("turn", -1),
      "Shift+ArrowRight": () => transport.seek("turn", 1),
      PageUp: () => transport.seek("round", -1),
      PageDown: () => transport.seek("round", 1),
      "Shift+PageUp": () => transport.seek("era", -1),
      "Shift+PageDown": () => transport.seek("era", 1),
      Home: () => transport.go(0),
      End: transport.now,
    },
    prefs.shortcuts,
  );

  useSounds(frame.lines, decision, over);

  const props: BoardProps = {
    view: frame.view.board,
    table,
    seats: state.seats,
    me: state.you,
    toAct: awaited,
    targets: choosing?.targets ?? NONE,
    picked: choosing?.picked ?? NONE,
    onPick: (ref) => choosing?.pick(ref),
    onWhy: (about) => live && state.you !== null && setDoubt({ about, seq: state.seq }),
    changed,
    decision,
    considered: choosing?.candidate ?? (looked && decision?.actions.includes(looked) ? looked : null),
    begun: drafting.answers.at(-1) ?? null,
    act,
    preview,
    suggest,
    reply,
    lines: past,
    animate: mayMove(prefs),
  };
  const wide = useMedia("(width >= 64rem)");
  const onStage = wide && (ui?.stage ?? false);
  const takeBack = live ? <TakeBack client={client} state={state} keys={keys} /> : null;
  const hint =
    state.hint && state.you !== null ? (
      <Hint
        {...state.hint}
        seat={state.you}
        name={state.seats[state.you]?.name}
        onClose={() => client.dispatch({ type: "dismiss" })}
      />
    ) : null;
  const ask = (
    <div
      ref={dock}
      tabIndex={-1}
      className={styles.dock}
      data-part="ask"
      data-question
      data-stage={onStage || undefined}
      data-watched={state.you === null && !over ? "" : undefined}
      onClickCapture={remember}
    >
      <Status
        state={state}
        live={live}
        frame={frame}
        prompt={prompt}
        over={over}
        transport={transport}
        onFork={() => setDialog("fork")}
        held={following.held}
        isShared={Object.keys(keys).length > 1}
        onThrow={throwNow}
        isTold={ui?.tellsWho?.(frame.view.board) ?? false}
      >
        {takeBack}
      </Status>
      {why ? <WhyNot {...asking} about={why} onClose={() => setDoubt(null)} /> : null}
      {live && ui?.Dialogs ? <ui.Dialogs {...props} /> : null}
      {decision && prompt !== null && choosing ? (
        <Dock
          table={id}
          game={game}
          decision={decision}
          prompt={prompt}
          choosing={choosing}
          careful={carefulness(prefs)}
          shortcuts={prefs.shortcuts}
          drafting={drafting}
          take={(action) => {
            remember();
            drafting.take(action, choosing.picks);
          }}
          preview={preview}
          chip={ui?.chip}
          view={frame.view.board}
          onConsider={setLooked}
        >
          <div className={styles.extras} data-extras>
            {takeBack}
            {table.hints === "off" ? null : (
              <Button
                small
                look="quiet"
                data-hint
                aria-disabled={thinksOfHint}
                onClick={() => thinksOfHint || client.wish({ type: "hint" })}
              >
                {t(thinksOfHint ? "ui.hint.thinking" : "ui.hint.ask")}
              </Button>
            )}
            {kinds.length > 0 ? (
              <Button small look="quiet" data-why onClick={() => setDialog("why")}>
                {t("ui.why.ask")}
              </Button>
            ) : null}
          </div>
          {preparesHint ? (
            <p role="status" className={styles.preparing}>
              {t("ui.hint.preparing")}
            </p>
          ) : null}
        </Dock>
      ) : null}
      {live && frame.view.over ? (
        <Ending table={table} over={frame.view.over} seats={state.seats} eyes={eyes} spec={spec} keys={keys} />
      ) : null}
      {question === undefined ? null : <More of={dock} />}
    </div>
  );
  const Panel = useSeatPanel(ui, props);
  const generic = <GenericBoard {...props} />;
  const Board = ui?.Board;

  return (
    <div
      className={styles.page}
      data-game={game}
      data-tab={tab}
      data-live={live ? "" : undefined}
      data-ended={live && over ? "" : undefined}
      data-at={frame.view.at}
      data-decision={asks}
      onClickCapture={onPress}
    >
      <h1 className="visually-hidden">
        {title(game)}: {say(table.rules)}
      </h1>
      <div className={styles.columns}>
        {/* what a plain board shows may be longer than its place, and have nothing else that keys reach */}
        <section
          className={styles.board}
          aria-label={t("ui.board.title")}
          data-part="board"
          tabIndex={ui !== undefined && !Board ? 0 : undefined}
        >
          {ui === undefined ? (
            <p>{t("ui.loading")}</p>
          ) : (
            <Fallback instead={generic} again={frame.view.at}>
              {Board ? <Board {...props} question={onStage ? ask : null} /> : generic}
            </Fallback>
          )}
        </section>
        <aside className={styles.side} aria-label={t("ui.table.side")}>
          <div className={styles.banners}>
            <Banners table={table} state={state} seats={state.seats} client={client} keys={keys} />
          </div>
          <SeatsRail
            seats={state.seats}
            order={ui?.order?.(frame.view.board)}
            me={state.you}
            toAct={awaited}
            thinking={live ? (state.thinking?.seat ?? null) : null}
            over={frame.view.over}
            Panel={Panel}
            menu={(seat) =>
              table.status === "over" ? null : (
                <SeatMenu
                  id={id}
                  seat={seat}
                  token={keys[String(seat.seat)]}
                  mine={String(seat.seat) in keys}
                  owner={health?.owner ?? false}
                  onTake={(take) =>
                    client.wish({
                      type: "seat",
                      seat: seat.seat,
                      take,
                      ...(keys[seat.seat] ? { token: keys[seat.seat] } : {}),
                      ...(take === "agent" ? { agent: goodAgent(spec?.agents ?? []) } : {}),
                    })
                  }
                />
              )
            }
          />
          {onStage ? null : ask}
          {ui?.Side ? (
            <Fallback instead={null} again={frame.view.at}>
              <div className={styles.pieces} data-part="side">
                <ui.Side {...props} />
              </div>
            </Fallback>
          ) : null}
          {hint}
          <Log
            lines={live ? state.log : lines}
            at={replay.at}
            onGo={replay.go}
            names={state.seats.map((seat) => seat.name)}
            game={game}
            runs={ui?.runs}
            ends={ui?.moveEnds}
          >
            {!over && table.commitment ? <Dice table={table} /> : null}
          </Log>
          <ReplayBar transport={transport} speed={prefs.speed} onSpeed={(speed) => change({ speed })}>
            <Button small onClick={() => setDialog("fork")}>
              {t("ui.fork.open")}
            </Button>
            <Copy text={watchLink(id, transport.at)} label={t("ui.replay.share")} />
            {ui?.rule ? <RuleLink game={game} /> : null}
            {health?.owner ? (
              <Button small onClick={() => setDialog("forget")}>
                {t("ui.forget.open")}
              </Button>
            ) : null}
          </ReplayBar>
          <Tabs game={game} open={tab} onOpen={setTab} hasSide={ui?.Side !== undefined} />
        </aside>
      </div>
      {live ? <Guide table={id} game={game} ui={ui} question={asks} kinds={kindsLeft} /> : null}
      {dialog === "fork" ? (
        <ForkDialog
          id={id}
          game={game}
          at={transport.at}
          seats={state.seats}
          me={state.you}
          toAct={frame.view.to_act}
          agents={spec?.agents ?? []}
          eyes={eyes}
          onClose={() => setDialog(null)}
        />
      ) : null}
      {dialog === "forget" ? (
        <ForgetDialog
          id={id}
          game={game}
          seats={state.seats}
          onClose={() => setDialog(null)}
          onForgotten={() => navigate("/")}
        />
      ) : null}
      {dialog === "why" ? (
        <WhyDialog {...asking} kinds={kinds} hasRules={ui?.rule !== undefined} onClose={() => setDialog(null)} />
      ) : null}
      {dialog === "keys" ? <KeysDialog onClose={() => setDialog(null)} /> : null}
    </div>
  );
}

const NONE: ReadonlySet<Ref> = new Set();

/** The seats of this browser that no agent plays for now. */
function handsOf(keys: SeatKeys, seats: readonly Seat[]): number[] {
  return Object.keys(keys)
    .map(Number)
    .filter((seat) => seats[seat]?.kind === "human" && !seats[seat].taken_over);
}

/** Where a shared link points: ?at=57. */
function startOf(search: string, total: number): number | null {
  const at = new URLSearchParams(search).get("at");
  return at !== null && /^\d{1,9}$/.test(at) && Number(at) < total ? Number(at) : null;
}

/** A frame with the lines of the next step that are shown already. */
function withShownLines(ui: GameUI | null | undefined, frame: Frame): Frame {
  if (!frame.shownLines || !ui?.applyLines) return frame;
  return { ...frame, view: { ...frame.view, board: ui.applyLines(frame.view.board, frame.shownLines) } };
}

/** A decision whose actions of these kinds come last. */
function inOrder(decision: Decision, late: readonly string[]): Decision {
  const isLate = ({ f }: Action) => late.includes(String(f.kind));
  return {
    ...decision,
    actions: decision.actions.toSorted((one, other) => Number(isLate(one)) - Number(isLate(other))),
  };
}

function ownKinds(ui: GameUI | null | undefined, decision: Decision | null, view: unknown): ReadonlySet<string> {
  const own = ui?.ownKinds;
  if (!own || !decision) return NONE;
  return new Set(typeof own === "function" ? own(decision, view) : own);
}

/** The log for looking back: all of it, as far as the server's last lines do not reach. */
function useLines(id: string, eyes: Eyes | undefined, log: Line[], live: boolean, total: number): Line[] {
  const { data } = useQuery({
    queryKey: ["log", id, eyes ?? null, total],
    queryFn: () => api.log(id, eyes),
    enabled: !live,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ?? log;
}

/** The game's panel of a seat, kept the same component while its contents change. */
function useSeatPanel(ui: GameUI | null | undefined, props: BoardProps): FC<{ seat: number }> | undefined {
  const latest = useRef(props);
  latest.current = props;
  const Panel = ui?.SeatPanel;
  return useMemo(() => {
    if (!Panel) return undefined;
    return ({ seat }: { seat: number }) => (
      <Fallback instead={null} again={latest.current.view}>
        <Panel {...latest.current} seat={seat} />
      </Fallback>
    );
  }, [Panel]);
}

type Tab = "board" | "side" | "seats" | "log";

interface TabsProps {
  game: string;
  open: Tab;
  onOpen(tab: Tab): void;
  /** The game has something beside its board. */
  hasSide: boolean;
}

/** Where there is room for one thing beside the question: which of them is seen. */
function Tabs({ game, open, onOpen, hasSide }: TabsProps) {
  const { t } = useLocale();
  const titles: [Tab, string][] = [
    ["board", t("ui.board.title")],
    ...(hasSide ? [["side", t(`${game}_ui.side.title`)] satisfies [Tab, string]] : []),
    ["seats", t("ui.seats.title")],
    ["log", t("ui.log.title")],
  ];
  return (
    <fieldset className={styles.tabs} aria-label={t("ui.table.tabs")}>
      {titles.map(([tab, title]) => (
        <button key={tab} type="button" data-opens={tab} aria-pressed={tab === open} onClick={() => onOpen(tab)}>
          {title}
        </button>
      ))}
    </fieldset>
  );
}

function focusPart(part: string): void {
  const element = document.querySelector<HTMLElement>(`[data-part="${part}"]`);
  const first =
    element?.querySelector<HTMLElement>("[tabindex='0']") ?? // where the arrow keys go on from
    element?.querySelector<HTMLElement>("button:not([tabindex='-1']), a[href], input, select, summary, [tabindex]");
  (first ?? element)?.focus();
}
