"""What server and browser say to each other: the shapes of the table, and the messages of its socket.

Every message is one JSON text frame with a ``type``. Unknown fields and wrong types are refused, so both sides can
rely on these shapes; they are part of the OpenAPI document (:mod:`.app`), from which the browser's types are
generated. Whole numbers stay below 2**53, above which JavaScript rounds.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, JsonValue, TypeAdapter

VERSION: Final = 1
"""The version of the messages; another one is refused."""
SUBPROTOCOL: Final = "magnate.v1"
"""The WebSocket subprotocol that both sides name."""
MOST: Final = 2**53 - 1
"""The greatest whole number that every reader of JSON keeps."""


class Close:
    """The codes with which the server closes a socket."""

    RESTART: Final = 1012
    BAD_TOKEN: Final = 4401
    ORIGIN: Final = 4403
    NO_GAME: Final = 4404
    NO_HELLO: Final = 4408
    TOO_BIG: Final = 4413
    RATE: Final = 4429


class Shape(BaseModel):
    """What all shapes have in common: exact types, and nothing that is not known."""

    model_config = ConfigDict(strict=True, extra="forbid", allow_inf_nan=False)


Whole: TypeAlias = Annotated[int, Field(ge=0, le=MOST)]
SeatNumber: TypeAlias = Annotated[int, Field(ge=0, le=7)]
ClientId: TypeAlias = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,40}$")]
Token: TypeAlias = Annotated[str, Field(min_length=1, max_length=64)]
ActionName: TypeAlias = Annotated[str, Field(min_length=1, max_length=200)]
AgentSpec: TypeAlias = Annotated[str, Field(min_length=1, max_length=200)]


# ----------------------------------------------------------------------------------- the shapes of a table


class Message(Shape):
    """A sentence to be said in the reader's language: its key, its parameters, and English where no file has the key.

    ``k`` is ``domain.key``; a parameter may itself be a message.
    """

    k: str
    a: dict[str, JsonValue]
    t: str | None = None


class Seat(Shape):
    """A seat at the table: who plays it, and whether that person is there.

    ``throws``: its dice wait for a press of that person (:class:`Hands`).
    """

    seat: SeatNumber
    name: str
    kind: Literal["human", "agent"]
    agent: str | None
    online: bool
    claimed: bool
    taken_over: bool
    throws: bool = False


class Ended(Shape):
    """How a game ended: the ending's name, and each seat's share of the win, score and place (1: the first)."""

    ending: str
    utility: list[float]
    score: list[float]
    places: list[int]


class View(Shape):
    """What one viewer may see of the position: ``board`` is the game's own view, redacted for that viewer.

    ``seq`` counts what happened at the table (it grows by an undo too), ``at`` the steps of the game.
    """

    seq: Whole
    at: Whole
    to_act: SeatNumber | None
    settled: bool
    board: dict[str, JsonValue]
    over: Ended | None


class Action(Shape):
    """A legal action: its name, its sentence, and its facets, by which the browser narrows the choice.

    ``then`` are those of which one is to be chosen after it, where it only begins a move. ``uses`` are refs of what the
    move may use later, as the cards that pay for it.
    """

    id: Whole
    name: str
    m: Message
    f: dict[str, str | int | float]
    then: list[Action] | None = None
    uses: list[str] | None = None


class Decision(Shape):
    """What a seat is asked. Sent to nobody else, since the actions tell what it holds.

    ``facets`` is the order of the questions.
    """

    id: str
    seat: SeatNumber
    prompt: Message
    facets: list[str]
    actions: list[Action]


class Line(Shape):
    """A line of the log; ``at`` is the number of steps after which it is true."""

    at: Whole
    seat: SeatNumber | None
    m: Message
    mark: Literal["turn", "round", "era", "undo", "table"] | None = None


class Reveal(Shape):
    """What a finished game tells about its dice: their ``key``, or ``seed`` and ``nonce``.

    Before the game the SHA-256 of the key's 32 bytes was shown, or that of the text ``seed:nonce``.
    """

    key: str | None = None
    seed: str | None = None
    nonce: str | None = None


class ForkOf(Shape):
    """The table, the number of its steps, and its turn that a fork began with; older forks do not know the turn."""

    id: str
    at: Whole
    turn: Whole | None = None


class TableInfo(Shape):
    """What a table is: its game, its rules, and what may be done at it.

    ``rules`` are the preset and what differs from it, in words.
    ``hint_agent`` is the spec of the search that finds hints, null where there are none. ``imported``: it is a record
    to look through, at which nobody plays, finished or not. ``dice`` says what chance is drawn from: a secret key, a
    secret seed, or a seed that somebody chose. ``sealed``: it is a fork of a game that goes on, so its record and its
    dice stay secret until that one is over.
    """

    id: str
    game: str
    preset: str | None
    rules: Message
    options: dict[str, JsonValue]
    players: int
    created: str
    status: Literal["open", "running", "over"]
    hints: Literal["off", "request", "always"]
    hint_agent: str | None
    undo: Literal["barrier", "free"]
    commitment: str
    dice: Literal["key", "seed", "chosen"] | None
    reveal: Reveal | None
    fork_of: ForkOf | None
    takebacks: Whole
    public: bool
    sealed: bool
    imported: bool


# ---------------------------------------------------------------------------------------- client → server


class Hello(Shape):
    """The first message: who is there (a seat's token, or nobody's). It is always answered by a ``sync``.

    Said again with another token it is a hand-over at one screen. With ``watch`` the token only opens a table that is
    not public, and what is shown is what the public sees: while the screen is handed over, nobody's hand.
    """

    type: Literal["hello"]
    v: Literal[1]
    token: Token | None = None
    watch: bool = False


class Act(Shape):
    """Take these actions, by their names, in order, while the same seat is to decide: all of them or none.

    ``seq`` is the state that it was decided on. The same ``cid`` again is answered as before and does nothing.
    """

    type: Literal["act"]
    cid: ClientId
    seq: Whole
    actions: Annotated[list[ActionName], Field(min_length=1, max_length=64)]


class Undo(Shape):
    """Take my last decision back."""

    type: Literal["undo"]
    cid: ClientId
    seq: Whole


class AskHint(Shape):
    """What would a search do here?"""

    type: Literal["hint"]
    cid: ClientId
    seq: Whole


class TakeSeat(Shape):
    """Let an agent play a seat, or give it back to its person.

    It is mine; another one (``seat``) only if I am the owner, or say its ``token``: two may sit at one screen.
    """

    type: Literal["seat"]
    cid: ClientId
    take: Literal["agent", "human"]
    agent: AgentSpec | None = None
    seat: SeatNumber | None = None
    token: Token | None = None


class NameSeat(Shape):
    """What the others shall call the person of my seat."""

    type: Literal["name"]
    cid: ClientId
    name: Annotated[str, Field(min_length=1, max_length=200)]


class Hands(Shape):
    """The tokens of the seats whose people press for their dice on this screen, until it is said anew.

    The server waits for nothing. Pages of the others keep a throw of such a seat back until :class:`Thrown` comes.
    """

    type: Literal["hands"]
    tokens: Annotated[list[Token], Field(max_length=8)]


class Throw(Shape):
    """A seat of my :class:`Hands` has seen a throw of its own, by a press or otherwise: the others may see it, too.

    It belongs to the step ``at``, in which so many throws of the seat are ``left`` with it. ``seq`` is the state.
    """

    type: Literal["throw"]
    seat: SeatNumber
    seq: Whole
    at: Whole
    left: Whole


class Ping(Shape):
    """Are you there?"""

    type: Literal["ping"]
    n: Whole


ClientMessage: TypeAlias = Annotated[
    Hello | Act | Undo | AskHint | TakeSeat | NameSeat | Hands | Throw | Ping, Field(discriminator="type")
]

# ---------------------------------------------------------------------------------------- server → client


class Part(Shape):
    """The table after the next ``lines`` lines, before a turn in which nobody decides."""

    lines: Whole
    view: View


class Before(Shape):
    """The table as a seat left it by its last decision, or as it began. The log's last ``lines`` tell what followed.

    ``parts`` are how it stood in between.
    """

    view: View
    lines: Whole
    parts: list[Part] | None = None


class Thrown(Shape):
    """The last throw of a seat that its player has let happen, as :class:`Throw` says it."""

    type: Literal["thrown"]
    seat: SeatNumber
    seq: Whole
    at: Whole
    left: Whole


class Sync(Shape):
    """Everything that this viewer needs to show the table; ``log`` has the last lines, ``turns`` their whole number.

    ``undo`` says whether this viewer may take its last decision back now, whoever is to decide. ``scenery`` is the
    static view: what of the board never changes, which the views of steps therefore leave out.
    ``before`` is there where chance has shown something since the last decision of the viewer, or of a seat whose dice
    wait for a press: a page may keep that back until they are thrown. ``thrown`` are the last throws of such seats.
    """

    type: Literal["sync"]
    seq: Whole
    table: TableInfo
    seats: list[Seat]
    you: SeatNumber | None
    view: View
    decision: Decision | None
    undo: bool
    log: list[Line]
    turns: Whole
    scenery: dict[str, JsonValue] | None = None
    before: Before | None = None
    thrown: list[Thrown] | None = None


class Step(Shape):
    """What has just happened, and the view after it.

    ``undo`` is as in :class:`Sync`; ``cid`` names whose message caused it, to that viewer. ``parts`` are how the table
    stood in between, where turns followed in which nobody decides; the first of their lines may have come ahead.
    """

    type: Literal["step"]
    seq: Whole
    at: Whole
    lines: list[Line]
    view: View
    decision: Decision | None
    undo: bool
    cid: str | None = None
    undone: bool | None = None
    parts: list[Part] | None = None


class Lines(Shape):
    """Lines of the log that come ahead of the step with the same ``seq``, which would be too long with them."""

    type: Literal["lines"]
    seq: Whole
    lines: list[Line]


class Ack(Shape):
    """It is done; ``seq`` is the state after it."""

    type: Literal["ack"]
    cid: str
    seq: Whole


class Reject(Shape):
    """It is not done, and why."""

    type: Literal["reject"]
    cid: str | None
    seq: Whole
    code: Literal["stale", "illegal", "not_yours", "rate", "over", "refused", "bad"]
    m: Message


class Seats(Shape):
    """Who is at the table, after somebody came, left or was replaced."""

    type: Literal["seats"]
    seats: list[Seat]


class Think(Shape):
    """An agent has been thinking for so many milliseconds."""

    type: Literal["think"]
    seat: SeatNumber
    agent: str
    ms: Whole


class Preparing(Shape):
    """For so many milliseconds what an agent or (with the ``cid`` of whoever asked) a hint takes has been loaded.

    The first time on a machine it is compiled, which takes a minute or two.
    """

    type: Literal["preparing"]
    seat: SeatNumber
    agent: str
    ms: Whole
    cid: str | None


class HintLine(Shape):
    """A whole move: its actions are ``names``, the first also ``name``. ``value`` is the own chance to win after it.

    ``source`` says where that is from. ``low`` and ``high`` are the ends of its 95 % interval, from so many ``games``;
    null where a network alone said it. ``network`` is what that says beside games. ``chosen``: the table's agent for
    hints would do this. ``visits``, ``search_value`` and ``prior`` are those of its search, and no chances.
    """

    name: str
    names: list[str]
    m: Message
    value: float
    low: float | None
    high: float | None
    source: Literal["exact", "network", "rollouts"]
    games: Whole
    network: float | None
    chosen: bool
    visits: Whole
    search_value: float | None
    prior: float | None


class HintGiven(Shape):
    """The best moves, the best first, and among them what ``agent`` would do.

    ``policy`` plays all seats in the games that are played on with this ``seed``; it is empty where there were none.
    ``quantity`` says what the moves' values are: a chance to win, or an expected share of what is at stake.
    """

    type: Literal["hint"]
    cid: str
    agent: str
    quantity: Literal["win", "share"]
    policy: str
    seed: Whole
    actions: list[HintLine]


class Pong(Shape):
    """I am here."""

    type: Literal["pong"]
    n: Whole


class Over(Shape):
    """The game has ended, and these were its dice; null as long as the table is sealed. Then it is sent again."""

    type: Literal["over"]
    reveal: Reveal | None


class Bye(Shape):
    """The server closes this socket.

    ``restart``: it will be back; ``kicked``: the seat was given a new token; ``gone``: the table has been forgotten.
    """

    type: Literal["bye"]
    code: Literal["restart", "kicked", "gone"]


ServerMessage: TypeAlias = Annotated[
    Sync | Step | Lines | Ack | Reject | Seats | Thrown | Think | Preparing | HintGiven | Pong | Over | Bye,
    Field(discriminator="type"),
]

CLIENT: Final[TypeAdapter[ClientMessage]] = TypeAdapter(ClientMessage)
"""Reads what a browser sends."""
SERVER: Final[TypeAdapter[ServerMessage]] = TypeAdapter(ServerMessage)
"""Reads what the server sends: the tests do."""
