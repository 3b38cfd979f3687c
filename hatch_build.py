"""The build of a wheel or a source distribution: the pages of ``magnate serve`` go into it, built where they are not.

An editable install goes without them, with a warning: the command line needs none. The package's links, those of the
README too, come from one setting, ``address`` in pyproject.toml.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any, Final

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parent / "tools"))

import webbuild

RELATIVE: Final = re.compile(r"(?P<picture>!?)(?P<text>\[[^\]]*\])\((?!https?://|#)(?P<path>[^)\s]+)\)")
"""A link of the README to a file of the project, or a picture."""


class PagesHook(BuildHookInterface):  # type: ignore[type-arg]
    """Builds the pages; never fetches Node, since a build should not install programs."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Before anything is packed."""
        if version == "editable":
            if not webbuild.is_built():
                self.app.display_warning("The pages of `magnate serve` are not built yet: run `make web`.")
            return
        try:
            webbuild.build(fetch=False)
        except webbuild.CannotBuild as error:
            self.app.abort(f"Cannot build the package: {error}")


class LinksHook(MetadataHookInterface):
    """Writes the links of the package, and the README with links to the address; without one it stays as it is."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Before the metadata are written."""
        readme = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        if address := self.config["address"].rstrip("/"):
            tagged, raw = (f"{address}/{kind}/v{metadata['version']}" for kind in ("blob", "raw"))
            readme = RELATIVE.sub(
                lambda found: (
                    f"{found['picture']}{found['text']}({raw if found['picture'] else tagged}/{found['path']})"
                ),
                readme,
            )
            metadata["urls"] = {
                "Documentation": f"{tagged}/docs/index.md",
                "Source": address,
                "Changelog": f"{tagged}/CHANGELOG.md",
                "Issues": f"{address}/issues",
            }
        metadata["readme"] = {"content-type": "text/markdown", "text": readme}
