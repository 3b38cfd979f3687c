/** Our own small drawings, each in a box from -12 to 12, in the colour of the text around. */
import type { ReactNode } from "react";
import styles from "./glyphs.module.css";
import type { Industry, Resource } from "./view";

export type GlyphName = Industry | "canal" | "rail" | "points" | "income" | "develop" | "link";

/** `gap` is drawn in the colour of the ground. */
const DRAWN: Record<GlyphName, ReactNode> = {
  // a bobbin
  cotton: (
    <>
      <path d="M-8-11H8V-7H-8ZM-8 7H8V11H-8ZM-6-6H6L7.5 0L6 6H-6L-7.5 0Z" />
      <path className={styles.gap} d="M-6.6-2.6L6.4-5M-7.2 1L7.2-1.6M-6.4 4.8L6.8 2" />
    </>
  ),
  // a crate
  manufacturer: (
    <>
      <path d="M-11-9H11V10H-11Z" />
      <path className={styles.gap} d="M-11-4H11M-11 5H11M-6.5-9V10M6.5-9V10M-6.5 5L6.5-4" />
    </>
  ),
  // a jug with an ear
  pottery: (
    <path
      fillRule="evenodd"
      d="M-7-11H4L2.5-6.5C5-5 5.6-3.6 5.8-3C11-5 13 1 6.4 4.6C5.4 7.4 4 9.4 2.5 11H-6C-9 8-10 4.5-10 2C-10-2-8-5-5.5-6.5ZM6.3-.6C6.7 1 6.7 1.8 6.7 2.2C9 .6 8.8-1.6 6.3-.6Z"
    />
  ),
  // a pick over a lump
  coal: (
    <>
      <path d="M-10 11L-11 4L-5 0L2 1L9 4L11 11Z" />
      <path d="M-11-6C-5-12 4-12 11-6L9.6-4.6C6-7 3.6-7.8 1.5-8V1H-1.5V-8C-4-7.8-6-7-9.6-4.6Z" />
      <path className={styles.gap} d="M-5 .5L-2 6L-5 11M-2 6L5 5L9 4M5 5L6 11" />
    </>
  ),
  // an anvil
  iron: <path d="M-5-8H12V-6C9-2 5-1 3.5 1C3.2 4 4.5 6 8 7V11H-8V7C-4 6-3 4-3.5 2C-8 1.5-11-2-12-6H-5Z" />,
  // a mug
  brewery: (
    <>
      <path d="M-9-4H5V11H-9Z" />
      <path className={styles.outline} d="M5-1H9.5V7H5" />
      <path d="M-10-5C-12-9-8-11-6-9.5C-4.5-12 0-12 1-9.5C4-11.5 8-8.5 6-5Z" />
      <path className={styles.gap} d="M-5 0V7.5M-.5 0V7.5" />
    </>
  ),
  // a narrow boat
  canal: (
    <>
      <path d="M-12 2H12L9 8H-9.5Z" />
      <path d="M-8-4H6V.5H-8ZM8-7H9.6V.5H8Z" />
      <path className={styles.thin} d="M-12 11C-9 8.6-7 8.6-4 11C-1 8.6 1 8.6 4 11C7 8.6 9 8.6 12 11" />
    </>
  ),
  // a locomotive
  rail: (
    <>
      <path d="M-11-9H-2V-2H5V-8H8V-2H11V6H-11Z" />
      <path d="M-7 4.5A3.5 3.5 0 1 1-7 11.5A3.5 3.5 0 1 1-7 4.5ZM0 4.5A3.5 3.5 0 1 1 0 11.5A3.5 3.5 0 1 1 0 4.5ZM7.4 5.5A3 3 0 1 1 7.4 11.5A3 3 0 1 1 7.4 5.5ZM10 5L12.5 9H10Z" />
      <path className={styles.gap} d="M-8.5-6.5H-4.5V-3H-8.5Z" />
    </>
  ),
  points: <path d="M0-11L3.2-3.6L11-3L5 2.2L7 10L0 5.8L-7 10L-5 2.2L-11-3L-3.2-3.6Z" />,
  // a coin with an arrow up
  income: (
    <>
      <circle r="10.5" />
      <path className={styles.gap} d="M0 6V-5.5M-4.8-1L0-6L4.8-1" />
    </>
  ),
  // a bulb
  develop: (
    <>
      <path d="M0-11.5A7.5 7.5 0 0 1 4.2 2.2L3.6 5H-3.6L-4.2 2.2A7.5 7.5 0 0 1 0-11.5Z" />
      <path d="M-3.6 6.4H3.6V8H-3.6ZM-2.6 9.2H2.6L1 11.5H-1Z" />
      <path className={styles.gap} d="M-2.6-3.5L0-1L2.6-3.5M0-1V5" />
    </>
  ),
  link: (
    <>
      <circle cx="-8" r="4" />
      <circle cx="8" r="4" />
      <path d="M-6-1.4H6V1.4H-6Z" />
    </>
  ),
};

interface GlyphProps {
  name: GlyphName;
  x?: number;
  y?: number;
  /** The side of its box. */
  size: number;
}

/** A glyph inside a drawing, its middle at (x, y). */
export function Glyph({ name, x = 0, y = 0, size }: GlyphProps) {
  return (
    <g className={styles.glyph} transform={`translate(${x} ${y}) scale(${size / 24})`}>
      {DRAWN[name]}
    </g>
  );
}

type GoodProps = Omit<GlyphProps, "name"> & { name: Resource; ghost?: boolean };

/** What lies on a tile, in a market, or beside a merchant: a dark square, an orange hexagon, a brown barrel. */
export function Good({ name, x = 0, y = 0, size, ghost = false }: GoodProps) {
  return (
    <g
      className={styles.good}
      data-good={name}
      data-ghost={ghost || undefined}
      transform={`translate(${x} ${y}) scale(${size / 24})`}
    >
      {name === "coal" ? <path d="M-10-10H10V10H-10Z" /> : null}
      {name === "iron" ? <path d="M0-12L10.5-6V6L0 12L-10.5 6V-6Z" /> : null}
      {name === "beer" ? (
        <>
          <path d="M-6-11H6C9.4-5 9.4 5 6 11H-6C-9.4 5-9.4-5-6-11Z" />
          <path className={styles.hoop} d="M-8-4.6H8M-8 4.6H8" />
        </>
      ) : null}
    </g>
  );
}

interface IconProps {
  /** In CSS units; default 1.3em. */
  size?: string;
  /** What a screen reader says; without it the icon is decoration beside a word. */
  label?: string | undefined;
}

/** A glyph in running text. */
export function Icon({ name, ...look }: IconProps & { name: GlyphName }) {
  return (
    <InText {...look}>
      <Glyph name={name} size={24} />
    </InText>
  );
}

/** A cube or barrel in running text. */
export function GoodIcon({ name, ghost = false, ...look }: IconProps & { name: Resource; ghost?: boolean }) {
  return (
    <InText {...look}>
      <Good name={name} size={24} ghost={ghost} />
    </InText>
  );
}

function InText({ size, label, children }: IconProps & { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: named by aria-label, or decoration
    <svg
      className={styles.icon}
      viewBox="-13 -13 26 26"
      style={size ? { inlineSize: size, blockSize: size } : undefined}
      {...(label ? { role: "img", "aria-label": label } : { "aria-hidden": true })}
    >
      {children}
    </svg>
  );
}
