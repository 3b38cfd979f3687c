import { useLayoutEffect, useRef } from "react";
import type { Seat } from "../../api/types";
import { PlayerMark } from "../../ui/PlayerMark";
import styles from "./Board.module.css";
import { CROWDED, JAIL, type Point, tokenPoint, way } from "./geometry";
import type { MonopolyView } from "./types";

interface TokensProps {
  view: MonopolyView;
  seats: Seat[];
  animate: boolean;
}

/** Longest time that a move may take on the screen, in milliseconds. */
const LONGEST = 280;

/** All players' tokens, above the squares; they walk round the corners. */
export function Tokens({ view, seats, animate }: TokensProps) {
  return (
    <div className={styles.tokens} aria-hidden="true">
      {view.players.map((player) =>
        player.square === null ? null : (
          <Token
            key={player.seat}
            seat={player.seat}
            name={seats[player.seat]?.name}
            square={player.square}
            {...placeOf(view, player.seat)}
            moving={player.seat === view.turn}
            straight={player.jail > 0}
            animate={animate}
          />
        ),
      )}
    </div>
  );
}

/** Where a token stands, and whether others stand beside it. */
function placeOf(view: MonopolyView, seat: number): { point: Point; crowded: boolean } {
  const player = view.players[seat];
  const square = player?.square ?? 0;
  const jailed = (player?.jail ?? 0) > 0;
  const beside = view.players.filter(
    (other) => other.square === square && (square !== JAIL || other.jail > 0 === jailed),
  );
  const nth = beside.findIndex((other) => other.seat === seat);
  const owner = view.board[square]?.owner ?? null;
  return { point: tokenPoint(square, nth, beside.length, jailed, owner !== null), crowded: beside.length > 1 };
}

interface TokenProps {
  seat: number;
  name: string | undefined;
  square: number;
  point: Point;
  crowded: boolean;
  moving: boolean;
  straight: boolean;
  animate: boolean;
}

function Token({ seat, name, square, point, crowded, moving, straight, animate }: TokenProps) {
  const element = useRef<HTMLDivElement>(null);
  const last = useRef({ square, point });
  useLayoutEffect(() => {
    const before = last.current;
    last.current = { square, point };
    if (!animate || before.square === square || !element.current?.animate) return;
    const between = way(before.square, square, straight).slice(1, -1);
    const stops = [before.point, ...between.map((corner) => tokenPoint(corner, 0, 1)), point];
    element.current.animate(stops.map(placed), { duration: LONGEST, easing: "ease-in-out" });
  }, [square, point, straight, animate]);
  return (
    <div ref={element} className={styles.token} style={placed(point)} data-moving={moving || undefined}>
      <PlayerMark seat={seat} name={name} size={crowded ? `calc(${CROWDED} * var(--token))` : "var(--token)"} />
    </div>
  );
}

/** On a small board, where signs are not as small, a token stands back before its owner's sign. */
function placed({ x, y, before }: Point) {
  const most = `calc(${before}% - var(--owner-mark) - 0.4cqi - var(--token) * ${CROWDED / 2})`;
  return { insetInlineStart: before === undefined ? `${x}%` : `min(${x}%, ${most})`, insetBlockStart: `${y}%` };
}
