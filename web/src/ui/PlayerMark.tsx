import { type CSSProperties, createContext, use } from "react";
import styles from "./PlayerMark.module.css";

/** How a seat is recognised everywhere: a colour, a shape and an initial. */
export const SHAPES = ["circle", "triangle", "square", "diamond", "star", "hexagon", "cross", "pentagon"] as const;
export type Shape = (typeof SHAPES)[number];

/** Outlines in a box from -10 to 10. */
const OUTLINES: Record<Shape, string> = {
  circle: "M0-9A9 9 0 1 1 0 9A9 9 0 1 1 0-9Z",
  triangle: "M0-9.5L10 8.5H-10Z",
  square: "M-8.2-8.2H8.2V8.2H-8.2Z",
  diamond: "M0-10L10 0L0 10L-10 0Z",
  star: "M0-10L2.9-4L9.5-3.1L4.7 1.5L5.9 8.1L0 5L-5.9 8.1L-4.7 1.5L-9.5-3.1L-2.9-4Z",
  hexagon: "M-5-8.7H5L10 0L5 8.7H-5L-10 0Z",
  cross: "M-3.6-9.5H3.6V-3.6H9.5V3.6H3.6V9.5H-3.6V3.6H-9.5V-3.6H-3.6Z",
  pentagon: "M0-9.8L9.8-2.4L6 9H-6L-9.8-2.4Z",
};

/** Where an initial stands best in each shape, and how large. */
const LETTER: Partial<Record<Shape, { y: number; size: number }>> = {
  triangle: { y: 6.6, size: 9 },
  star: { y: 3.4, size: 8 },
  diamond: { y: 3.6, size: 10 },
  pentagon: { y: 4.6, size: 10.5 },
};

export function shapeOf(seat: number): Shape {
  return SHAPES[seat % SHAPES.length] ?? "circle";
}

/** Colours of a seat for styles: `var(--seat)` and, for what is written on it, `var(--seat-ink)`. */
export function seatStyle(seat: number): CSSProperties {
  const n = seat % SHAPES.length;
  return { "--seat": `var(--seat-${n})`, "--seat-ink": `var(--seat-${n}-ink)` } as CSSProperties;
}

interface PlayerMarkProps {
  seat: number;
  /** Its first letter is drawn on the mark. */
  name?: string | undefined;
  /** In CSS units; default 1.4em. */
  size?: string | undefined;
  /** What a screen reader says; without it the mark is decoration beside a written name. */
  label?: string | undefined;
}

export function PlayerMark({ seat, name, size, label }: PlayerMarkProps) {
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: named by aria-label, or decoration
    <svg
      className={styles.mark}
      viewBox="-11 -11 22 22"
      style={{ ...seatStyle(seat), ...(size ? { inlineSize: size, blockSize: size } : {}) }}
      {...(label ? { role: "img", "aria-label": label } : { "aria-hidden": true })}
    >
      <SeatShape seat={seat} name={name} />
    </svg>
  );
}

/** The mark inside a larger drawing, in a box from -10 to 10. */
export function SeatShape({ seat, name }: { seat: number; name?: string | undefined }) {
  const shape = shapeOf(seat);
  const initials = use(Initials);
  const letter = LETTER[shape] ?? { y: 4, size: 11 };
  return (
    <g className={styles.shape} style={seatStyle(seat)}>
      <path d={OUTLINES[shape]} />
      {name ? (
        <text y={letter.y} fontSize={letter.size} textAnchor="middle">
          {initials[seat] ?? letters(name)[0]}
        </text>
      ) : null}
    </g>
  );
}

/** A name that ends in one digit. */
const NUMBERED = /^(.*\p{L} )(\p{N})$/u;

/** The letters and digits of a name, as capitals. */
function letters(name: string): string[] {
  return [...name.toLocaleUpperCase()].filter((one) => /[\p{L}\p{N}]/u.test(one));
}

/** A letter for each name: its first that no name before it has taken; the number of names that differ in it alone. */
export function initialsOf(names: readonly string[]): string[] {
  const taken = new Set<string>();
  const stems = names.map((name) => NUMBERED.exec(name)?.[1]);
  return names.map((name, n) => {
    const [, stem, number] = NUMBERED.exec(name) ?? [];
    const isNumbered = stem !== undefined && stems.some((one, other) => other !== n && one === stem);
    const found = isNumbered && number ? [number, ...letters(name)] : letters(name);
    const letter = found.find((one) => !taken.has(one)) ?? found[0] ?? "";
    taken.add(letter);
    return letter;
  });
}

/** The initials of the seats of this table; without them, each name's first letter. */
export const Initials = createContext<readonly string[]>([]);
