/** A board of squares in a ring: owners by tint and shape, buildings, tokens, dice. Squares are 100 by 160, corners 160 by 160. */
const GLYPHS = {
  go: "M21 9H9V5L2 12L9 19V15H21Z",
  chest: "M3 10C3 6 6 5 12 5S21 6 21 10V12H14V10.5H10V12H3ZM3 13.5H10V15.5H14V13.5H21V20H3Z",
  chance: "M12 2.5C7.9 2.5 5.4 5 5.3 8.6H9C9.1 6.9 10.2 5.9 11.9 5.9C13.6 5.9 14.7 6.9 14.7 8.3C14.7 9.6 14 10.3 12.6 11.3C10.9 12.5 10.1 13.6 10.2 15.6V16.2H13.8V15.7C13.8 14.5 14.3 13.9 15.8 12.8C17.5 11.6 18.6 10.3 18.6 8.2C18.6 4.9 16 2.5 12 2.5ZM12 18A2 2 0 1 0 12 22A2 2 0 1 0 12 18Z",
  tax: "M12 2A10 10 0 1 0 12 22A10 10 0 1 0 12 2ZM8.6 6.4A2.2 2.2 0 1 1 8.6 10.8A2.2 2.2 0 1 1 8.6 6.4ZM16.4 6L18 7.6L7.6 18L6 16.4ZM15.4 13.2A2.2 2.2 0 1 1 15.4 17.6A2.2 2.2 0 1 1 15.4 13.2Z",
  train: "M6 3H18A2 2 0 0 1 20 5V15A3 3 0 0 1 17 18L19.5 21H16.5L15 19H9L7.5 21H4.5L7 18A3 3 0 0 1 4 15V5A2 2 0 0 1 6 3ZM6.5 6V11H17.5V6ZM8 13.2A1.6 1.6 0 1 0 8 16.4A1.6 1.6 0 1 0 8 13.2ZM16 13.2A1.6 1.6 0 1 0 16 16.4A1.6 1.6 0 1 0 16 13.2Z",
  electric: "M13.5 2L4.5 13.5H10.5L9 22L19.5 9.5H13Z",
  water: "M12 2C12 2 5 10.5 5 15A7 7 0 0 0 19 15C19 10.5 12 2 12 2ZM9 15A3 3 0 0 0 12 18V19.6A4.6 4.6 0 0 1 7.4 15Z",
  jail: "M3 3H21V5.5H19V18.5H21V21H3V18.5H5V5.5H3ZM7 5.5V18.5H9V5.5ZM11 5.5V18.5H13V5.5ZM15 5.5V18.5H17V5.5Z",
  parking: "M4 2H20V22H4ZM9 6V18H11.6V14H13A4 4 0 0 0 13 6ZM11.6 8.4H12.8A1.6 1.6 0 0 1 12.8 11.6H11.6Z",
  police: "M12 2L20 5V11C20 16 16.5 20 12 22C7.5 20 4 16 4 11V5ZM12 7L10.7 10.2L7.2 10.4L9.9 12.7L9 16.1L12 14.2L15 16.1L14.1 12.7L16.8 10.4L13.3 10.2Z",
  house: "M12 3L22 12H19V21H5V12H2Z",
  hotel: "M12 1L23 9V22H1V9ZM6 12V15H9V12ZM15 12V15H18V12ZM10 16V22H14V16Z",
};
const PICTURED = { 0: "go", 2: "chest", 4: "tax", 5: "train", 7: "chance", 10: "jail", 12: "electric", 15: "train", 17: "chest", 20: "parking", 22: "chance", 25: "train", 28: "water", 30: "police", 33: "chest", 35: "train", 36: "chance", 38: "tax" };
const GROUPS = ["brown", "light-blue", "pink", "orange", "red", "yellow", "green", "dark-blue"];
const PIPS = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];

function glyph(name, x, y, size, kind = "glyph") {
  return path(GLYPHS[name], kind, { "fill-rule": "evenodd", transform: `translate(${x - size / 2} ${y - size / 2}) scale(${size / 24})` });
}
function squareBox(n) {
  const side = Math.floor(n / 10), near = n % 10 ? 60 + 100 * (n % 10) : 0; // from the corner that the side begins at
  const long = n % 10 ? 100 : 160;
  return [[1220 - near - long, 1060], [0, 1220 - near - long], [near, 0], [1060, near]][side].concat(side % 2 ? [160, long] : [long, 160], side);
}
/** Where things stand on a square: its name, its tokens, its owner's mark, and the band towards the middle. */
function spots(n) {
  const [x, y, w, h, side] = squareBox(n);
  if (n % 10 === 0) return { name: [x + w / 2, y + 40], tokens: [x + w / 2, y + 112], glyph: [x + w / 2, y + 100] };
  const band = [[x, y, w, 30], [x + w - 34, y, 34, h], [x, y + h - 30, w, 30], [x, y, 34, h]][side];
  const middle = x + w / 2 + [0, -17, 0, 17][side];
  if (side % 2) return { band, name: [middle, y + 27], tokens: [middle, y + 73], owner: [middle + (side === 1 ? -40 : 40), y + 78], glyph: [middle, y + 66] };
  return { band, name: [middle, y + (side ? 24 : 54)], tokens: [middle, y + (side ? 84 : 112)], owner: [middle, y + (side ? 110 : 138)], glyph: [middle, y + (side ? 92 : 112)] };
}

/** A label in lines of so many letters: broken at blanks, and at soft hyphens where that is needed. */
function broken(label, most) {
  const lines = [""];
  for (const word of label.split(" ")) {
    if (`${lines.at(-1)} ${word}`.replace(/\u00ad/g, "").length <= most) lines.push(`${lines.pop()} ${word}`.trim().replace(/\u00ad/g, ""));
    else if (word.replace(/\u00ad/g, "").length <= most) lines.push(word.replace(/\u00ad/g, ""));
    else lines.push(...word.split("\u00ad").map((part, i, all) => part + (i + 1 < all.length ? "-" : "")));
  }
  return lines.filter((line) => line);
}

function boardIn(room, fixed) {
  const deedAt = new Map(fixed.deeds.map(([square], i) => [square, i]));
  const ground = svg("g", {}, svg("rect", { width: 1220, height: 1220, class: "face" }), svg("rect", { x: 160, y: 160, width: 900, height: 900, class: "middle" }));
  const tints = svg("g"), lines = svg("g"), pieces = svg("g");
  for (let n = 0; n < 40; n++) {
    const [x, y, w, h] = squareBox(n), at = spots(n), group = fixed.deeds[deedAt.get(n)]?.[1];
    if (GROUPS.includes(group)) {
      const [bx, by, bw, bh] = at.band;
      lines.append(svg("rect", { x: bx, y: by, width: bw, height: bh, class: `band ${group}` }));
    }
    lines.append(svg("rect", { x, y, width: w, height: h, class: "edge" }));
    const words = broken(fixed.labels[n], w > 120 ? 11 : 8);
    if (!["chest", "chance"].includes(PICTURED[n])) words.forEach((word, i) => lines.append(svg("text", { x: at.name[0], y: at.name[1] + 22 * i, class: "label long" }, word)));
    lines.append(svg("text", { x: at.name[0], y: at.name[1] + 8, class: "label short" }, fixed.short[n]));
    if (PICTURED[n]) lines.append(glyph(PICTURED[n], ...at.glyph, n % 10 ? 44 : 60));
  }
  room.className = "monopoly";
  const drawing = svg("svg", { viewBox: "-2 -2 1224 1224", role: "img" }, ground, tints, lines, pieces);
  room.append(drawing, el("div", { class: "inside" }, byId("now"), byId("seats")));
  const count = seats.length, base = 2 * count;
  return (state) => {
    const owned = [], drawn = [];
    fixed.deeds.forEach(([square, group, price], i) => {
      const code = state[base + count + i], owner = (code % 10) - 1, level = Math.floor(code / 10) % 10, mortgaged = code >= 100;
      const [x, y, w, h] = squareBox(square), at = spots(square);
      if (owner < 0) return drawn.push(svg("text", { x: at.name[0], y: at.owner[1] + 8, class: "price" }, PICTURED[square] ? "" : money(price, fixed.money)));
      owned.push(svg("rect", { x, y, width: w, height: h, class: `s${owner} ${mortgaged ? "mortgaged" : "tint"}` }, svg("title", {}, `${fixed.names[square]}: ${seats[owner].name}${mortgaged ? t("mortgaged") : level === 5 ? t("hotel") : level ? t("houses", { n: level }) : ""}`)));
      drawn.push(shape(owner, `translate(${at.owner[0]} ${at.owner[1]}) scale(1.7)`, false));
      if (mortgaged) drawn.push(svg("text", { x: at.owner[0], y: at.owner[1] + 7, class: "pledge" }, t("mark")));
      const [bx, by, bw, bh] = at.band ?? [];
      const upright = bh > bw;
      if (level === 5) drawn.push(glyph("hotel", bx + bw / 2, by + bh / 2, 32, "hotel"));
      else for (let k = 0; k < level; k++) drawn.push(glyph("house", bx + (upright ? bw / 2 : 14 + 24 * k), by + (upright ? 14 + 24 * k : bh / 2), 25, "house"));
    });
    const standing = new Map();
    seats.forEach((_, s) => state[base + s] >= 0 && standing.set(state[base + s], [...(standing.get(state[base + s]) ?? []), s]));
    for (const [where, all] of standing) {
      const square = where % 40, at = spots(square).tokens, gap = all.length > 1 ? Math.min(42, 78 / (all.length - 1)) : 0;
      all.forEach((s, k) => drawn.push(shape(s, `translate(${at[0] + gap * (k - (all.length - 1) / 2)} ${at[1] - (where >= 40 ? 24 : square === 10 ? -26 : 0)}) scale(2.1)`)));
    }
    const dice = state.at(-1);
    [Math.floor(dice / 10), dice % 10].forEach((face, i) => {
      if (!dice) return;
      const x = 544 + 76 * i;
      drawn.push(svg("rect", { x, y: 196, width: 56, height: 56, rx: 10, class: "die" }), ...PIPS[face].map((p) => svg("circle", { cx: x + 13 + 15 * (p % 3), cy: 209 + 15 * Math.floor(p / 3), r: 5.5, class: "pip" })));
    });
    tints.replaceChildren(...owned);
    pieces.replaceChildren(...drawn);
    const holdings = seats.map((one, s) => t("holding", { name: one.name, deeds: fixed.deeds.filter((_, i) => (state[base + count + i] % 10) - 1 === s).map(([square]) => fixed.names[square]).join(data.comma) || t("nothing") }));
    drawing.setAttribute("aria-label", t("monopoly", { holdings: holdings.join(". ") }));
  };
}
