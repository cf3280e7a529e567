"""``health``: how the bot that runs on this machine does, for service managers and containers."""

from __future__ import annotations

from http.client import HTTPConnection, HTTPException

HOST = "127.0.0.1"
PATIENCE = 5.0
"""Seconds a bot is given to say how it is."""
OK = 200


def ask(port: int, path: str) -> tuple[int, str]:
    """What a bot on this machine answers: a status, and why. 0 if nobody does."""
    connection = HTTPConnection(HOST, port, timeout=PATIENCE)
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, answer.read().decode("utf-8", "replace").strip()
    except (OSError, HTTPException):
        return 0, f"nobody answers on port {port} of this machine"
    finally:
        connection.close()
