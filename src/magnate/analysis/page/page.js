// A review: its board, replay, curve and lists. Names are only ever set as text. A script for the game's board follows.
"use strict";

const data = JSON.parse(document.getElementById("data").textContent);
const SHAPES = [
  "M0-9A9 9 0 1 1 0 9A9 9 0 1 1 0-9Z", "M0-9.5L10 8.5H-10Z", "M-8.2-8.2H8.2V8.2H-8.2Z", "M0-10L10 0L0 10L-10 0Z",
  "M0-10L2.9-4L9.5-3.1L4.7 1.5L5.9 8.1L0 5L-5.9 8.1L-4.7 1.5L-9.5-3.1L-2.9-4Z", "M-5-8.7H5L10 0L5 8.7H-5L-10 0Z",
  "M-3.6-9.5H3.6V-3.6H9.5V3.6H3.6V9.5H-3.6V3.6H-9.5V-3.6H-3.6Z", "M0-9.8L9.8-2.4L6 9H-6L-9.8-2.4Z",
]; // outlines of the seats' marks, in a box from -10 to 10
const LETTER_AT = [4, 6.6, 4, 3.6, 3.4, 4, 4, 4.6];
const ICONS = {
  first: "M5 5V19M19 5L9 12L19 19Z", turnBack: "M12 5L3 12L12 19ZM21 5L12 12L21 19Z", back: "M17 5L7 12L17 19Z",
  play: "M7 4L20 12L7 20Z", pause: "M6 5H10V19H6ZM14 5H18V19H14Z", on: "M7 5L17 12L7 19Z",
  turnOn: "M3 5L12 12L3 19ZM12 5L21 12L12 19Z", last: "M19 5V19M5 5L15 12L5 19Z",
};
const { seats, frames, decisions, events } = data;
const plainly = new Intl.NumberFormat(data.language, { useGrouping: false }), grouped = new Intl.NumberFormat(data.language);
const tenths = new Intl.NumberFormat(data.language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
/** The words of a key, with numbers in the language's digits. */
const t = (key, values = {}) => data.words[key].replace(/\{(\w+)\}/g, (_, name) => (typeof values[name] === "number" ? plainly.format(values[name]) : values[name]));
const byId = (id) => document.getElementById(id);
const PACE = 700; // milliseconds of a step

// ------------------------------------------------------------------------------------------------- making

function put(made, attributes, content) {
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined && value !== false) made.setAttribute(name, value);
  made.append(...content.filter((one) => one !== undefined && one !== null && one !== false));
  return made;
}
function el(name, attributes = {}, ...content) {
  return put(document.createElement(name), attributes, content);
}
function svg(name, attributes = {}, ...content) {
  return put(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, content);
}
function path(d, kind, attributes = {}) {
  return svg("path", { d, class: kind, ...attributes });
}
/** A seat's shape with its initial, in a box from -10 to 10. */
function shape(seat, transform, lettered = true) {
  const letter = lettered && svg("text", { y: LETTER_AT[seat], "text-anchor": "middle" }, seats[seat].initial);
  return svg("g", { class: `seat s${seat}`, transform }, path(SHAPES[seat], "mark"), letter);
}
function mark(seat) {
  return svg("svg", { viewBox: "-11 -11 22 22", class: "inline", "aria-hidden": "true" }, shape(seat));
}
function who(seat) {
  return seat < 0 ? el("span", { class: "who" }, "◆ ") : el("span", { class: "who", title: seats[seat].name }, mark(seat), el("b", {}, seats[seat].name));
}
const percent = (share) => data.percent.replace("{n}", tenths.format(share / 100));
const signed = (text) => (document.dir === "rtl" ? `\u2066${text}\u2069` : text);
const points = (share) => (Math.abs(share) < 5 ? tenths.format(0) : signed((share < 0 ? "−" : "+") + tenths.format(Math.abs(share) / 100)));
/** A value of the board by its pattern: money, or a number that has a sign where the pattern is "+". */
const money = (value, pattern) => (typeof value !== "number" ? value : (value < 0 ? "−" : pattern === "+" && value > 0 ? "+" : "") + (pattern === "+" ? "{n}" : pattern).replace("{n}", grouped.format(Math.abs(value))));
const badge = (label) => label && el("span", { class: `badge ${label.split("?")[0]}${label.endsWith("?") ? " unsure" : ""}` }, data.labels[label]);

// ------------------------------------------------------------------------------------------------- the steps

// Of each frame: turn, seat (-1: chance), text, shares, decision or -1, what differs of the board from the frame before,
// after how many steps of the record.
const TURN = 0, SEAT = 1, TEXT = 2, SHARES = 3, DECISION = 4, CHANGES = 5, STEP = 6;
const states = [];
for (const frame of frames) {
  const state = states.length ? states.at(-1).slice() : [];
  for (let i = 0; i < frame[CHANGES].length; i += 2) state[frame[CHANGES][i]] = frame[CHANGES][i + 1];
  states.push(state);
}
const turnStarts = frames.flatMap((frame, k) => (k === 0 || frames[k - 1][TURN] !== frame[TURN] ? [k] : []));
const along = frames.map(() => 0); // where a frame lies on the axis of turns
turnStarts.forEach((start, i) => {
  const end = turnStarts[i + 1] ?? frames.length;
  for (let k = start; k < end; k++) along[k] = frames[start][TURN] + (k - start + (start > 0)) / (end - start);
});
const numbered = new Map(decisions.map((one) => [one.number, one]));
const frameOf = new Map(frames.flatMap((frame, k) => (frame[DECISION] >= 0 ? [[frame[DECISION], k]] : [])));

let chosen = 0, shown = -1, timer = 0, drawBoard, moveCursor = () => {};

function show(k) {
  if (k === shown) return;
  shown = k;
  const [turn, seat, text, shares, number, , step] = frames[k];
  const before = frames[Math.max(0, k - 1)][SHARES];
  drawBoard(states[k]);
  const changed = seats.flatMap((_, s) => (Math.abs(shares[s] - before[s]) >= 100 ? [el("span", {}, mark(s), points(shares[s] - before[s]))] : []));
  const one = numbered.get(number);
  byId("now").replaceChildren(
    el("p", { class: "when" }, turn ? t("when", { turn, turns: data.turns }) : t("before"), step > 0 && t("step", { step }), seat >= 0 && who(seat)),
    el("p", { class: "text" }, text, one && badge(one.label)),
    el("p", { class: "deltas" }, ...changed),
  );
  byId("slider").value = k;
  byId("slider").setAttribute("aria-valuetext", t("spoken_turn", { turn, text }));
  showSeats(k);
  showChoice(one);
  moveCursor(k);
  for (const button of document.querySelectorAll(".list button[data-frame]")) button.setAttribute("aria-current", Number(button.dataset.frame) === k);
}

function go(k) {
  chosen = Math.max(0, Math.min(frames.length - 1, k));
  show(chosen);
}
function goTurn(by) {
  const at = turnStarts.findLastIndex((start) => start <= chosen);
  go(by < 0 && chosen > turnStarts[at] ? turnStarts[at] : (turnStarts[at + by] ?? (by < 0 ? 0 : frames.length - 1)));
}
function play(wanted = !timer) {
  clearInterval(timer);
  timer = 0;
  if (wanted && chosen === frames.length - 1) go(0);
  if (wanted) timer = setInterval(() => (chosen === frames.length - 1 ? play(false) : go(chosen + 1)), PACE);
  byId("now").setAttribute("aria-live", wanted ? "off" : "polite");
  const button = byId("play");
  button.setAttribute("aria-label", t(wanted ? "pause" : "play"));
  button.replaceChildren(icon(wanted ? "pause" : "play"));
}
function goListed(by) {
  const listed = [...byId("decisions").querySelectorAll("button")].map((one) => Number(one.dataset.frame)).sort((a, b) => a - b);
  const next = by > 0 ? listed.find((k) => k > chosen) : listed.findLast((k) => k < chosen);
  if (next !== undefined) go(next);
}

const ACTIONS = {
  first: [t("first"), () => go(0)], turnBack: [t("turn_back"), () => goTurn(-1)], back: [t("back"), () => go(chosen - 1)],
  play: [t("play"), () => play()], on: [t("on"), () => go(chosen + 1)], turnOn: [t("turn_on"), () => goTurn(1)],
  last: [t("last"), () => go(frames.length - 1)],
};
const KEYS = {
  ArrowLeft: "back", ArrowRight: "on", "shift+ArrowLeft": "turnBack", "shift+ArrowRight": "turnOn", Home: "first", End: "last", " ": "play",
};
function icon(name) {
  return svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, path(ICONS[name], "icon"));
}
function act(name) {
  if (name !== "play" && timer) play(false);
  ACTIONS[name][1]();
}
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("select, summary")) return;
  if (event.key === " " && event.target.closest("button")) return;
  const name = KEYS[(event.shiftKey ? "shift+" : "") + event.key];
  if (name) act(name);
  else if (event.key === "n" || event.key === "p") goListed(event.key === "n" ? 1 : -1);
  else return;
  event.preventDefault();
});

// ------------------------------------------------------------------------------------------------- seats, a choice

function showSeats(k) {
  const [, seat, , shares] = frames[k];
  const rows = seats.map((one, s) =>
    el("tr", { class: s === seat ? "moves" : undefined },
      el("th", { scope: "row" }, who(s)),
      el("td", {}, percent(shares[s])),
      el("td", { class: "wide" }, bar(s, shares[s])),
      ...data.columns.map(([, unit], c) => el("td", {}, money(states[k][s * data.columns.length + c], unit)))));
  const heads = [t("player"), t("chance"), "", ...data.columns.map(([name]) => name)].map((name, i) => (name || i !== 2 ? el("th", { scope: "col" }, name) : el("td", { class: "wide" })));
  byId("seats").replaceChildren(el("thead", {}, el("tr", {}, ...heads)), el("tbody", {}, ...rows));
}
function bar(seat, share) {
  return svg("svg", { class: "meter", viewBox: "0 0 100 8", preserveAspectRatio: "none", "aria-hidden": "true" },
    svg("rect", { width: 100, height: 8, class: "track" }), svg("rect", { width: Math.max(0, share / 100), height: 8, class: `s${seat} fill` }));
}

function showChoice(one) {
  if (!one) return byId("choice").replaceChildren(el("p", { class: "note" }, t("no_choice")));
  const rows = one.options.map(([text, share]) =>
    el("tr", { class: text === one.text ? "played" : undefined },
      el("th", { scope: "row" }, text, text === one.text && el("span", { class: "note" }, t("played"))),
      el("td", {}, percent(share)), el("td", {}, points(share - one.options[0][1])), el("td", { class: "wide" }, bar(one.seat, share))));
  const rest = one.forced ? t("forced") : one.loss > 0 ? t("lost", { loss: lossOf(one) }) : t("fine");
  const notes = [one.repeated && t("repeated"), one.checked && t("checked")].filter(Boolean).map((text) => ` · ${text}`).join("");
  const heads = [t("move"), t("chance"), t("to_best"), ""].map((name) => (name ? el("th", { scope: "col" }, name) : el("td", { class: "wide" })));
  byId("choice").replaceChildren(
    el("p", { class: "note" }, who(one.seat), ` · ${data.kinds[one.kind]} · ${rest}${notes} `, badge(one.label)),
    one.options.length > 1 && el("table", { class: "options" }, el("thead", {}, el("tr", {}, ...heads)), el("tbody", {}, ...rows)) || "",
  );
}
function lossOf(one) {
  const loss = tenths.format(one.loss / 100);
  return one.margin === null ? loss : one.margin ? `${loss} ± ${tenths.format(one.margin / 100)}` : t("exact", { loss });
}

// ------------------------------------------------------------------------------------------------- the curve

const MARKED = 250, MOST = 40; // events from 2.5 points on are marked, so many at most
const LUCK = "M0 -9L9 8H-9Z"; // the marks are those of the pages' own curve

function drawCurve() {
  const room = byId("curve");
  const width = Math.max(280, room.clientWidth), lanes = 40, height = width < 480 ? 210 : 240;
  const left = 48, right = width - 6, top = lanes + 6, bottom = height - 24;
  const end = along.at(-1) || 1;
  const x = (value) => left + ((right - left) * value) / end;
  const y = (share) => bottom - ((bottom - top) * share) / 10000;
  const parts = [];
  const low = frames.map(() => 0);
  seats.forEach((_, s) => {
    const high = low.map((from, k) => from + frames[k][SHARES][s]);
    const upper = high.map((value, k) => `${x(along[k]).toFixed(1)} ${y(value).toFixed(1)}`);
    const lower = low.map((value, k) => `${x(along[k]).toFixed(1)} ${y(value).toFixed(1)}`).reverse();
    parts.push(path(`M${upper.join("L")}L${lower.join("L")}Z`, `s${s} area`));
    const widest = high.reduce((best, value, k) => (x(along[k]) > left + 14 && x(along[k]) < right - 14 && value - low[k] > high[best] - low[best] ? k : best), Math.floor(high.length / 2));
    if (y(low[widest]) - y(high[widest]) > 26) parts.push(shape(s, `translate(${x(along[widest])} ${(y(low[widest]) + y(high[widest])) / 2})`));
    high.forEach((value, k) => (low[k] = value));
  });
  for (const share of [0, 25, 50, 75, 100]) {
    parts.push(path(`M${left} ${y(share * 100)}H${right}`, "rung"), svg("text", { x: left - 5, y: y(share * 100) + 4, "text-anchor": "end" }, share === 100 ? data.percent.replace("{n}", plainly.format(share)) : plainly.format(share)));
  }
  const step = [1, 2, 5, 10, 20, 50, 100, 200, 500].find((one) => (end / one) * 34 < right - left) ?? 1000;
  for (let turn = step; turn <= data.turns; turn += step) parts.push(svg("text", { x: x(turn), y: height - 7, "text-anchor": "middle" }, plainly.format(turn)));
  const luck = events.filter((one) => one.size >= MARKED).sort((a, b) => b.size - a.size).slice(0, MOST);
  for (const one of luck) parts.push(svg("g", { class: `seat s${Math.max(0, one.gains)}`, transform: `translate(${x(along[one.frame])} 10) scale(0.62)` }, path(LUCK, "mark"), svg("title", {}, `${frames[one.frame][TEXT]} ${seats[one.gains].name} ${points(one.luck[one.gains])}`)));
  for (const one of decisions.filter((one) => one.label)) {
    const at = x(along[frameOf.get(one.number)]);
    parts.push(svg("g", { class: `seat s${one.seat}` }, path(`M${at - 4.5} 24.5l9 9m0 -9l-9 9`, "cross"), svg("title", {}, t("marked", { name: seats[one.seat].name, text: one.text, label: data.labels[one.label] }))));
  }
  const cursor = path(`M0 4V${bottom}`, "cursor");
  const picture = svg("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": spoken() }, ...parts, cursor);
  moveCursor = (k) => cursor.setAttribute("transform", `translate(${x(along[k])} 0)`);
  const nearest = (event) => {
    const value = ((event.clientX - picture.getBoundingClientRect().left - left) / (right - left)) * end;
    const after = along.findIndex((one) => one >= value);
    return after < 0 ? frames.length - 1 : after > 0 && value - along[after - 1] < along[after] - value ? after - 1 : after;
  };
  picture.addEventListener("pointerdown", (event) => {
    play(false);
    go(nearest(event));
  });
  picture.addEventListener("pointermove", (event) => (event.buttons ? go(nearest(event)) : timer || show(nearest(event))));
  picture.addEventListener("pointerleave", () => timer || show(chosen));
  room.replaceChildren(picture);
  moveCursor(Math.max(0, shown));
}
function spoken() {
  const ends = seats.map((one, s) => t("spoken_seat", { name: one.name, from: percent(frames[0][SHARES][s]), to: percent(frames.at(-1)[SHARES][s]) }));
  return t("spoken", { measure: data.measure, turns: data.turns, ends: ends.join(data.comma) });
}

// ------------------------------------------------------------------------------------------------- lists with filters

function choice(name, options, onChange) {
  const select = el("select", {}, ...options.map(([value, text]) => el("option", { value }, text)));
  select.addEventListener("change", onChange);
  return [el("label", {}, `${name} `, select), select];
}
/** A list of rows with selects above: `keep` says which rows stay for the selects' values, `order` how they are sorted. */
function listing(list, filters, rows, selects, keep, orders, draw) {
  const count = el("span", { class: "note" });
  const refresh = (all) => {
    const values = made.map(([, select]) => select.value);
    const found = rows.filter((one) => keep(one, ...values)).sort(orders[values.at(-1)]);
    const some = all === true ? found : found.slice(0, 25);
    const more = found.length > some.length && el("li", {}, el("button", { class: "more", type: "button" }, t("all_of", { n: found.length })));
    if (more) more.firstChild.addEventListener("click", () => refresh(true));
    count.textContent = t("some_of", { n: found.length, all: rows.length });
    byId(list).replaceChildren(...some.map((one) => el("li", {}, draw(one))), ...(more ? [more] : []));
    if (!found.length) byId(list).append(el("li", { class: "note" }, t("none")));
  };
  const made = [...selects, [t("order"), Object.keys(orders).map((name) => [name, name])]].map(([name, options]) => choice(name, options, refresh));
  byId(filters).append(...made.map(([label]) => label), count);
  refresh();
}
function row(frame, ...content) {
  const button = el("button", { type: "button", "data-frame": frame }, el("span", { class: "turn" }, t("turn", { turn: frames[frame][TURN] })), ...content);
  button.addEventListener("click", () => {
    play(false);
    go(frame);
    const stage = byId("stage").getBoundingClientRect();
    if (stage.bottom < 100 || stage.top > innerHeight - 100) byId("stage").scrollIntoView();
  });
  return button;
}
/** What moved by at least so much (in hundredths of a point), seat by seat. */
const gains = (changes, least) => el("span", { class: "gains" }, ...seats.flatMap((_, s) => (Math.abs(changes[s]) >= least ? [el("span", {}, mark(s), points(changes[s]))] : [])));
const players = [["", t("all")], ...seats.map((one, s) => [s, one.name])];

function lists() {
  byId("turning").append(...data.turning.map((one) => el("li", {}, row(one.frame, one.seat >= 0 ? who(one.seat) : el("span", { class: "who" }, t("by_chance")), el("span", { class: "words" }, one.text), gains(one.change, 50)))));
  if (!data.turning.length) byId("turning").append(el("li", { class: "note" }, t("none")));
  const kinds = [...new Set(decisions.map((one) => one.kind))].sort();
  const labelled = decisions.some((one) => one.label);
  const labels = [["called", t("errors")], ["blunder", t("blunders")], ["mistake", t("mistakes")], ["inaccuracy", t("inaccuracies")], ["open", t("open")], ["checked", t("checked_ones")], ["", t("all")]];
  listing("decisions", "filters", decisions,
    [[t("player"), players], [t("show"), labelled ? labels : labels.slice(4)], [t("kind"), [["", t("all")], ...kinds.map((one) => [one, data.kinds[one]])]]],
    (one, seat, label, kind) => (seat === "" || one.seat === Number(seat)) && (kind === "" || one.kind === kind) &&
      (label === "" || (label === "called" ? one.label : label === "open" ? one.open : label === "checked" ? one.checked : one.label.startsWith(label))),
    { [t("dearest")]: (a, b) => b.loss - a.loss || a.number - b.number, [t("as_played")]: (a, b) => a.number - b.number },
    (one) => row(frameOf.get(one.number), who(one.seat), el("span", { class: "loss" }, one.loss > 0 ? signed(`−${lossOf(one)}`) : tenths.format(0)), badge(one.label) || el("span", { class: "kind" }, data.kinds[one.kind]),
      el("span", { class: "words" }, one.text, one.loss > 0 && el("small", {}, t("better", { move: one.options[0]?.[0] ?? one.best }), one.repeated && ` · ${t("repeated")}`, one.checked && ` · ${t("checked")}`))));
  if (!events.length) return byId("lucksums").replaceChildren(el("p", { class: "note" }, t("no_luck")));
  const sorts = Object.keys(seats[0].luck);
  byId("lucksums").append(el("table", {},
    el("thead", {}, el("tr", {}, ...[t("player"), ...sorts.map((one) => data.luck[one])].map((name) => el("th", { scope: "col" }, name)))),
    el("tbody", {}, ...seats.map((_, s) => el("tr", {}, el("th", { scope: "row" }, who(s)), ...sorts.map((kind) => el("td", {}, points(seats[s].luck[kind]))))))));
  listing("luck", "luckfilters", events, [[t("kind"), [["", t("all")], ...sorts.slice(0, -1).map((one) => [one, data.luck[one]])]]],
    (one, kind) => kind === "" || one.kind === kind,
    { [t("largest")]: (a, b) => b.size - a.size, [t("as_played")]: (a, b) => a.frame - b.frame },
    (one) => row(one.frame, one.seat >= 0 ? who(one.seat) : el("span", { class: "who" }, data.luck[one.kind]), el("span", { class: "words" }, frames[one.frame][TEXT]),
      gains(one.luck, 50)));
}

// ------------------------------------------------------------------------------------------------- start

function start() {
  drawBoard = boardIn(byId("board"), data.fixed);
  for (const [name, [label]] of Object.entries(ACTIONS)) {
    const button = el("button", { type: "button", id: name, "aria-label": label, title: label }, icon(name));
    button.addEventListener("click", () => act(name));
    byId("buttons").append(button);
  }
  const slider = byId("slider");
  slider.max = frames.length - 1;
  slider.addEventListener("input", () => go(Number(slider.value)));
  lists();
  play(false);
  drawCurve();
  new ResizeObserver(() => requestAnimationFrame(drawCurve)).observe(byId("curve"));
  const asked = Number(new URLSearchParams(location.hash.slice(1)).get("step") ?? NaN); // a step of the record, as --at counts them
  go(Number.isNaN(asked) ? data.first : frames.findLastIndex((frame) => frame[STEP] <= asked));
}
