"""Search over the .txt and .md files of one folder: ranked passages with file and lines."""

from __future__ import annotations

import re
from pathlib import Path
from threading import Lock
from typing import Annotated, Any

from pydantic import Field

from agents.errors import BadInput
from agents.tools import Tool, ToolError, tool
from data.paths import typed
from data.ranking import Ranking
from data.toolbox.passages import Passage, passages
from data.toolbox.reading import Found, find, read

PAGE = 5


def folder_tool(path: str) -> Tool:
    """Raises BadInput for a path that is no folder, or one without a file to search."""
    root = typed(path)
    if not root.is_dir():
        raise BadInput(f"folder: needs a folder, and {path!r} is none.")
    search = _Search(root.resolve())
    found = search.found()
    if not found.files:
        raise BadInput(f"The folder {path!r} holds no .txt or .md file that can be read.")
    made = tool(search.search_folder, name=f"search_{tool_suffix(search.root.name)}")
    return made


def tool_suffix(name: str) -> str:
    """A name as providers accept it in a tool's."""
    return re.sub(r"\W+", "_", name, flags=re.ASCII).strip("_").lower()[:40] or "folder"


class _Search:
    """Keeps the passages until a file changes, appears or goes."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._lock = Lock()
        self._signature: object = None
        self._passages: list[Passage] = []
        self._ranking = Ranking([])
        self._notes: list[str] = []

    def found(self) -> Found:
        return find(self.root)

    def search_folder(
        self,
        query: Annotated[str, Field(description="Words that the passage should hold")],
        cursor: Annotated[
            str | None, Field(description="next_cursor of the page before; none for the first")
        ] = None,
    ) -> dict[str, Any]:
        """Searches the user's text files: passages that fit best, with file and lines. next_cursor
        null: there are no more. Hidden files, and links that lead out of the folder, are not
        searched."""
        with self._lock:
            files = self._refresh()
            held, ranking, notes = self._passages, self._ranking, list(self._notes)
        ranked = [held[place] for _, place in ranking.rank(query)]
        start = _start(cursor, len(ranked))
        more = start + PAGE < len(ranked)
        return {
            "passages": [p.as_dict() for p in ranked[start : start + PAGE]],
            "next_cursor": str(start + PAGE) if more else None,
            "searched": {"files": files, "passages": len(held), "found": len(ranked)},
        } | ({"not_searched": notes} if notes else {})

    def _refresh(self) -> int:
        found = self.found()
        if found.signature != self._signature:
            self._passages, self._notes = [], list(found.skipped)
            for file in found.files:
                text, note = read(self.root, file)
                if note:
                    self._notes.append(f"{file.name}: {note}")
                if text is not None:
                    self._passages += passages(file.name, text)
            self._ranking = Ranking([p.text for p in self._passages])
            self._signature = found.signature
        return len(found.files)


def _start(cursor: str | None, total: int) -> int:
    if cursor is None:
        return 0
    if not re.fullmatch(r"\d{1,9}", cursor, re.ASCII) or not 0 < int(cursor) < max(total, 1):
        raise ToolError(f"{cursor!r} is no cursor of this search; start again without one.")
    return int(cursor)
