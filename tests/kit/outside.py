"""Packages with games as if they were installed: found through their entry points, also by worker processes."""

import importlib
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def installed(folder: Path) -> Iterator[None]:
    """A package as ``pip install -e`` leaves it; afterwards nothing of it is imported any more."""
    project = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["project"]
    info = folder / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    entries = project["entry-points"]["tablee.games"]
    info.mkdir(exist_ok=True)
    (info / "METADATA").write_text(f"Name: {project['name']}\nVersion: {project['version']}\n", "utf-8")
    lines = [f"{key} = {package}" for key, package in entries.items()]
    (info / "entry_points.txt").write_text("\n".join(["[tablee.games]", *lines, ""]), "utf-8")
    sys.path.append(str(folder))
    importlib.invalidate_caches()
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        importlib.invalidate_caches()
        for name in [name for name in sys.modules if name.split(".")[0] in entries.values()]:
            del sys.modules[name]
