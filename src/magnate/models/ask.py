"""How a language model is asked: a command that speaks JSON lines, or a chat endpoint by its URL."""

from __future__ import annotations

import http.client
import json
import os
import queue
import shlex
import shutil
import subprocess
import threading
import time
import tomllib
import urllib.error
import urllib.request
from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Protocol

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from ..errors import BadAgent, did_you_mean

__all__ = ["Answer", "Asked", "ModelConfig", "NoAnswer", "asked_of", "config_of"]

VARIABLE: Final = "MAGNATE_MODELS"
"""The environment variable with the path of the file of models; else it is this one in the current folder."""
FILE: Final = "models.toml"
LONGEST: Final = 1 << 20
"""Letters of an answer that count."""
LARGEST: Final = 4 * LONGEST
"""Bytes of an answer, with all that is around its letters; a larger one is refused."""
TOO_LARGE: Final = f"the answer is larger than {LARGEST >> 20} MiB"
AGAIN: Final = (429, 500, 502, 503, 504)
"""The HTTP codes after which it is asked again."""
Message = dict[str, str]
"""One message: its ``role`` (system, user or assistant) and its ``content``."""


class NoAnswer(Exception):
    """The model gave no answer: it was late, it ended, or its server refused."""


class ModelConfig(BaseModel):
    """A model, as a table of the file of models.

    ``command`` is started once a game and asked by lines of JSON. ``url`` is a chat endpoint: it is sent the name
    ``model``, with the key that the variable ``key_env`` holds. ``retries`` is how often it is asked again after an
    illegal answer, or none; ``seconds`` and ``tokens`` bound an answer, and ``game_tokens`` the answers of a game.
    Prices are for a million tokens. ``remembers`` is how many earlier questions with their answers it is shown.
    """

    model_config = ConfigDict(extra="forbid")

    command: list[str] | str | None = None
    url: str | None = None
    model: str = ""
    key_env: str | None = None
    retries: int = Field(default=2, ge=0, le=20)
    seconds: float = Field(default=60.0, gt=0, le=3600)
    tokens: int = Field(default=1000, ge=1, le=1_000_000)
    game_tokens: int | None = Field(default=None, ge=1)
    price_in: float = Field(default=0.0, ge=0)
    price_out: float = Field(default=0.0, ge=0)
    remembers: int = Field(default=4, ge=0, le=100)
    skin: str = "real"
    legal_list: bool = True
    extra: dict[str, Any] = Field(default_factory=dict, description="More fields of what a chat endpoint is sent.")

    @model_validator(mode="after")
    def _one_way(self) -> ModelConfig:
        if (self.command is None) == (self.url is None):
            raise ValueError("give a command or a url")
        if self.url is not None and not self.url.startswith(("http://", "https://")):
            raise ValueError("a url begins with http:// or https://")
        return self


def config_of(name: str, path: str | None = None) -> ModelConfig:
    """The model of a name in the file of models; raises :class:`~magnate.errors.BadAgent`."""
    file = Path(path or os.environ.get(VARIABLE) or FILE)
    try:
        tables = tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise BadAgent(f"there is no file of models {file}", hint=f"write it, or name it in {VARIABLE}") from None
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadAgent(f"the file of models {file} cannot be read: {error}", hint="it is a TOML file") from None
    if name not in tables:
        raise BadAgent(f'{file} has no model "{name}"', hint=did_you_mean(name, tables))
    try:
        return ModelConfig.model_validate(tables[name])
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, (name, *first["loc"])))
        raise BadAgent(f"{file}: {where}: {first['msg']}", hint="see the page on language models") from None


@dataclass(frozen=True, slots=True)
class Answer:
    """What a model said, and how many tokens it read and wrote, as far as it says (else estimated by letters)."""

    text: str
    read: int
    written: int


class Asked(Protocol):
    """A model that can be asked."""

    def ask(self, messages: Sequence[Message], tokens: int, seconds: float) -> Answer:
        """Its answer to these messages; raises :class:`NoAnswer`."""
        ...

    def close(self) -> None:
        """Ask no more."""
        ...


def asked_of(config: ModelConfig) -> Asked:
    """The model that a configuration describes; raises :class:`~magnate.errors.BadAgent` where it cannot be asked."""
    return _Command(config) if config.command is not None else _Endpoint(config)


def _counted(messages: Sequence[Message], text: str, usage: Any, names: tuple[str, str]) -> Answer:
    """An answer with its tokens; four letters are one where nothing is said."""
    given = usage if isinstance(usage, Mapping) else {}
    estimates = sum(len(one["content"]) for one in messages) // 4, len(text) // 4
    read, written = (
        one if isinstance(one := given.get(name), int) and one >= 0 else estimate
        for name, estimate in zip(names, estimates, strict=True)
    )
    return Answer(text, read, written)


# ------------------------------------------------------------------------------------------------------------ a command


@dataclass
class _Command:
    """A program that reads lines of JSON, ``{"messages", "max_tokens"}``.

    It answers each with a line ``{"text", "usage": {"in", "out"}}``; the usage may be left out.

    Raises :class:`~magnate.errors.BadAgent` where there is no such program.
    """

    config: ModelConfig
    _words: list[str] = field(default_factory=list, init=False)
    _process: subprocess.Popen[bytes] | None = field(default=None, init=False)
    _lines: queue.Queue[bytes] = field(default_factory=queue.Queue, init=False)

    def __post_init__(self) -> None:
        command = self.config.command
        try:
            self._words = shlex.split(command) if isinstance(command, str) else list(command or ())
        except ValueError as error:
            raise BadAgent(f"the command {command!r} cannot be read: {error}", hint="give a list of words") from None
        if not self._words or shutil.which(self._words[0]) is None:
            program = self._words[0] if self._words else ""
            raise BadAgent(f'there is no program "{program}" to ask', hint="see command in the file of models")

    def ask(self, messages: Sequence[Message], tokens: int, seconds: float) -> Answer:
        """Write a line, and wait for one."""
        process = self._running()
        question = json.dumps({"messages": list(messages), "max_tokens": tokens}).encode() + b"\n"
        assert process.stdin is not None  # noqa: S101 - it is a pipe
        end = time.monotonic() + seconds
        found: Any = None
        try:
            process.stdin.write(question)
            process.stdin.flush()
            while not isinstance(found, dict):
                found = self._line(end)
        except queue.Empty:
            self.close()  # a later line would answer an earlier question
            raise NoAnswer(f"no answer in {seconds:g} s") from None
        except OSError:
            self.close()
            raise NoAnswer("the command has ended") from None
        except OverflowError:
            self.close()  # the rest of the line is no answer to the next question
            raise NoAnswer(TOO_LARGE) from None
        text = found.get("text")
        if not isinstance(text, str):
            raise NoAnswer("the command wrote a line of JSON without a text")
        return _counted(messages, text[:LONGEST], found.get("usage"), ("in", "out"))

    def _line(self, end: float) -> Any:
        """What the next line says; None for one that is no JSON, such as programs write when they start."""
        line = self._lines.get(timeout=max(0.0, end - time.monotonic()))
        if not line:
            raise BrokenPipeError
        if len(line) > LARGEST:
            raise OverflowError
        try:
            return json.loads(line)
        except (ValueError, RecursionError):
            return None

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            words = self._words
            try:
                self._process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)  # noqa: S603
            except OSError as error:
                why = f'the program "{words[0]}" cannot be started: {error.strerror}'
                raise BadAgent(why, hint="see command in the file of models") from None
            self._lines = queue.Queue()
            threading.Thread(target=_read, args=(self._process, self._lines), daemon=True).start()
        return self._process

    def close(self) -> None:
        """End the program."""
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        if process.stdin is not None:
            with suppress(OSError):
                process.stdin.close()


def _read(process: subprocess.Popen[bytes], lines: queue.Queue[bytes]) -> None:
    """Hand on what a program writes; an empty line at its end."""
    assert process.stdout is not None  # noqa: S101 - it is a pipe
    with process.stdout as out:
        while line := out.readline(LARGEST + 1):
            lines.put(line)
    lines.put(b"")


# ------------------------------------------------------------------------------------------------------ a chat endpoint


class _Stay(urllib.request.HTTPRedirectHandler):
    """Follows no redirection: the key is for the server that the file of models names."""

    def redirect_request(self, *_: Any) -> None:
        """None: the answer is an error."""


_OPENER: Final = urllib.request.build_opener(_Stay)


def _sent(request: urllib.request.Request, seconds: float) -> bytes:
    """What a server answers within so many seconds; raises TimeoutError, and what :func:`_body` does.

    The request has a thread of its own: a socket's timeout begins anew with every part that arrives.
    """
    found: Future[bytes] = Future()

    def ask() -> None:
        try:
            with _OPENER.open(request, timeout=seconds) as response:
                found.set_result(_body(response, time.monotonic() + seconds))
        except Exception as error:  # noqa: BLE001 - it is raised where the answer is awaited
            found.set_exception(error)

    threading.Thread(target=ask, daemon=True).start()
    return found.result(seconds)


def _body(response: http.client.HTTPResponse, end: float) -> bytes:
    """What a server sends; raises :class:`NoAnswer` where it is too large, and TimeoutError after ``end``."""
    found = bytearray()
    while part := response.read1(1 << 16):
        found += part
        if len(found) > LARGEST:
            raise NoAnswer(TOO_LARGE)
        if time.monotonic() > end:  # nobody waits any more
            raise TimeoutError
    return bytes(found)


@dataclass(frozen=True)
class _Endpoint:
    """A server that takes ``{"model", "messages", "max_tokens"}`` and answers with ``choices``, as many do.

    Raises :class:`~magnate.errors.BadAgent` where there is no key for it.
    """

    config: ModelConfig

    def __post_init__(self) -> None:
        self._headers()

    def _headers(self) -> dict[str, str]:
        headers, name = {"Content-Type": "application/json"}, self.config.key_env
        if name is not None:
            key = os.environ.get(name)
            if not key:
                raise BadAgent(f"the variable {name} holds no key", hint="set it, or leave key_env out")
            headers["Authorization"] = f"Bearer {key}"
        return headers

    def ask(self, messages: Sequence[Message], tokens: int, seconds: float) -> Answer:
        """Send a request, and again where the server is busy."""
        config, end, pause = self.config, time.monotonic() + seconds, 1.0
        body = {"model": config.model, "messages": list(messages), "max_tokens": tokens, **config.extra}
        request = urllib.request.Request(config.url or "", json.dumps(body).encode(), self._headers())  # noqa: S310 - http alone
        while True:
            left = end - time.monotonic()
            if left <= 0:
                raise NoAnswer(f"no answer in {seconds:g} s")
            try:
                return self._read(messages, _sent(request, left))
            except urllib.error.HTTPError as error:
                error.close()
                if error.code not in AGAIN or end - time.monotonic() < pause:
                    raise NoAnswer(f"the server answered {error.code}") from None
            except TimeoutError:
                raise NoAnswer(f"no answer in {seconds:g} s") from None
            except (OSError, ValueError, http.client.HTTPException) as error:  # no connection, or no HTTP
                raise NoAnswer(f"no answer: {error}") from None
            time.sleep(pause)
            pause *= 2

    def _read(self, messages: Sequence[Message], data: bytes) -> Answer:
        try:
            found = json.loads(data)
            text = found["choices"][0]["message"]["content"]
        except (ValueError, KeyError, IndexError, TypeError, RecursionError):
            raise NoAnswer("the answer of the server has no choices") from None
        if not isinstance(text, str):
            raise NoAnswer("the answer of the server has no text")
        return _counted(messages, text[:LONGEST], found.get("usage"), ("prompt_tokens", "completion_tokens"))

    def close(self) -> None:
        """Nothing is open."""
