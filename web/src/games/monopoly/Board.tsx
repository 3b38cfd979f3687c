import { type KeyboardEvent, useRef, useState } from "react";
import type { Action } from "../../api/types";
import { useLocale } from "../../i18n/Locale";
import type { BoardProps } from "../registry";
import { usePreview } from "../usePreview";
import styles from "./Board.module.css";
import { BoardSquare } from "./BoardSquare";
import { Centre, drawnCard } from "./Centre";
import { concerns } from "./DeedCard";
import { glyphOf } from "./Glyph";
import { walk } from "./geometry";
import { useNames } from "./names";
import { Tokens } from "./Tokens";
import { frameOf, type MonopolyView, type Square, topFrame } from "./types";
import { Zoom } from "./Zoom";

/** The board: one stop of the tab key, arrows walk round it; the middle tells about the square that is looked at. */
export function Board(props: BoardProps) {
  const view: MonopolyView = props.view;
  const { t } = useLocale();
  const names = useNames();
  const grid = useRef<HTMLDivElement>(null);
  const [looked, setLooked] = useState<{ square: number; at: string } | null>(null);
  const { considered } = props;
  const [onCard, setOnCard] = useState<Action | null>(null);
  const tried = onCard && props.decision?.actions.includes(onCard) ? onCard : considered;
  const preview = usePreview(props, tried ? [tried.name] : null);
  const after = (preview?.view?.board ?? null) as MonopolyView | null;
  const at = `${moment(view)} ${considered?.name ?? ""}`;
  const shown = looked?.at === at ? looked.square : interesting(view, considered);
  // an offer, a debt or the end has the stage to itself, unless a square is looked at
  const stage = view.ending === null ? frameOf(view)?.kind : "end";
  const busy = props.question && looked?.at !== at ? stage : undefined;
  const drawn = looked?.at === at || view.phase === "buying" ? null : drawnCard(props.lines);
  const look = (square: number) => setLooked({ square, at });
  const seatName = (seat: number) => props.seats[seat]?.name ?? String(seat);

  const choose = (square: Square) => {
    look(square.square);
    const ref = refIn(props.targets, square, view);
    if (ref) props.onPick(ref);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (!(event.target instanceof HTMLElement) || event.target.dataset.square === undefined) return;
    const mine = view.players[props.me ?? view.turn]?.square ?? null;
    const next = walk(shown, event.key, mine);
    const deed = view.board[shown]?.deed;
    if (next !== null) {
      look(next);
      grid.current?.querySelector<HTMLElement>(`[data-square="${next}"]`)?.focus();
    } else if (event.key === "?" && deed) {
      props.onWhy?.(`property:${deed}`);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <Zoom shown={shown}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset lays out its content in a way of its own */}
      <div ref={grid} className={styles.grid} role="group" aria-label={t("monopoly_ui.board")} onKeyDown={onKeyDown}>
        {view.board.map((square) => (
          <BoardSquare
            key={square.square}
            square={square}
            after={after?.board[square.square]}
            label={t(`monopoly_ui.label.${square.square}`)}
            short={isCard(square.square) ? "" : t(`monopoly_ui.short.${square.square}`)}
            name={names.whole(square, square.tokens, seatName)}
            state={{
              shown: square.square === shown,
              target: refIn(props.targets, square, view) !== null,
              picked: refIn(props.picked, square, view) !== null,
              changed: changedRefs(square).some((ref) => props.changed.has(ref)),
            }}
            onChoose={() => choose(square)}
            onFocus={() => look(square.square)}
          />
        ))}
        <Centre
          {...props}
          {...{ shown, names, after, busy, drawn }}
          looked={looked?.at === at}
          onConsider={setOnCard}
        />
        <Tokens view={view} seats={props.seats} animate={props.animate} />
      </div>
    </Zoom>
  );
}

/** How a square is called among refs: by its deed, or by its group where they name none of the group's deeds. */
function refIn(refs: ReadonlySet<string>, { deed, group }: Square, view: MonopolyView): string | null {
  if (deed === undefined) return null;
  if (refs.has(`property:${deed}`)) return `property:${deed}`;
  const single = view.board.some((other) => other.group === group && refs.has(`property:${other.deed}`));
  return refs.has(`group:${group}`) && !single ? `group:${group}` : null;
}

/** How the log's lines call a square. */
function changedRefs({ square, deed }: Square): string[] {
  return deed ? [`deed:${deed}`, `lot:${deed}`, `square:${square}`] : [`square:${square}`];
}

/** As long as this stays the same, the square that the player looks at stays too. */
function moment(view: MonopolyView): string {
  return `${view.turns} ${topFrame(view, "auction")?.lot ?? ""}`;
}

/** Squares of cards have a sign that says it all. */
function isCard(square: number): boolean {
  return ["chance", "chest"].includes(glyphOf(square) ?? "");
}

/** What is looked at by itself: what is considered, the lot of an auction, else where the token of the turn stands. */
function interesting(view: MonopolyView, considered: Action | null): number {
  const about = considered && view.board.find((square) => square.deed && concerns(considered, square));
  if (about) return about.square;
  const lot = topFrame(view, "auction")?.lot;
  const sold = lot === undefined ? undefined : view.board.find((square) => square.deed === lot)?.square;
  return sold ?? view.players[view.turn]?.square ?? 0;
}
