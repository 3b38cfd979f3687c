/** The board of a position that is being edited: a square that is pressed can be changed in the middle of the board. */
import { type KeyboardEvent, useRef, useState } from "react";
import { useLocale } from "../../../i18n/Locale";
import type { PositionProps } from "../../registry";
import styles from "../Board.module.css";
import { BoardSquare } from "../BoardSquare";
import { glyphOf } from "../Glyph";
import { walk } from "../geometry";
import { useNames } from "../names";
import { Tokens } from "../Tokens";
import { Zoom } from "../Zoom";
import { boardOf, type MonopolyFields } from "./edit";
import { SquarePanel, useEditor } from "./SquarePanel";

export function PositionBoard(props: PositionProps) {
  const { t } = useLocale();
  const names = useNames();
  const grid = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const { seats, picked, onPick } = props;
  const view = boardOf(props.view, props.fields as MonopolyFields);
  const chosen = picked === null ? null : Number(picked.slice("square:".length));
  const editor = useEditor(props);
  const seatName = (seat: number) => seats[seat]?.name ?? String(seat);
  const choose = (square: number) => {
    setActive(square);
    onPick(`square:${square}`);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (!(event.target instanceof HTMLElement) || event.target.dataset.square === undefined) return;
    const next = walk(active, event.key, null);
    if (next === null) return;
    setActive(next);
    grid.current?.querySelector<HTMLElement>(`[data-square="${next}"]`)?.focus();
    event.preventDefault();
  };
  return (
    <Zoom shown={chosen ?? active}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset lays out its content in a way of its own */}
      <div ref={grid} className={styles.grid} role="group" aria-label={t("monopoly_ui.board")} onKeyDown={onKeyDown}>
        {view.board.map((square) => (
          <BoardSquare
            key={square.square}
            square={square}
            after={undefined}
            label={t(`monopoly_ui.label.${square.square}`)}
            short={
              ["chance", "chest"].includes(glyphOf(square.square) ?? "") ? "" : t(`monopoly_ui.short.${square.square}`)
            }
            name={names.whole(square, square.tokens, seatName)}
            state={{
              shown: square.square === active,
              target: false,
              picked: square.square === chosen,
              changed: false,
            }}
            onChoose={() => choose(square.square)}
            onFocus={() => setActive(square.square)}
          />
        ))}
        <SquarePanel editor={editor} view={view} square={chosen} />
        <Tokens view={view} seats={seats} animate={false} />
      </div>
    </Zoom>
  );
}
