/** Small drawings of our own for the squares that are no streets, and for buildings. */

export type GlyphName =
  | "go"
  | "chest"
  | "chance"
  | "tax"
  | "luxury"
  | "train"
  | "electric"
  | "water"
  | "jail"
  | "parking"
  | "police"
  | "house"
  | "hotel"
  | "card";

const PATHS: Record<GlyphName, string> = {
  go: "M21 9H9V5L2 12L9 19V15H21Z",
  chest: "M3 10C3 6 6 5 12 5S21 6 21 10V12H14V10.5H10V12H3ZM3 13.5H10V15.5H14V13.5H21V20H3Z",
  chance:
    "M12 2.5C7.9 2.5 5.4 5 5.3 8.6H9C9.1 6.9 10.2 5.9 11.9 5.9C13.6 5.9 14.7 6.9 14.7 8.3C14.7 9.6 14 10.3 12.6 11.3C10.9 12.5 10.1 13.6 10.2 15.6V16.2H13.8V15.7C13.8 14.5 14.3 13.9 15.8 12.8C17.5 11.6 18.6 10.3 18.6 8.2C18.6 4.9 16 2.5 12 2.5ZM12 18A2 2 0 1 0 12 22A2 2 0 1 0 12 18Z",
  tax: "M12 2A10 10 0 1 0 12 22A10 10 0 1 0 12 2ZM8.6 6.4A2.2 2.2 0 1 1 8.6 10.8A2.2 2.2 0 1 1 8.6 6.4ZM16.4 6L18 7.6L7.6 18L6 16.4ZM15.4 13.2A2.2 2.2 0 1 1 15.4 17.6A2.2 2.2 0 1 1 15.4 13.2Z",
  luxury: "M8 3H16L19 7L12 13.5L5 7ZM12 9.5A6.3 6.3 0 1 1 11.9 9.5ZM12 12A3.8 3.8 0 1 0 12.1 12Z",
  train:
    "M6 3H18A2 2 0 0 1 20 5V15A3 3 0 0 1 17 18L19.5 21H16.5L15 19H9L7.5 21H4.5L7 18A3 3 0 0 1 4 15V5A2 2 0 0 1 6 3ZM6.5 6V11H17.5V6ZM8 13.2A1.6 1.6 0 1 0 8 16.4A1.6 1.6 0 1 0 8 13.2ZM16 13.2A1.6 1.6 0 1 0 16 16.4A1.6 1.6 0 1 0 16 13.2Z",
  electric: "M13.5 2L4.5 13.5H10.5L9 22L19.5 9.5H13Z",
  water: "M12 2C12 2 5 10.5 5 15A7 7 0 0 0 19 15C19 10.5 12 2 12 2ZM9 15A3 3 0 0 0 12 18V19.6A4.6 4.6 0 0 1 7.4 15Z",
  jail: "M3 3H21V5.5H19V18.5H21V21H3V18.5H5V5.5H3ZM7 5.5V18.5H9V5.5ZM11 5.5V18.5H13V5.5ZM15 5.5V18.5H17V5.5Z",
  parking: "M4 2H20V22H4ZM9 6V18H11.6V14H13A4 4 0 0 0 13 6ZM11.6 8.4H12.8A1.6 1.6 0 0 1 12.8 11.6H11.6Z",
  police:
    "M12 2L20 5V11C20 16 16.5 20 12 22C7.5 20 4 16 4 11V5ZM12 7L10.7 10.2L7.2 10.4L9.9 12.7L9 16.1L12 14.2L15 16.1L14.1 12.7L16.8 10.4L13.3 10.2Z",
  house: "M12 3L22 12H19V21H5V12H2Z",
  hotel: "M12 1L23 9V22H1V9ZM6 12V15H9V12ZM15 12V15H18V12ZM10 16V22H14V16Z",
  card: "M4 4H20A2 2 0 0 1 22 6V18A2 2 0 0 1 20 20H4A2 2 0 0 1 2 18V6A2 2 0 0 1 4 4ZM6 8V10H18V8ZM6 13V15H13V13Z",
};

/** A decoration: what it means is said in words beside it or in the name of what it stands on. */
export function Glyph({
  name,
  ...look
}: {
  name: GlyphName;
  className?: string | undefined;
  "data-ghost"?: string | undefined;
}) {
  return (
    <svg {...look} viewBox="0 0 24 24" fill="currentColor" fillRule="evenodd" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}

const CORNERS: Record<number, GlyphName> = { 0: "go", 10: "jail", 20: "parking", 30: "police" };
const SPECIAL: Record<number, GlyphName> = {
  ...CORNERS,
  ...{ 2: "chest", 17: "chest", 33: "chest", 7: "chance", 22: "chance", 36: "chance" },
  ...{ 4: "tax", 38: "luxury", 12: "electric", 28: "water" },
  ...{ 5: "train", 15: "train", 25: "train", 35: "train" },
};

/** The drawing on a square; null on streets. */
export function glyphOf(square: number): GlyphName | null {
  return SPECIAL[square] ?? null;
}
