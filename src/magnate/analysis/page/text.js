/** The board as text, as the terminal shows it: as large as there is room for its longest line. */
function boardIn(room) {
  const shown = el("pre", { tabindex: 0, role: "img", "aria-label": t("board") });
  room.className = "letters";
  room.append(shown);
  return ([text]) => {
    const longest = Math.max(...text.split("\n").map((line) => line.length));
    shown.style.fontSize = `${Math.max(6, Math.min(40, (room.clientWidth - 36) / longest / 0.62)).toFixed(1)}px`;
    shown.textContent = text;
  };
}
