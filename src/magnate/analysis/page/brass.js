/** The map of Brass: tiles, links, merchants and markets, in a box of 1200 by 1180. */
const INDUSTRIES = {
  c: ["cotton", "M-8-11H8V-7H-8ZM-8 7H8V11H-8ZM-6-6H6L7.5 0L6 6H-6L-7.5 0Z", "M-6.6-2.6L6.4-5M-7.2 1L7.2-1.6M-6.4 4.8L6.8 2"],
  m: ["manufacturer", "M-11-9H11V10H-11Z", "M-11-4H11M-11 5H11M-6.5-9V10M6.5-9V10M-6.5 5L6.5-4"],
  p: ["pottery", "M-7-11H4L2.5-6.5C5-5 5.6-3.6 5.8-3C11-5 13 1 6.4 4.6C5.4 7.4 4 9.4 2.5 11H-6C-9 8-10 4.5-10 2C-10-2-8-5-5.5-6.5ZM6.3-.6C6.7 1 6.7 1.8 6.7 2.2C9 .6 8.8-1.6 6.3-.6Z", ""],
  o: ["coal", "M-10 11L-11 4L-5 0L2 1L9 4L11 11ZM-11-6C-5-12 4-12 11-6L9.6-4.6C6-7 3.6-7.8 1.5-8V1H-1.5V-8C-4-7.8-6-7-9.6-4.6Z", ""],
  i: ["iron", "M-5-8H12V-6C9-2 5-1 3.5 1C3.2 4 4.5 6 8 7V11H-8V7C-4 6-3 4-3.5 2C-8 1.5-11-2-12-6H-5Z", ""],
  b: ["brewery", "M-9-4H5V11H-9ZM5-1H9.5V7H5V4.6H7V1.4H5ZM-10-5C-12-9-8-11-6-9.5C-4.5-12 0-12 1-9.5C4-11.5 8-8.5 6-5Z", "M-5 0V7.5M-.5 0V7.5"],
};
const SLOT = 54, GAP = 3, PAD = 6, NAME = 26, ROMAN = ["", "I", "II", "III", "IV", "V", "VI", "VII", "VIII"];
const GOOD = { o: "coal", i: "iron", b: "beer" };

function industry(letter, x, y, size) {
  const [, body, gap] = INDUSTRIES[letter];
  return svg("g", { transform: `translate(${x} ${y}) scale(${size / 24})` }, path(body, "glyph", { "fill-rule": "evenodd" }), gap && path(gap, "gap"));
}
/** A place's box, and the corners of its spaces. */
function layout({ at: [x, y], name, kind, spaces, merchants }) {
  const count = spaces.length + merchants, inRow = count === 4 ? 2 : Math.max(1, count), rows = Math.ceil(count / inRow) || 1;
  const inner = inRow * SLOT + (inRow - 1) * GAP;
  const width = Math.max(inner + 2 * PAD, kind === "merchant" ? 150 : name.length * 11 + 14), height = rows * SLOT + (rows - 1) * GAP + 2 * PAD + NAME;
  const box = { x: x - width / 2, y: y - height / 2, width, height };
  return { box, centre: [x, y], corners: Array.from({ length: count }, (_, n) => [x - inner / 2 + (n % inRow) * (SLOT + GAP), box.y + PAD + Math.floor(n / inRow) * (SLOT + GAP)]) };
}
function mean(points) {
  return [0, 1].map((axis) => points.reduce((sum, one) => sum + one[axis], 0) / points.length);
}
/** Where a ray from the middle of a place's box leaves it. */
function leaves({ box, centre: [x, y] }, [to, down]) {
  const t = Math.min(box.width / 2 / Math.abs(to - x || 1e-9), box.height / 2 / Math.abs(down - y || 1e-9));
  return [x + (to - x) * t, y + (down - y) * t];
}

function tileMark(code, x, y, place) {
  const owner = Number(code[0]), [letter, level, goods] = code.slice(1);
  const flipped = goods === "*", count = flipped ? 0 : Number(goods);
  const cubes = Array.from({ length: count }, (_, n) => svg("rect", { x: 27 - count * 4.5 + n * 9 + 0.5, y: 42, width: 8, height: 8, class: `good ${GOOD[letter]}` }));
  return svg("g", { class: `tile s${owner}${flipped ? " flipped" : ""}`, transform: `translate(${x} ${y})` },
    svg("rect", { x: 1, y: 1, width: SLOT - 2, height: SLOT - 2, rx: 7, class: "body" }),
    industry(letter, 27, count ? 28 : 32, count ? 22 : 27), svg("text", { x: SLOT - 5, y: 17, "text-anchor": "end" }, ROMAN[level]),
    svg("circle", { cx: 12, cy: 12, r: 9.5, class: "badge" }), shape(owner, "translate(12 12) scale(0.75)", false), ...cubes,
    svg("title", {}, t("tile", { place, industry: t(INDUSTRIES[letter][0]), level: Number(level), name: seats[owner].name }) + (flipped ? t("flipped") : count ? t("goods", { n: count, good: t(GOOD[letter]) }) : "")));
}
function merchant(code, x, y) {
  const buys = code.replace("+", ""), three = buys.length > 1;
  return svg("g", { transform: `translate(${x} ${y})` }, svg("rect", { width: SLOT, height: SLOT, rx: 7, class: code === "-" ? "closed" : "merchant" }),
    ...[...buys.replace("-", "")].map((letter, n) => (three ? industry(letter, 15 + 24 * (n % 2), 15 + 23 * Math.floor(n / 2), 19) : industry(letter, 24, 24, 30))),
    code.includes("+") && svg("rect", { x: 38, y: 36, width: 12, height: 14, rx: 4, class: "good beer" }));
}

function boardIn(room, fixed) {
  const places = fixed.places.map((one) => ({ ...one, ...layout(one) }));
  const base = 3 * seats.length, spaces = places.flatMap((one) => one.spaces).length, merchants = places.reduce((sum, one) => sum + one.merchants, 0);
  const lines = fixed.lines.map(([ends, canal, rail]) => {
    const around = mean(ends.map((end) => places[end].centre));
    const site = mean(ends.map((end) => leaves(places[end], around)));
    return { canal, rail, site, d: ends.map((end) => `M${site.join(" ")}L${places[end].centre.join(" ")}`).join("") };
  });
  const links = svg("g"), boxes = svg("g"), pieces = svg("g");
  for (const { box, name, short, kind, centre } of places) {
    const y = box.y + box.height - NAME;
    boxes.append(svg("rect", { ...box, rx: 9, class: `box ${kind}` }), svg("rect", { x: box.x, y, width: box.width, height: NAME, rx: 6, class: "plate" }),
      svg("text", { x: centre[0], y: y + 20, class: "name long", textLength: name.length > 9 && box.width - 12, lengthAdjust: "spacingAndGlyphs" }, name), svg("text", { x: centre[0], y: y + 23, class: "name short" }, short));
  }
  room.className = "brass";
  const drawing = svg("svg", { viewBox: "0 0 1200 1180", role: "img" }, svg("rect", { width: 1200, height: 1180, class: "land" }), links, boxes, pieces);
  room.append(drawing);
  return (state) => {
    const drawn = [], [era, coal, iron] = state.slice(-3);
    let n = base, m = base + spaces;
    for (const { corners, spaces: shows, merchants: sold, name } of places) {
      corners.forEach(([x, y], i) => {
        if (i >= shows.length) return drawn.push(merchant(state[m++], x, y));
        const code = state[n++], free = shows[i];
        if (code) return drawn.push(tileMark(code, x, y, name));
        drawn.push(svg("g", { transform: `translate(${x} ${y})`, class: "free" }, svg("rect", { width: SLOT, height: SLOT, rx: 7, class: "slot" }),
          ...[...free].map((letter, k) => (free.length > 1 ? industry(letter, 18 + 20 * k, 18 + 20 * k, 22) : industry(letter, 27, 27, 29)))));
      });
    }
    const laid = lines.map((line, i) => {
      const owner = state[base + spaces + merchants + i];
      if (owner >= 0) {
        drawn.push(shape(owner, `translate(${line.site.join(" ")}) scale(1.5)`, false));
        return svg("g", {}, path(line.d, "casing"), path(line.d, `laid s${owner}`));
      }
      return path(line.d, `line ${line.canal && line.rail ? "both" : line.canal ? "canal" : "rail"}${line[era] ? "" : " shut"}`);
    });
    const markets = svg("g", { transform: "translate(18 176)" }, svg("rect", { width: 196, height: 226, rx: 9, class: "box" }));
    [[t("coal_market"), "coal", coal, 7], [t("iron_market"), "iron", iron, 5]].forEach(([title, kind, cubes, rows], k) => {
      markets.append(svg("text", { x: 42 + 88 * k, y: 26, class: "plain" }, title));
      for (let price = 1; price <= rows; price++) {
        if (!k) markets.append(svg("text", { x: 10, y: 26 + 27 * price, class: "plain" }, money(price, fixed.money)));
        for (const i of [0, 1]) markets.append(svg("rect", { x: 42 + 88 * k + 23 * i, y: 10 + 27 * price, width: 18, height: 18, rx: 3, class: 2 * (price - 1) + i >= 2 * rows - cubes ? `good ${kind}` : "good none" }));
      }
    });
    links.replaceChildren(...laid);
    pieces.replaceChildren(...drawn, markets);
    const built = seats.map((one, s) => t("tiles", { name: one.name, n: state.slice(base, base + spaces).filter((code) => code && Number(code[0]) === s).length }));
    drawing.setAttribute("aria-label", t(era === "canal" ? "map_canal" : "map_rail", { built: built.join(data.comma) }));
  };
}
