/** What I am asked, as buttons: the question, the answers so far, and the confirmation with its effects. */
import { useQuery } from "@tanstack/react-query";
import { Fragment, type ReactNode, useEffect, useRef, useState } from "react";
import type { Action, Decision, HintAction, Line, Preview } from "../api/types";
import type { ChipProps, GameUI } from "../games/registry";
import { effectsInWords, previewQuery } from "../games/usePreview";
import { type Locale, useLocale } from "../i18n/Locale";
import { Button } from "../ui/Button";
import { Num } from "../ui/Num";
import { PlayerMark } from "../ui/PlayerMark";
import type { Careful } from "../ui/settings";
import { beginning } from "./composed";
import styles from "./Dock.module.css";
import { without } from "./Log";
import { back, type Choice, type FacetValue, narrow, type Picks, reopen } from "./narrow";
import { useAnswer } from "./useAnswer";
import type { Choosing } from "./useChoice";
import type { Answer, Drafting } from "./useDraft";

interface DockProps {
  table: string;
  game: string;
  decision: Decision;
  /** What is asked, in words. */
  prompt: string;
  choosing: Choosing;
  /** After which presses an action is asked about again before it is taken. */
  careful: Careful;
  shortcuts: boolean;
  drafting: Drafting;
  take(action: Action): void;
  preview(names: string[]): Promise<Preview>;
  /** How the game says many actions in few words each, and the view that this is about. */
  chip: GameUI["chip"];
  view: ChipProps["view"];
  /** A button that is a whole action is looked at, or no more. */
  onConsider(action: Action | null): void;
  children?: ReactNode;
}

export function Dock({ table, game, decision, choosing, careful, shortcuts, take, preview, ...props }: DockProps) {
  const { t, say } = useLocale();
  const { candidate, choices, picks } = choosing;
  const { drafting } = props;
  // on a phone, to see what lies under them
  const [folded, setFolded] = useState<string | null>(null);
  const isAnswering = picks.size > 0 || candidate !== null || drafting.answers.length > 0;
  // the game asks in a way of its own: its question stands there, once
  const isBare = choices.length === 0 && !isAnswering;
  // the crumbs say what is asked, as far as the question is still the first
  const isBegun = picks.size > 0 && candidate === null && drafting.answers.length === 0;
  const Chip = props.chip?.facets.some((facets) => differ(choices, facets)) ? props.chip.Chip : null;
  const isFolded = folded === decision.id && !isAnswering;
  const answer = useAnswer({ table, decision, choosing, careful, take, preview });
  return (
    <section className={styles.dock} data-bare={isBare || undefined} aria-labelledby="dock-title" data-part="dock">
      <header className={isBare ? "visually-hidden" : styles.head} data-begun={isBegun || undefined}>
        <h2 id="dock-title" tabIndex={-1} className={styles.prompt}>
          {props.prompt}
        </h2>
        {isAnswering || isBare ? null : (
          <Button
            small
            look="quiet"
            className={styles.fold ?? ""}
            aria-label={t("ui.dock.fold")}
            aria-expanded={!isFolded}
            aria-controls="dock-answers"
            onClick={() => setFolded(isFolded ? null : decision.id)}
          >
            <span aria-hidden="true">{isFolded ? "▴" : "▾"}</span>
          </Button>
        )}
      </header>
      <div id="dock-answers" className={styles.answers} hidden={isFolded}>
        {(picks.size > 0 && !candidate) || drafting.answers.length > 0 || candidate?.path ? (
          <Crumbs game={game} choosing={choosing} drafting={drafting} />
        ) : null}
        {candidate ? (
          <Confirm
            table={table}
            action={candidate}
            decision={decision}
            preview={preview}
            onConfirm={() => take(candidate)}
            onBack={choosing.back}
          />
        ) : (
          <ul
            className={styles.choices}
            data-many={choices.length > FEW || undefined}
            data-chips={Chip ? "" : undefined}
            aria-label={t("ui.dock.choices")}
          >
            {choices.map((choice, n) => {
              const [action] = choice.actions;
              const words = Chip && action ? say(action.m) : undefined;
              return (
                <li key={choiceKey(choice)}>
                  <Button
                    data-choice={n}
                    className={styles.choice ?? ""}
                    look={choices.length === 1 ? "primary" : "plain"}
                    aria-label={words}
                    title={words}
                    {...considering(choice, props.onConsider)}
                    onClick={() => {
                      if (choice.facet === null && action) answer(action);
                      else if (choice.facet !== null) choosing.pick(`${choice.facet}:${choice.value}`);
                    }}
                  >
                    {shortcuts && n < 9 ? (
                      <span className={styles.key} aria-hidden="true">
                        <Num value={n + 1} />
                      </span>
                    ) : null}
                    {Chip && action ? (
                      <Chip action={action} view={props.view} />
                    ) : (
                      <span>
                        <Label choice={choice} game={game} />
                      </span>
                    )}
                  </Button>
                </li>
              );
            })}
          </ul>
        )}
        {props.children}
      </div>
    </section>
  );
}

/** Whether these are many whole actions, which differ in some facets and agree in all others. */
function differ(choices: readonly Choice[], facets: readonly string[]): boolean {
  const [first] = choices;
  return (
    choices.length > FEW &&
    choices.every(
      ({ facet, actions: [action] }) =>
        facet === null &&
        action?.f[facets[0] ?? ""] !== undefined &&
        Object.entries(action.f).every(
          ([name, value]) => facets.includes(name) || first?.actions[0]?.f[name] === value,
        ),
    )
  );
}

/** More choices than these stand in narrower columns where there is little room. */
const FEW = 6;

/** While the button of a whole action has the pointer or the focus, that action is considered. */
function considering({ facet, actions }: Choice, consider: DockProps["onConsider"]) {
  const [action] = actions;
  if (facet !== null || !action) return {};
  return {
    onPointerEnter: () => consider(action),
    onPointerLeave: () => consider(null),
    onFocus: () => consider(action),
    onBlur: () => consider(null),
  };
}

function choiceKey({ facet, value, actions }: Choice): string {
  return facet === null ? `action ${actions[0]?.id}` : `${facet} ${value}`;
}

function Label({ choice, game }: { choice: Choice; game: string }) {
  const locale = useLocale();
  const [action] = choice.actions;
  if (choice.facet === null || choice.value === null) {
    return action ? (
      <>
        <bdi>{locale.brief(action.m)}</bdi>
        {effectsInWords(action).map((message, n) => (
          <small key={n} className={styles.preview}>
            <bdi>{locale.say(message)}</bdi>
          </small>
        ))}
      </>
    ) : null;
  }
  const begun = beginning(choice.actions, choice.facet, choice.value);
  if (begun) return <bdi>{locale.brief(begun.m)}</bdi>;
  return (
    <>
      <FacetName facet={choice.facet} value={choice.value} game={game} />{" "}
      <small className={styles.count}>
        (<Num value={choice.actions.length} />)
      </small>
    </>
  );
}

function FacetName({ facet, value, game }: { facet: string; value: FacetValue; game: string }) {
  const locale = useLocale();
  return <bdi>{facetName(locale, game, facet, value)}</bdi>;
}

/** A facet's value in words: a player's name, or the word of the game's vocabulary of that facet's name. */
function facetName({ word, voice }: Locale, game: string, facet: string, value: FacetValue): string {
  if (facet === "seat" && typeof value === "number" && voice.seatName) return voice.seatName(value);
  return word(game, facet, value);
}

/** The answers so far; a press asks that question again. */
function Crumbs({ game, choosing, drafting }: { game: string; choosing: Choosing; drafting: Drafting }) {
  const { t, brief } = useLocale();
  const { candidate } = choosing;
  /** Ask a question again that was answered, with these picks. */
  const again = (answer: Answer, picks: Picks) => {
    drafting.reopen(answer);
    choosing.restore(answer.question, picks);
  };
  const last = drafting.answers.at(-1);
  const isFresh = choosing.picks.size === 0 && candidate === null;
  const goBack = () => (isFresh && last ? again(last, before(last)) : choosing.back());
  return (
    <nav aria-label={t("ui.dock.answers")} className={styles.crumbs} data-candidate={candidate ? "" : undefined}>
      <ol>
        {drafting.answers.map((answer) => {
          const { path, f } = answer.action;
          // what began it, and what that led to; further facets follow from these
          const facets = path ? Object.keys(f).slice(0, path.length + 1) : [];
          return (
            <Fragment key={answer.question.id}>
              {facets.map((facet) => (
                <Crumb
                  key={facet}
                  onClick={() => again(answer, answer.picks.has(facet) ? reopen(answer.picks, facet) : before(answer))}
                >
                  <FacetName facet={facet} value={f[facet] ?? ""} game={game} />
                </Crumb>
              ))}
              {path ? null : (
                <Crumb onClick={() => again(answer, before(answer))}>
                  <bdi>{brief(answer.action.m)}</bdi>
                </Crumb>
              )}
            </Fragment>
          );
        })}
        {[...choosing.picks].map(([facet, value]) => (
          <Crumb key={facet} onClick={() => choosing.reopen(facet)}>
            <FacetName facet={facet} value={value} game={game} />
          </Crumb>
        ))}
        {candidate || isFresh
          ? null
          : [...choosing.implied].map(([facet, value]) =>
              typeof value === "string" ? (
                <li key={facet} className={styles.implied}>
                  <FacetName facet={facet} value={value} game={game} />
                </li>
              ) : null,
            )}
      </ol>
      <span id="crumb-help" hidden>
        {t("ui.dock.reopen")}
      </span>
      {candidate ? null : (
        <Button small look="quiet" data-back onClick={goBack}>
          {t("ui.dock.back")}
        </Button>
      )}
    </nav>
  );
}

function Crumb({ onClick, children }: { onClick(): void; children: ReactNode }) {
  return (
    <li>
      <Button small aria-describedby="crumb-help" data-crumb onClick={onClick}>
        {children} <span aria-hidden="true">✕</span>
      </Button>
    </li>
  );
}

/** The picks before an answer: without the last one, where that alone made it. */
function before({ question, action, picks }: Answer): Picks {
  const rows = narrow(question, picks).rows;
  return rows.length === 1 && rows[0]?.name === action.name ? back(picks) : picks;
}

interface ConfirmProps {
  table: string;
  action: Action;
  decision: Decision;
  preview(names: string[]): Promise<Preview>;
  onConfirm(): void;
  onBack(): void;
}

/** One action with what it would do. */
function Confirm({ table, action, decision, preview, onConfirm, onBack }: ConfirmProps) {
  const { t, say } = useLocale();
  const button = useRef<HTMLButtonElement>(null);
  const { data } = useQuery(previewQuery(table, decision.id, action.name, preview));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another action is another question
  useEffect(() => button.current?.focus({ preventScroll: true }), [action.name]);
  return (
    <div className={styles.confirm}>
      <p className={styles.candidate}>{say(action.m)}</p>
      <div role="status">{data ? <Effects lines={data.lines} seat={decision.seat} /> : null}</div>
      <div className={styles.row}>
        <Button ref={button} look="primary" data-confirm onClick={onConfirm}>
          {t("ui.dock.confirm")}{" "}
          <span className={styles.key} aria-hidden="true">
            ↵
          </span>
        </Button>
        <Button data-back onClick={onBack}>
          {t("ui.dock.back")}
        </Button>
      </div>
    </div>
  );
}

/** What it would do; who is asked knows that it is about itself. */
function Effects({ lines, seat }: { lines: readonly Line[]; seat: number }) {
  const { t, say, voice } = useLocale();
  if (lines.length === 0) return null;
  return (
    <section aria-label={t("ui.dock.effects")}>
      <h3 className={styles.small}>{t("ui.dock.effects")}</h3>
      <ul className={styles.effects}>
        {lines.map((line, n) => (
          <li key={n}>{without(line.seat === seat ? voice.seatName?.(seat) : undefined, say(line.m))}</li>
        ))}
      </ul>
    </section>
  );
}

interface HintProps {
  /** Who was asked what it would do. */
  agent: string;
  /** What the values are: a chance to win, or an expected share of the stake. */
  quantity: "win" | "share";
  /** Who plays the games that are played on. */
  policy: string;
  actions: HintAction[];
  seat: number;
  /** Whose chance it is. */
  name: string | undefined;
  onClose(): void;
}

/** The best moves, with my chance to win (or the share that I can expect) after each. */
export function Hint({ agent, quantity, policy, actions, seat, name, onClose }: HintProps) {
  const { t, move } = useLocale();
  const [first] = actions;
  // said once, where it is the same of all moves
  const games = first && actions.every((one) => isPlayedOn(one) && one.games === first.games) ? first.games : null;
  return (
    <section className={styles.hint} aria-labelledby="hint-title" role="status" data-part="hint">
      <header className={styles.row}>
        <h2 id="hint-title">
          <PlayerMark seat={seat} name={name} /> {t(quantity === "share" ? "ui.hint.title.share" : "ui.hint.title")}{" "}
          {games === null ? null : <small>{t("ui.hint.games_each", { count: games })}</small>}
        </h2>
        <Button small look="quiet" aria-label={t("ui.close")} onClick={onClose}>
          ✕
        </Button>
      </header>
      <ol>
        {actions.map((action, n) => (
          <li key={action.names.join(" ")}>
            <span>{move(action.m)}</span> <Chance of={action} isShort={games !== null} />
            {action.chosen ? (
              <small className={styles.chosen}>{t(n === 0 ? "ui.hint.chosen" : "ui.hint.chosen.alone")}</small>
            ) : null}
          </li>
        ))}
      </ol>
      <details>
        <summary>{t("ui.hint.details")}</summary>
        <ol>
          {actions.map((action) => (
            <li key={action.names.join(" ")}>
              <Found of={action} />
            </li>
          ))}
        </ol>
        <small>
          {t("ui.hint.agent", { agent })} {policy === "" ? null : t("ui.hint.policy", { policy })}
        </small>
      </details>
    </section>
  );
}

function isPlayedOn({ source, low, high }: HintAction): boolean {
  return source === "rollouts" && low !== null && high !== null;
}

/** My chance after a move, with its ±, and where it is from, unless that is said of all moves. */
function Chance({ of: action, isShort }: { of: HintAction; isShort: boolean }) {
  const { t } = useLocale();
  const { value, low, high, source, games } = action;
  return (
    <span className={styles.chance}>
      <span className={styles.value}>
        <Num value={value} percent digits={1} />
      </span>{" "}
      <small>
        {low !== null && high !== null && isPlayedOn(action) ? (
          <>
            <span className={styles.margin}>
              ± <Num value={100 * Math.max(high - value, value - low)} digits={1} />
            </span>
            {isShort ? null : ` · ${t("ui.hint.games", { count: games })}`}
          </>
        ) : (
          t(source === "exact" ? "ui.hint.exact" : "ui.hint.network")
        )}
      </small>
    </span>
  );
}

/** What the network and the agent's search say of a move. */
function Found({ of: { network, visits, search_value, prior } }: { of: HintAction }) {
  const { t } = useLocale();
  const parts: ReactNode[] = [];
  const add = (key: string, value: number) =>
    parts.push(
      <>
        {t(key)} <Num value={value} percent digits={1} />
      </>,
    );
  if (network !== null) add("ui.hint.said", network);
  if (visits > 0) parts.push(t("ui.hint.visits", { count: visits }));
  if (search_value !== null) add("ui.hint.value", search_value);
  if (prior !== null) add("ui.hint.prior", prior);
  return (
    <small>
      {parts.length === 0
        ? "–"
        : parts.map((part, n) => (
            <span key={n}>
              {n > 0 ? " · " : null}
              {part}
            </span>
          ))}
    </small>
  );
}
