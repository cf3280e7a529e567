"""For `make docs`: links from documents to files of the repository become text. A test checks them."""

import posixpath
import re
from typing import Any

LINK = re.compile(r"\[([^\]]+)\]\(([^)#:\s]+)\)")


def on_page_markdown(markdown: str, *, page: Any, **_: Any) -> str:
    """The text of a page in which no link leaves the folder of documents."""
    folder = posixpath.dirname(page.file.src_uri)

    def kept(link: re.Match[str]) -> str:
        leaves = posixpath.normpath(posixpath.join(folder, link[2])).startswith("..")
        return link[1] if leaves else link[0]

    return LINK.sub(kept, markdown)
