"""Networks in files: safetensors, which hold numbers and texts and nothing that could be executed.

The metadata say what the networks are for, so that one is never played with by other rules or shown other things
than it has learned from. A file holds one network or several, each under a name. Its checksum finds accidents (a bad
disk, a broken copy).
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import numpy as np

from ..errors import BadNetwork, SaveFailed
from .network import Network

FORMAT: Final = "magnate network 1"
"""What the files call themselves; another number is another layout."""
WIN_SHARES: Final = "win shares"
"""The kind of a network whose outputs are the seats' win shares, by softmax: first that of the one that looks on."""
VALUE: Final = "value"
"""The name of the network in a file with a single one, and of the one to decide by where there are others."""
CALIBRATED: Final = "told"
"""The name of the network that says how likely each seat is to win, beside the one to decide by."""
UNKNOWN_ACTIONS: Final = "taken only where nothing else is possible"
"""What becomes of an action that a network has no output for, as files say it (:meth:`.network.Network.renumbered`)."""
TEXTS: Final = ("game", "inputs", "inputs_hash", "rules_hash", "kind", "made_by")
"""The metadata that every file has, beside its format and sizes."""
CHECKSUM: Final = "checksum"
"""The name of the checksum among the metadata; files of earlier versions have none."""
EXPORT: Final = "name a file that magnate has written: magnate train export makes one"


@dataclass(frozen=True, slots=True)
class About:
    """What networks are for.

    ``game`` they play. ``inputs`` is the name of what they are shown of a position, and ``inputs_hash`` a hash of that.
    ``rules_hash`` is one of the rules that they have learned by. ``kind`` says what their outputs mean, ``made_by`` who
    made them, in words.

    ``outputs`` has the names of a network's first outputs, where outputs stand for actions: of a policy all actions,
    before the win shares. A name is that of an action, several joined by ``|``, or a word for what else an output
    means. ``actions`` are those of the game when the networks learned, by their ids, where the hashes depend on them.
    """

    game: str
    inputs: str
    inputs_hash: str
    rules_hash: str
    kind: str = WIN_SHARES
    made_by: str = ""
    outputs: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    actions: tuple[str, ...] = ()

    @property
    def metadata(self) -> dict[str, str]:
        """The same as a file has it."""
        found: dict[str, str] = {name: getattr(self, name) for name in TEXTS}
        if self.outputs:
            found |= {"outputs": json.dumps(self.outputs), "unknown_actions": UNKNOWN_ACTIONS}
        return found | ({"actions": json.dumps(self.actions)} if self.actions else {})


@dataclass(frozen=True, slots=True)
class NetworkFile:
    """What a file holds: the networks by their names, and what they are for."""

    networks: dict[str, Network]
    about: About

    @property
    def network(self) -> Network:
        """The only network, or the one to decide by; raises as :attr:`name`."""
        return self.networks[self.name]

    @property
    def name(self) -> str:
        """The name of the only network, or of the one to decide by.

        Raises :class:`~magnate.errors.BadNetwork` where there are several of which none is called so.
        """
        if VALUE in self.networks:
            return VALUE
        if len(self.networks) != 1:
            raise BadNetwork(
                f"the file holds {len(self.networks)} networks: {', '.join(self.networks)}",
                hint="name a file with one network",
            )
        return next(iter(self.networks))


def save(path: str | Path, networks: Network | Mapping[str, Network], about: About) -> Path:
    """Write networks to a file and return its path; an existing file is replaced only when all is written.

    Raises :class:`~magnate.errors.SaveFailed` where it cannot be written.

    >>> import tempfile
    >>> about = About("pig", "features", "", "")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = save(f"{folder}/pig.safetensors", Network.new([10, 16, 2], seed=1), about)
    ...     load(file).network.sizes
    (10, 16, 2)
    """
    named = {VALUE: networks} if isinstance(networks, Network) else dict(networks)
    tensors = {name: tensor for key, network in named.items() for name, tensor in _tensors(key, network).items()}
    sizes = {key: network.sizes for key, network in named.items()}
    metadata = {"format": FORMAT, "sizes": json.dumps(sizes), **about.metadata}
    content = packed(tensors, metadata | {CHECKSUM: checksum(tensors, metadata)})
    target = Path(path)
    part = target.with_name(f"{target.name}.part")
    try:
        part.write_bytes(content)
        part.replace(target)
    except OSError as error:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise SaveFailed(
            f"cannot write {target}: {error.strerror}", hint="give a file in a folder that exists and may be written to"
        ) from None
    return target


def checksum(tensors: Mapping[str, np.ndarray], metadata: Mapping[str, str]) -> str:
    """A hash of all that a file holds but itself: texts, and the names, types, shapes and numbers of tensors.

    >>> numbers, texts = {"a": np.zeros(2)}, {"x": "1"}
    >>> checksum(numbers, texts) == checksum(numbers, texts | {"checksum": "any"})
    True
    >>> checksum(numbers, texts) == checksum({"a": np.array([0.0, -0.0])}, texts)
    False
    """
    texts = {name: text for name, text in metadata.items() if name != CHECKSUM}
    of = hashlib.blake2b(json.dumps(texts, sort_keys=True).encode(), digest_size=16)
    for name, tensor in sorted(tensors.items()):
        of.update(json.dumps([name, tensor.dtype.str, tensor.shape]).encode())
        of.update(tensor.tobytes())
    return of.hexdigest()


def packed(tensors: Mapping[str, np.ndarray], metadata: Mapping[str, str]) -> bytes:
    """A safetensors file's content, of which equal tensors and metadata always make the same bytes.

    The library itself writes the metadata in an order that differs from process to process.

    >>> one = packed({"a": np.zeros(2)}, {"x": "1", "y": "2"})
    >>> one == packed({"a": np.zeros(2)}, {"y": "2", "x": "1"})
    True
    """
    from safetensors.numpy import save as written

    content = written(dict(tensors), dict(metadata))
    length = int.from_bytes(content[:8], "little")
    header = json.loads(content[8 : 8 + length])
    ordered = {name: dict(sorted(entry.items())) for name, entry in sorted(header.items())}
    text = json.dumps(ordered, separators=(",", ":"), ensure_ascii=False).encode()
    text += b" " * (-len(text) % 8)  # the tensors begin at a multiple of 8 bytes
    return len(text).to_bytes(8, "little") + text + content[8 + length :]


def load(path: str | Path) -> NetworkFile:
    """Read networks from a file.

    Raises :class:`~magnate.errors.BadNetwork` for a file that is missing, unreadable, damaged or no network of
    magnate's. So it does for networks of other sizes than they should have, or with numbers that are not finite. A file
    whose checksum is not that of its content is damaged.
    """
    content = _content(Path(path))
    tensors, metadata = _unpacked(path, content)
    sizes, about = _described(path, metadata)
    try:
        networks = {key: _network(key, layers, tensors) for key, layers in sizes.items()}
    except BadNetwork as error:
        raise BadNetwork(f"{os.fspath(path)}: {error.message}", hint=error.hint) from None
    if tensors:
        raise BadNetwork(f"{os.fspath(path)} holds more than its networks: {min(tensors)}", hint=EXPORT)
    return NetworkFile(networks, about)


def _tensors(key: str, network: Network) -> dict[str, np.ndarray]:
    """A network's tensors by their names in a file."""
    found = {f"{key}.weights.{number}": weight for number, weight in enumerate(network.weights)}
    return found | {f"{key}.biases.{number}": bias for number, bias in enumerate(network.biases)}


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise BadNetwork(
            f"the network {path} cannot be read: {error.strerror}", hint="give the path of a .safetensors file"
        ) from None


def _unpacked(path: str | Path, content: bytes) -> tuple[dict[str, np.ndarray], dict[str, str]]:
    """The tensors and the metadata of a file's content."""
    from safetensors import SafetensorError
    from safetensors.numpy import load as unpacked

    try:
        tensors = unpacked(content)
        length = int.from_bytes(content[:8], "little")  # of the header, which safetensors has found to be JSON
        metadata: dict[str, str] = json.loads(content[8 : 8 + length]).get("__metadata__", {})
    except (SafetensorError, KeyError) as error:  # the latter: a type of numbers that NumPy does not have
        raise BadNetwork(f"{os.fspath(path)} is no safetensors file, or is damaged: {error}", hint=EXPORT) from None
    if metadata.get("format") != FORMAT:
        raise BadNetwork(
            f"{os.fspath(path)} is a safetensors file, but no network that this version of magnate reads: those say "
            f'"{FORMAT}"',
            hint=EXPORT,
        )
    if metadata.get(CHECKSUM) not in (None, checksum(tensors, metadata)):
        raise BadNetwork(
            f"{os.fspath(path)} is damaged: its checksum is not that of its content",
            hint="copy the file again, or install magnate again if it came with it",
        )
    return tensors, metadata


def _described(path: str | Path, metadata: Mapping[str, str]) -> tuple[dict[str, list[int]], About]:
    """The sizes of the networks, and what they are for, by the metadata."""
    lacking = [name for name in TEXTS if name not in metadata]
    sizes = _sizes(metadata.get("sizes", ""))
    if lacking or sizes is None:
        what = ", ".join(lacking) or "sizes"
        raise BadNetwork(f"{os.fspath(path)} does not say what its networks are: {what} is missing", hint=EXPORT)
    try:
        outputs = {key: _names(names) for key, names in dict(json.loads(metadata.get("outputs", "{}"))).items()}
        actions = _names(json.loads(metadata.get("actions", "[]")))
    except (ValueError, TypeError) as error:
        raise BadNetwork(
            f"{os.fspath(path)} does not say by which names its outputs are known: {error}", hint=EXPORT
        ) from None
    for key, names in outputs.items():
        if key not in sizes or len(names) > sizes[key][-1]:
            raise BadNetwork(f"{os.fspath(path)} names outputs of {key} that it does not have", hint=EXPORT)
    return sizes, About(**{name: metadata[name] for name in TEXTS}, outputs=outputs, actions=actions)


def _names(found: Any) -> tuple[str, ...]:
    """Names that were read; raises ``ValueError`` where they are none, or one stands there twice."""
    if not isinstance(found, list) or not all(isinstance(name, str) for name in found) or len(set(found)) < len(found):
        raise ValueError("a list of different names is needed")
    return tuple(found)


def _sizes(text: str) -> dict[str, list[int]] | None:
    """The sizes of networks by their names; None where the text does not say them."""
    try:
        found: Any = json.loads(text)
    except ValueError:
        return None
    if not isinstance(found, dict) or not found:
        return None
    for layers in found.values():
        if not isinstance(layers, list) or len(layers) < 2 or any(type(size) is not int or size < 1 for size in layers):
            return None
    return found


def _network(key: str, sizes: list[int], tensors: dict[str, np.ndarray]) -> Network:
    """The network of that name, whose tensors are taken out of ``tensors``."""
    parts: dict[str, list[np.ndarray]] = {"weights": [], "biases": []}
    for number, shape in enumerate(pairwise(sizes)):
        for part, expected in (("weights", shape), ("biases", shape[1:])):
            name = f"{key}.{part}.{number}"
            tensor = tensors.pop(name, None)
            if tensor is None:
                raise BadNetwork(f"{name} is missing, which a network of the sizes {sizes} has", hint=EXPORT)
            if tensor.shape != expected or tensor.dtype != np.float32:
                raise BadNetwork(
                    f"{name} is {tensor.dtype} of the shape {tensor.shape}, "
                    f"which a network of the sizes {sizes} has as float32 of {expected}",
                    hint=EXPORT,
                )
            parts[part].append(tensor)
    return Network(tuple(parts["weights"]), tuple(parts["biases"]))
