// The tree of a search as rows that open and close. The data are columns, a node is its number in them, and a row is
// made when it is shown, so that large trees cost nothing until somebody looks. Names are only ever set as text.
"use strict";

const data = JSON.parse(document.getElementById("data").textContent);
const CHANCE = -1, OVER = -2, FIRST = 10, MORE = 20, SPARE = 2;
const SIGNS = { "<=": "≤ ", ">=": "≥ ", "~": "", "=": "", "": "" };
const REMARKS = {
  "cut-off": "cut off: the rest cannot matter",
  remembered: "answered by the transposition table",
  probed: "probed: only one action was looked at",
};
const ORDERS = { visits: "visits", value: "value for who moves", rules: "the order of the rules" };

const grid = document.getElementById("tree");
const open = new Set([0]);
const shown = new Map();
const first = new Int32Array(data.parent.length);
const count = new Int32Array(data.parent.length);
data.parent.forEach((parent, node) => {
  if (node > 0) {
    if (count[parent] === 0) first[parent] = node;
    count[parent] += 1;
  }
});
const searchesAll = data.unit === "nodes";
const seats = [...Array(data.players).keys()].filter((seat) => data.value.some((value) => value[seat] !== null));
const likely = data.probability.some((one) => one !== null) || data.prior.some((one) => one !== null);
const VALUE = 40 + 8 * data.digits; // the width of a value in pixels
let order = searchesAll ? "value" : "visits";

// ------------------------------------------------------------------------------------------------------- reading

const word = (column, node) => data.words[data[column][node]];
const bestLine = () => data.best.flatMap((best, node) => (best && node > 0 ? [node] : []));
const readable = (name) => name.replace(/:/g, ": ").replace(/([a-z])-(?=[a-z])/gi, "$1 ");
const percent = (part) => (part * 100).toFixed(1) + " %";
const number = (count) => count.toLocaleString("en");

function children(node) {
  const found = Array.from({ length: count[node] }, (_, i) => first[node] + i);
  const mover = data.mover[node];
  const worth = (child) => data.value[child][data.by[child]] ?? -(data.value[child][data.seat] ?? 2);
  if (order === "rules") return found;
  const rank = {
    visits: (a, b) => data.visits[b] - data.visits[a] || worth(b) - worth(a),
    value: (a, b) => data.best[b] - data.best[a] || worth(b) - worth(a) || data.visits[b] - data.visits[a],
  }[order];
  if (mover === CHANCE) return found.sort((a, b) => data.probability[b] - data.probability[a] || a - b);
  return found.sort((a, b) => rank(a, b) || a - b);
}

function value(node, seat) {
  const known = data.value[node][seat];
  if (known === null || known === undefined) return "";
  const bound = word("bound", node);
  const turned = { "<=": ">=", ">=": "<=" }[bound] ?? bound;
  return SIGNS[seat === data.seat ? bound : turned] + known.toFixed(data.digits);
}

// -------------------------------------------------------------------------------------------------------- making

function element(name, classes, ...content) {
  const made = document.createElement(name);
  if (classes) made.className = classes;
  made.append(...content);
  return made;
}

function part(share, seat) {
  const made = element("i", seat === undefined ? "" : "s" + seat);
  made.style.setProperty("--part", Math.max(0, Math.min(1, share)) * 100 + "%");
  return made;
}

const bar = (classes, ...parts) => element("span", "bar " + classes, ...parts);

function who(mover) {
  const chance = mover === CHANCE;
  const made = element("span", "who " + (chance ? "chance" : "s" + mover), chance ? "" : String(mover));
  made.title = chance ? "chance" : "seat " + mover;
  return made;
}

/** The badge of who took the step that leads to a node, and its name. */
function named(node) {
  if (node === 0) return [who(data.mover[0]), element("span", "name", "The position")];
  const name = element("span", "name", readable(word("name", node)));
  name.title = word("text", node) || word("name", node);
  return [who(data.by[node]), name];
}

function tags(node) {
  const made = [];
  if (data.mover[node] === OVER) made.push(element("span", "tag", "end"));
  else if (data.proven[node]) made.push(element("span", "tag good", "proven"));
  if (word("remark", node)) made.push(element("span", "tag", word("remark", node).replace("-", " ")));
  return made;
}

function shares(node) {
  const known = seats.map((seat) => [seat, data.value[node][seat]]).filter(([, one]) => one !== null && one > 0);
  return bar("shares", ...known.map(([seat, one]) => part(one, seat)));
}

function step(level, ...content) {
  const indent = element("span", "indent");
  indent.style.setProperty("--level", level);
  return element("span", "step", indent, ...content);
}

function twist(opens) {
  const made = element("span", "twist");
  if (opens) {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("viewBox", "0 0 10 10");
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    path.setAttribute("d", "M2 0 L9 5 L2 10 Z");
    svg.append(path);
    made.append(svg);
  }
  return made;
}

function cells(row, ...made) {
  for (const cell of made) cell.setAttribute("role", "gridcell");
  row.append(...made);
  return row;
}

function chances(node) {
  const share = data.probability[node] ?? data.prior[node];
  if (!likely || share === null || share === undefined) return element("span", likely ? "likely" : "");
  const beside = Array.from({ length: count[data.parent[node]] }, (_, i) => first[data.parent[node]] + i);
  const most = Math.max(...beside.map((one) => data.probability[one] ?? data.prior[one] ?? 0), 1e-9);
  return element("span", "likely", (data.probability[node] === null ? "prior " : "") + percent(share), bar("", part(share / most)));
}

function blank(level, kind) {
  const row = element("div", kind);
  row.setAttribute("role", "row");
  row.setAttribute("aria-level", level + 1);
  row.tabIndex = -1;
  row.level = level;
  return row;
}

/** What stands for so much else in the subtree of a node: is there anything to open? */
const opens = (node) => count[node] > 0 || data.unsearched[node] > 0 || data.further[node] > 0;

function rowOf(node, level, position, size) {
  const row = blank(level, "row" + (data.best[node] ? " best" : ""));
  row.node = node;
  row.setAttribute("aria-posinset", position);
  row.setAttribute("aria-setsize", size);
  if (opens(node)) row.setAttribute("aria-expanded", open.has(node));
  const within = node === 0 ? 1 : data.visits[node] / Math.max(1, data.visits[data.parent[node]]);
  return cells(
    row,
    step(level, twist(opens(node)), ...named(node), ...tags(node)),
    chances(node),
    element("span", "visits", number(data.visits[node]), bar("", part(within))),
    element("span", "values", ...seats.map((seat) => element("span", seat === data.seat ? "mine" : "", value(node, seat)))),
    shares(node),
  );
}

function note(level, ...content) {
  return cells(blank(level, "row rest"), step(level, twist(false), ...content));
}

/** How many of so many children are shown; a few more than a page are not worth a page. */
function pageOf(node, all) {
  const most = shown.get(node) ?? FIRST;
  return all <= most + SPARE ? all : most;
}

/** The rows below a node: its children, those of the open ones, and what is not there. */
function rowsBelow(node, level) {
  const all = children(node), rows = [];
  const most = pageOf(node, all.length);
  all.slice(0, most).forEach((child, i) => {
    rows.push(rowOf(child, level, i + 1, all.length));
    if (open.has(child)) rows.push(...rowsBelow(child, level + 1));
  });
  if (all.length > most) {
    const rest = all.length - most;
    const button = element("button", "", rest > MORE ? `show ${MORE} more of ${number(rest)}` : `show ${rest} more`);
    button.type = "button";
    button.tabIndex = -1;
    const row = note(level, button);
    row.act = () => {
      const at = [...grid.children].indexOf(row);
      shown.set(node, most + MORE);
      draw();
      choose(grid.children[at]);
    };
    button.onclick = row.act;
    rows.push(row);
  }
  const left = [];
  if (data.further[node]) left.push(`${number(data.further[node])} further nodes are not in this file`);
  const names = data.lists[data.unsearched[node]].map((name) => readable(data.words[name]));
  if (names.length) left.push(`not searched: ${names.slice(0, 12).join(", ")}${names.length > 12 ? ` and ${number(names.length - 12)} more` : ""}`);
  if (left.length) rows.push(note(level, element("span", "words", left.join(" · "))));
  return rows;
}

function head() {
  const row = element("div", "row head");
  row.setAttribute("role", "row");
  const keys = seats.map((seat) => element("span", "key s" + seat, element("span", "dot"), "seat " + seat));
  row.append(
    element("span", "", "Action or outcome"),
    element("span", likely ? "likely" : "", likely ? (data.prior.some((one) => one !== null) ? "chance, prior" : "chance") : ""),
    element("span", "visits", searchesAll ? "nodes" : "visits"),
    element("span", "values", ...keys),
    element("span", "", searchesAll ? "value" : "mean value"),
  );
  for (const cell of row.children) cell.setAttribute("role", "columnheader");
  return row;
}

// ------------------------------------------------------------------------------------------------- showing, moving

let chosen = null;

function draw() {
  const at = chosen?.node ?? 0;
  grid.replaceChildren(head(), rowOf(0, 0, 1, 1), ...(open.has(0) ? rowsBelow(0, 1) : []));
  choose([...grid.children].find((row) => row.node === at) ?? grid.children[1], false);
}

function choose(row, focus = true) {
  if (!row || row.classList.contains("head")) return;
  if (chosen) {
    chosen.classList.remove("chosen");
    chosen.tabIndex = -1;
  }
  chosen = row;
  row.classList.add("chosen");
  row.tabIndex = 0;
  if (focus) row.focus();
  if (row.node !== undefined) tell(row.node);
}

function toggle(row, wanted = !open.has(row.node)) {
  if (row.node === undefined || !opens(row.node) || wanted === open.has(row.node)) return;
  row.setAttribute("aria-expanded", wanted);
  if (wanted) {
    open.add(row.node);
    row.after(...rowsBelow(row.node, row.level + 1));
  } else {
    open.delete(row.node);
    while (row.nextSibling && row.nextSibling.level > row.level) row.nextSibling.remove();
  }
}

function reveal(node) {
  for (let above = data.parent[node]; above >= 0; above = data.parent[above]) open.add(above);
  for (let below = node; below > 0; below = data.parent[below]) {
    const place = children(data.parent[below]).indexOf(below);
    if (place >= pageOf(data.parent[below], count[data.parent[below]])) shown.set(data.parent[below], place + 1);
  }
  draw();
  const row = [...grid.children].find((one) => one.node === node);
  choose(row);
  row.scrollIntoView({ block: "nearest" });
}

function parentRow(row) {
  let above = row.previousSibling;
  while (above && above.level >= row.level) above = above.previousSibling;
  return above;
}

const KEYS = {
  ArrowDown: (row) => choose(row.nextSibling),
  ArrowUp: (row) => choose(row.previousSibling),
  Home: () => choose(grid.children[1]),
  End: () => choose(grid.lastChild),
  ArrowRight: (row) => (row.getAttribute("aria-expanded") === "false" ? toggle(row, true) : row.nextSibling?.level > row.level && choose(row.nextSibling)),
  ArrowLeft: (row) => (row.getAttribute("aria-expanded") === "true" ? toggle(row, false) : choose(parentRow(row))),
  Enter: (row) => (row.act ? row.act() : toggle(row)),
  " ": (row) => (row.act ? row.act() : toggle(row)),
  "*": (row) => [...grid.children].filter((one) => one.level === row.level && parentRow(one) === parentRow(row)).forEach((one) => toggle(one, true)),
};

grid.addEventListener("keydown", (event) => {
  const row = event.target.closest(".row");
  if (!row || !KEYS[event.key] || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  KEYS[event.key](row);
});
grid.addEventListener("click", (event) => {
  const row = event.target.closest(".row");
  if (!row || event.target.closest("button")) return;
  choose(row);
  if (event.target.closest(".twist") || event.detail === 2) toggle(row);
});

// ------------------------------------------------------------------------------------------------------- one node

function tell(node) {
  const mover = data.mover[node];
  const share = data.probability[node] ?? null, prior = data.prior[node] ?? null;
  const facts = [["visits", number(data.visits[node])]];
  if (node > 0) facts.push(["of its parent's", percent(data.visits[node] / Math.max(1, data.visits[data.parent[node]]))]);
  if (share !== null) facts.push(["probability", percent(share)]);
  if (prior !== null) facts.push(["prior", percent(prior)]);
  facts.push(["then moves", mover === CHANCE ? "chance" : mover === OVER ? "nobody: the game is over" : mover < OVER ? "who, depends on chance" : "seat " + mover]);
  if (word("remark", node)) facts.push(["here", REMARKS[word("remark", node)] ?? word("remark", node)]);
  facts.push(["the value is", data.proven[node] ? "proven" : { "~": "a mean of simulations", "": "not known" }[word("bound", node)] ?? (word("bound", node) === "=" ? "exact for that depth" : "a bound")]);
  const worth = seats.flatMap((seat) => [
    element("span", "key s" + seat, element("span", "dot"), "seat " + seat),
    bar("", part(data.value[node][seat] ?? 0, seat)),
    element("span", seat === data.seat ? "mine" : "", value(node, seat)),
  ]);
  const path = [];
  for (let at = node; at > 0; at = data.parent[at]) path.unshift(element("li", "", ...named(at)));
  const detail = document.getElementById("detail");
  detail.replaceChildren(
    element("h3", "", ...named(node)),
    element("p", "soft", node === 0 ? `Seat ${data.seat} is to move.` : word("text", node)),
    element("div", "worth", ...worth),
    element("h4", "", "What is known"),
    element("dl", "", ...facts.flatMap(([key, text]) => [element("dt", "", key), element("dd", "", text)])),
  );
  if (path.length) detail.append(element("h4", "", "How the game gets there"), element("ol", "path", ...path));
}

// ---------------------------------------------------------------------------------------------------------- start

function start() {
  document.documentElement.style.setProperty("--value", VALUE + "px");
  document.documentElement.style.setProperty("--seats", VALUE * seats.length + "px");
  if (likely) document.documentElement.style.setProperty("--likely", "128px");
  const line = document.getElementById("line");
  for (const node of bestLine().slice(0, 12)) {
    const button = element("button", "", ...named(node));
    button.type = "button";
    button.onclick = () => reveal(node);
    line.append(element("li", "", button));
  }
  if (bestLine().length > 12) line.append(element("li", "more", `${bestLine().length - 12} more steps`));
  const select = document.getElementById("order");
  for (const [key, words] of Object.entries(ORDERS)) select.append(new Option(words, key, key === order, key === order));
  select.onchange = () => {
    order = select.value;
    draw();
  };
  document.getElementById("unfold").onclick = () => reveal(bestLine().at(-1) ?? 0);
  document.getElementById("fold").onclick = () => {
    open.clear();
    shown.clear();
    draw();
  };
  document.querySelector("#position pre").textContent = data.position;
  for (const node of bestLine()) if (data.visits[node] * 100 >= data.visits[0]) open.add(node);
  draw();
  choose([...grid.children].find((row) => row.node === bestLine()[0]) ?? grid.children[1], false);
}

start();
