"""The Containerfile: no image can be built here, so its steps are taken in a scratch folder, without root's powers."""

import ctypes
import json
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import time
from configparser import RawConfigParser
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import pytest

from bot.cli.settings import HOME, Settings
from tests.kit.words import ROOT

HANGS = 300
"""Seconds; only against hanging."""
PR_CAPBSET_DROP = 24
LINES = re.sub(r"\\\n", " ", (ROOT / "Containerfile").read_text("utf-8")).splitlines()
INSTALL = " -m pip install --no-cache-dir --disable-pip-version-check --require-hashes -r /app/requirements.txt"
STEPS = [tuple(line.split(maxsplit=1)) for line in LINES if line and not line.startswith("#")]


def told(kind: str) -> list[str]:
    """The arguments of all instructions of one kind."""
    return [text for word, text in STEPS if word == kind]


def drop_capabilities() -> None:
    """From the next program on root may do no more than others: it cannot write what is not writable."""
    libc = ctypes.CDLL(None, use_errno=True)
    for capability in range(64):
        libc.prctl(PR_CAPBSET_DROP, capability, 0, 0, 0)  # a number that is none is an error without effect


class Image:
    """The file system of the image, in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.user = told("USER")[-1]
        self.environment = {
            "PATH": os.environ["PATH"],
            "TMPDIR": str(folder / "tmp"),
            **{name: self.there(value) for name, _, value in (text.partition("=") for text in told("ENV"))},
        }

    def there(self, text: str) -> str:
        """A text in which the paths of the image are those of the folder."""
        return re.sub(r"/(app|var/lib/tablee)\b", lambda found: f"{self.folder}{found[0]}", text)

    def build(self) -> None:
        """Take every step that makes files."""
        for word, text in STEPS:
            match word, shlex.split(text):
                case "COPY", [source, target] if (ROOT / source).is_dir():
                    ignored = shutil.ignore_patterns("__pycache__")
                    shutil.copytree(ROOT / source, self.there(target), ignore=ignored)
                case "COPY", [source, target] if not source.startswith("--"):
                    shutil.copy(ROOT / source, self.there(target))
                case "WORKDIR", [folder]:
                    Path(self.there(folder)).mkdir(parents=True, exist_ok=True)
                case "RUN", _:
                    self.run(text)
        (self.folder / "tmp").mkdir()

    def run(self, text: str) -> None:
        """Run a command. Packages are not installed anew: those of the running environment are linked."""
        command = self.there(text).replace("10001:10001", str(os.getuid()))
        command = re.sub(r"^python ", f"{shlex.quote(sys.executable)} ", command)
        if installs := INSTALL in text:
            command = command.partition("&&")[0] + " --without-pip"
        done = subprocess.run(
            ["/bin/sh", "-c", command], env=os.environ | {"EXTRAS": ""}, capture_output=True, text=True,
            timeout=HANGS, check=False,
        )  # fmt: skip
        assert done.returncode == 0, (text, done.stderr)
        if installs:
            self.link_requirements()

    def link_requirements(self) -> None:
        """Link what requirements.txt pins, and nothing else, so that a missing requirement fails the test."""
        (site,) = (self.folder / "app" / ".venv" / "lib").glob("python*/site-packages")
        pinned = re.findall(r"^([\w.-]+)==([\w.]+)", (ROOT / "requirements.txt").read_text("utf-8"), re.MULTILINE)
        for name, version in pinned:
            try:
                package = distribution(name)
            except PackageNotFoundError:
                continue  # Of another platform.
            assert package.version == version, f"{name} is not the pinned one: run make setup"
            for top in {file.parts[0] for file in package.files or ()} - {"..", "__pycache__"}:
                # fluent.runtime and fluent.syntax share a folder.
                if not (site / top).exists():
                    (site / top).symlink_to(Path(str(package.locate_file(top))))

    def seal(self) -> None:
        """Nobody writes to it any more, but where a volume and what is temporary are."""
        for path in (self.folder / "app").rglob("*"):
            if not path.is_symlink():
                path.chmod(path.stat().st_mode & 0o555 | 0o444)
        (self.folder / "app").chmod(0o555)
        (self.folder / "tmp").chmod(0o777)

    def start(self, command: str, **environment: str) -> subprocess.Popen[str]:
        """Run a command of the image as whoever it is run by."""
        return subprocess.Popen(
            [self.there(word) for word in json.loads(command)],
            cwd=self.there(told("WORKDIR")[-1]), env=self.environment | environment,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            preexec_fn=drop_capabilities if os.geteuid() == 0 else None,  # noqa: PLW1509, calls libc only
        )  # fmt: skip


@pytest.mark.slow
def test_the_containers_steps_make_a_bot_that_is_well(tmp_path):
    image = Image(tmp_path / "image")
    image.folder.mkdir()
    image.build()
    image.seal()
    assert image.user.split(":")[0] not in ("0", "root")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = str(probe.getsockname()[1])
    # Without a token it is the local table: the same bot, on a Discord of its own.
    check = told("HEALTHCHECK")[0].partition("CMD ")[2]
    bot = image.start(told("CMD")[-1].replace('"--discord"', '"--port", "0"'), METRICS_PORT=port)
    try:
        end = time.monotonic() + HANGS
        while True:
            ready = image.start(check.replace('"health"', '"health", "--ready"'), METRICS_PORT=port)
            said, _ = ready.communicate(timeout=HANGS)
            if ready.returncode == 0:
                break
            assert bot.poll() is None, bot.communicate()[0]
            assert time.monotonic() < end, said
        healthy = image.start(check, METRICS_PORT=port)
        assert healthy.communicate(timeout=HANGS)[0] == "ok\n"
        bot.send_signal(signal.SIGTERM)
        said, _ = bot.communicate(timeout=HANGS)
        assert bot.returncode == 0, said
    finally:
        if bot.poll() is None:
            bot.kill()
            bot.communicate()
    ill = image.start(check, METRICS_PORT=port)
    ill.communicate(timeout=HANGS)
    assert ill.returncode == 1
    written = image.start(json.dumps(["/bin/sh", "-c", f"echo >> {image.folder}/app/bot/__init__.py"]))
    written.communicate(timeout=HANGS)
    assert written.returncode != 0
    # The container has written nowhere else.
    assert {path.name for path in (image.folder / "var/lib/tablee").iterdir()} == {"data"}
    assert not [path for path in (image.folder / "app" / "data").iterdir() if path.name != "fonts"]


def test_what_the_container_is_told_are_settings_there_are():
    known = {name.upper() for name in Settings.__dataclass_fields__}
    image = {text.partition("=")[0] for text in told("ENV")}
    assert {name for name in image if not name.startswith("PYTHON")} <= known | {"PATH", HOME}
    compose = (ROOT / "compose.yaml").read_text("utf-8")
    bot = compose.partition("  postgres:\n    image")[0]
    assert set(re.findall(r"^      ([A-Z_]+): ", bot, re.MULTILINE)) <= known
    for needed in ("read_only: true", "cap_drop: [ALL]", "dockerfile: Containerfile"):
        assert needed in bot
    volume = told("VOLUME")[0]
    assert f"tablee:{volume}" in bot


def test_what_is_sent_to_the_builder_is_what_is_copied():
    listed = (ROOT / ".containerignore").read_text("utf-8")
    assert listed == (ROOT / ".dockerignore").read_text("utf-8")
    copied = {text.split()[0] for text in told("COPY") if not text.startswith("--")}
    assert set(re.findall(r"^!(\S+)$", listed, re.MULTILINE)) == copied


@pytest.mark.parametrize("unit", sorted((ROOT / "deploy").iterdir()), ids=lambda unit: unit.name)
def test_units_say_what_can_be_run(unit):
    parser = RawConfigParser(strict=False, interpolation=None)
    parser.optionxform = str  # type: ignore[assignment, method-assign]
    parser.read_string(unit.read_text("utf-8"))
    assert parser["Unit"]["Description"]
    if unit.suffix == ".service":
        command = parser["Service"]["ExecStart"]
        assert re.search(r"/opt/tablee/bin/tablee (run --discord|fleet|backup)$", command)
        assert parser["Service"]["User"] == "tablee"
    if shutil.which("systemd-analyze"):
        done = subprocess.run(
            ["systemd-analyze", "verify", "--man=no", unit], capture_output=True, text=True, check=False
        )
        assert not re.search("Unknown (key|section|lvalue)", done.stderr), done.stderr
    if unit.suffix == ".service" and shutil.which("systemd-analyze"):
        rating = ["systemd-analyze", "security", "--offline=yes", "--threshold=40", unit]
        assert subprocess.run(rating, capture_output=True, check=False).returncode == 0
