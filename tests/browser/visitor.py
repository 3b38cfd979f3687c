"""Somebody at a browser: what people do at the pages, in the words that they read there."""

import json
import re
from copy import copy
from functools import cache
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

import magnate
from magnate.server.agent_workers import LOADING

LOCALES = Path(magnate.__file__).parent / "locales"
RULES = {
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]},
    "rules": {name: {"enabled": True} for name in ("label-content-name-mismatch",)},
    "resultTypes": ["violations"],
}
UNPIN = """() => {
    for (const part of document.querySelectorAll("main *"))
        if (getComputedStyle(part).position === "sticky") part.style.cssText += "; position: relative; inset: auto";
}"""
PIN = """() => {
    for (const part of document.querySelectorAll("main [style*='inset: auto']")) {
        part.style.position = part.style.inset = "";
    }
}"""
WRITTEN = """() => {
    const foreign = "[lang]:not(html), code, kbd, time";
    const found = [];
    for (const it of document.body.querySelectorAll("*")) {
        if (it.closest(foreign)) continue;
        for (const part of it.childNodes) if (part.nodeType === Node.TEXT_NODE) found.push(part.data);
        for (const name of ["aria-label", "alt", "placeholder", "title"]) found.push(it.getAttribute(name) ?? "");
    }
    return found;
}"""
"""All texts of a page, but those that are marked as being in another language, names in code and of keys, and dates."""
TWICE = 0.4
"""So many seconds after a press the page takes another one at the same place for its second half (`steadyPress.ts`)."""
APART = 48
"""So many pixels away it is another place: twice what the page says."""
WORD = re.compile(r"[^\W\d_]{3,}")
REMEMBER = """(wanted) => {
    if (location.protocol !== "http:") return;
    if (localStorage.getItem("magnate.settings") === null) localStorage.setItem("magnate.settings", wanted);
}"""


@cache
def words(language, domain):
    return json.loads((LOCALES / language / f"{domain}.json").read_text(encoding="utf-8"))


@cache
def vocabulary(language):
    """All words that a language's files use."""
    files = (LOCALES / language).glob("*.json")
    return {word for file in files for text in words(language, file.stem).values() for word in wording(text)}


def wording(text):
    """The words of a text, whole where they may be broken."""
    return {word.lower() for word in WORD.findall(text.replace("\u00ad", ""))}


class Visitor:
    """A browser of its own, whose settings are those of its language."""

    def __init__(self, context, server, language, settings, patience, *, owner):
        self.context, self.server, self.language = context, server, language
        self.by_keys = False
        self._outside = owner
        self.problems = []
        wanted = json.dumps({"language": language, **settings})
        context.add_init_script(f"({REMEMBER})({json.dumps(wanted)})")
        context.set_default_timeout(patience)
        context.on("console", self._said)
        context.on("weberror", lambda error: self.problems.append(f"exception: {error.error}"))
        self._page = context.new_page()
        if owner:
            name, _, value = server.cookie().partition("=")
            context.add_cookies([{"name": name, "value": value, "url": server.url}])

    def tab(self):
        """The same visitor at another tab of the browser."""
        other = copy(self)
        other._page = self.context.new_page()
        return other

    def _said(self, message):
        if message.type in {"error", "warning"}:
            self.problems.append(f"{message.type}: {message.text} ({message.location.get('url', '')})")

    # ------------------------------------------------------------------------------------------ words

    def t(self, key, language=None, **values):
        """A text of the page in the visitor's language, with values for what is in braces."""
        domain, _, name = key.partition(".")
        text = words(language or self.language, domain)[name]
        for value, said in values.items():
            text = re.sub(r"\{" + value + r"(:\w+)?\}", str(said), text)
        return text

    def saying(self, key):
        """A pattern for a text of the page, whatever stands for what is in braces."""
        parts = re.split(r"\{[^}]*\}", self.t(key))
        return re.compile(".*".join(map(re.escape, parts)), re.DOTALL)

    # ------------------------------------------------------------------------------------------ going

    @property
    def page(self):
        """The page. An owner who has gone nowhere comes by the address that the server prints."""
        if self._outside:
            self._outside = False
            self._page.goto(self.server.address)
            expect(self._page.locator("h1")).to_be_visible()
        return self._page

    def go(self, path):
        self._outside = False
        self._page.goto(self.server.url + path)

    def sit(self, table, seat):
        """Open the link of a seat of a table that the server has made."""
        self.go(f"/g/{table['id']}#seat={seat}.{table['tokens'][str(seat)]}")
        self.at_table()

    def watch(self, table):
        self.go(f"/g/{table['id']}")
        self.at_table()

    def at_table(self):
        """Wait until the table is there."""
        expect(self.table).to_be_visible()
        expect(self.page.locator("[data-part=board]")).not_to_have_text(self.t("ui.loading"))
        return self

    # ------------------------------------------------------------------------------------------ parts

    @property
    def table(self):
        return self.page.locator("[data-at]").first

    @property
    def dock(self):
        return self.page.locator("[data-part=dock]")

    @property
    def asked(self):
        """The dock, and what the game asks in ways of its own."""
        return self.page.locator("[data-part=ask]")

    @property
    def choices(self):
        return self.dock.locator("[data-choice]")

    @property
    def confirm(self):
        """The button that agrees to what is asked about again."""
        return self.page.locator("[data-confirm]")

    @property
    def board(self):
        return self.page.locator("[data-part=board]")

    @property
    def log(self):
        return self.page.locator("[role=log]")

    def open(self, tab):
        """Where there is room for one thing beside the question, look at this one."""
        button = self.page.locator(f"[data-opens={tab}]")
        if button.is_visible():
            button.click()

    @property
    def at(self):
        """The number of the step that is shown."""
        return int(self.table.get_attribute("data-at"))

    def button(self, key, **values):
        return self.page.get_by_role("button", name=self.t(key, **values) if values else self.saying(key))

    # ------------------------------------------------------------------------------------------ deciding

    def my_turn(self):
        """Wait until this visitor is asked something."""
        expect(self.page.locator("[data-decision]")).to_be_visible()
        return self

    def over(self):
        """Wait until the game is over."""
        expect(self.page.locator("#ending-title")).to_be_visible()

    def decision(self):
        """What this visitor is asked at this moment; None while nothing is asked, or an answer is under way."""
        return self.table.get_attribute("data-decision")

    def answered(self, before):
        """Wait until a decision is answered; what the answer does is told a moment later."""
        assert before is not None, "nothing was asked"
        expect(self.page.locator(f'[data-decision="{before}"]')).to_have_count(0)

    def use(self, button):
        """Press a button with the pointer, or by keys alone (`by_keys`): by its digit, or by Tab and Enter."""
        if not self.by_keys:
            self.click(button)
            return
        number, press = button.get_attribute("data-choice"), self.page.keyboard.press
        if number is not None and int(number) < 9:
            press(str(int(number) + 1))
            return
        expect(button).to_be_enabled()
        for _ in range(400):
            if button.evaluate("it => it === document.activeElement"):
                press("Enter")
                return
            press("Tab")
        raise AssertionError(f"the tab key does not lead to {button}")

    def click(self, button):
        """Press with the pointer, where that is possible."""
        expect(button).to_be_enabled()
        button.click()

    def press(self, choice, number=0):
        """Press a button of the dock: by its text, or the n-th."""
        found = self.choices.nth(number) if choice is None else self.choices.filter(has_text=choice).nth(number)
        before = self.my_turn().decision()
        self.use(found)
        return before

    def do(self, choice):
        """Press a button of the dock that is a whole action, agree if that is asked for, and wait until it is done."""
        before = self.press(choice)
        done = f'[data-at]:not([data-decision="{before}"]), #hand-over'
        expect(self.page.locator(f"[data-confirm], {done}").first).to_be_attached()
        if self.confirm.count():
            self.use(self.confirm)
        self.answered(before)

    def ask_hint(self, hinter, moves=3):
        """Ask for a hint and wait for so many moves; the first time, the search may have to be compiled for it."""
        self.page.locator("[data-hint]").click()
        hint = self.page.get_by_role("status").filter(has_text=f"The adviser is {hinter}.")
        expect(hint).to_be_visible(timeout=1000 * LOADING)
        expect(hint.get_by_role("listitem")).to_have_count(moves)
        return hint

    def answer_monopoly(self):
        """Answer whatever Monopoly asks, so that the game goes on; what costs nothing is preferred."""
        before = self.my_turn().decision()
        panel = self.asked.get_by_role
        for key in ("auction.out", "offer.decline"):
            button = panel("button", name=self.t(f"monopoly_ui.{key}"), exact=True)
            if button.count():
                self.use(button)
                return self.answered(before)
        if panel("button", name=self.saying("monopoly_ui.raise.suggest")).count():
            return self.raise_cash()
        for word in ("monopoly_ui.brief.action.roll", "monopoly_ui.brief.action.buy"):
            if self.choices.filter(has_text=self.saying(word)).count():
                return self.do(self.saying(word))
        return self.do(None)

    def raise_cash(self):
        """Pay a debt in the cheapest way, or go bankrupt where that is offered: no sale can pay it then."""
        before = self.my_turn().decision()
        give_up = self.button("monopoly_ui.raise.bankrupt")
        if give_up.count():
            self.use(give_up)
            self.use(give_up)
        else:
            self.use(self.button("monopoly_ui.raise.suggest"))
            self.use(self.button("monopoly_ui.raise.confirm"))  # when something is chosen
        self.answered(before)

    # ------------------------------------------------------------------------------------------ looking

    def check_access(self, within=None):
        """Whoever sees, hears or moves otherwise can use the page: nothing that axe-core knows of is amiss.

        `within` is the selector of the part that is looked at, where it is not the whole page.
        """
        # what is pinned to the edge covers a part of the page that can be scrolled from under it
        self.page.evaluate(UNPIN)
        found = Axe().run(self.page, context=within, options=RULES)
        self.page.evaluate(PIN)
        amiss = [
            f"{one['id']}: {one['help']}: {node['html'][:200]} {node['failureSummary'][:300]}"
            for one in found.response["violations"]
            for node in one["nodes"][:3]
        ]
        assert not amiss, "\n".join(amiss)

    def fits(self):
        """Nothing makes the page wider than the screen."""
        wide = self.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, f"the page is {wide} pixels wider than the screen"

    def strange(self):
        """The words of the page that the files of its language do not have: such as nobody has translated."""
        return {word for text in self.page.evaluate(WRITTEN) for word in wording(text)} - vocabulary(self.language)

    def forgive(self, *parts):
        """Leave out of the problems what a journey brings about by itself (a server that is killed, say)."""
        self.problems = [one for one in self.problems if not any(part in one for part in parts)]

    def stored(self, key):
        return json.loads(self.page.evaluate(f"localStorage.getItem({json.dumps(key)})") or "null")
