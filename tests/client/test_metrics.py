"""Metrics: counted where things happen, and served over HTTP."""

import asyncio
import json
import re
import socket
from random import Random

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families

from bot.__main__ import main
from bot.app import App
from bot.cli.health import PortTaken, ask, metrics, monitored, observed
from bot.metrics import Metrics
from bot.store import from_url
from tests.kit.moments import CATALOGUE
from tests.kit.seated import lobby
from tests.kit.stores import opened
from tests.kit.words import ROOT

DASHBOARD = json.loads((ROOT / "docs" / "grafana.json").read_text("utf-8"))


def value(metrics: Metrics, name: str, **labels: str) -> float | None:
    """The present value of a metric."""
    return metrics.registry.get_sample_value(name, labels)


@pytest.fixture
async def bot(tmp_path):
    """A bot that was never connected, with metrics."""
    async with opened(f"{tmp_path}/x.sqlite3") as store:
        yield App(CATALOGUE, store, rng=Random(1), pictures=False, metrics=Metrics()).bot


def named(dashboard) -> set[str]:
    """Every metric of a dashboard."""
    asked = [target["expr"] for panel in dashboard["panels"] for target in panel.get("targets", ())]
    asked += [each["query"]["query"] for each in dashboard["templating"]["list"] if isinstance(each["query"], dict)]
    return {name for text in asked for name in re.findall(r"\btablee_\w+", text)}


def test_the_dashboard_names_all_metrics_and_alerts_name_no_others():
    families = [family for family in Metrics().registry.collect() if family.name.startswith("tablee_")]
    there = {family.name for family in families}
    histograms = {family.name for family in families if family.type == "histogram"}
    counters = {family.name for family in families if family.type == "counter"}
    samples = (there - histograms - counters) | {f"{name}_total" for name in counters}
    samples |= {f"{name}_{part}" for name in histograms for part in ("bucket", "sum", "count")}
    asked = named(DASHBOARD)
    assert asked <= samples
    assert set(re.findall(r"\btablee_\w+", (ROOT / "docs" / "prometheus-alerts.yaml").read_text("utf-8"))) <= samples
    assert {re.sub("_(bucket|sum|count|total)$", "", name) for name in asked} == there


async def test_metrics_are_served_over_http(bot, monkeypatch):
    async with monitored(bot.app.monitor, 0) as port, aiohttp.ClientSession(f"http://127.0.0.1:{port}") as session:
        async with session.get("/healthz") as answer:
            assert (answer.status, await answer.text()) == (200, "ok\n")
        async with session.get("/readyz") as answer:
            assert (answer.status, await answer.text()) == (503, "not connected to Discord\n")
        async with session.get("/metrics") as answer:
            assert answer.status == 200
            assert answer.headers["Content-Type"].startswith("text/plain; version=")
            found = {family.name for family in text_string_to_metric_families(await answer.text())}
        assert found == {family.name for family in bot.app.monitor.metrics.registry.collect()}
        monkeypatch.setattr("bot.metrics._connected", lambda _: True)
        async with session.get("/readyz") as answer:
            assert (answer.status, await answer.text()) == (200, "ok\n")
        await bot.app.store.close()
        async with session.get("/readyz") as answer:
            assert (answer.status, await answer.text()) == (503, "storage does not answer\n")
        async with session.get("/secrets") as answer:
            assert answer.status == 404


async def test_counts_of_storage_are_cached(bot, monkeypatch):
    figures = bot.app.monitor.metrics
    assert value(figures, "tablee_moves_total", game="trio") == 0
    assert value(figures, "tablee_games_ended_total", game="trio", how="closed") == 0
    assert (value(figures, "process_resident_memory_bytes") or 0) > 2**20
    await bot.app.tables.open(lobby())
    monkeypatch.setattr(bot, "is_ready", lambda: True)
    await bot.app.monitor.read()
    assert value(figures, "tablee_tables_open", status="lobby") == 1
    assert value(figures, "tablee_tables_hot") == 1
    assert value(figures, "tablee_boards_behind") == 0
    assert value(figures, "tablee_storage_seconds_count", call="census") == 1
    await bot.app.monitor.read()
    assert value(figures, "tablee_storage_seconds_count", call="census") == 1
    # Nothing is left of a count that has become zero.
    await bot.app.tables.change(1, lambda table: table.close("host"))
    bot.app.monitor._counted_at.clear()
    await bot.app.monitor.read()
    assert value(figures, "tablee_tables_open", status="lobby") == 0
    # Metrics are served although storage fails.
    await bot.app.store.close()
    bot.app.monitor._counted_at.clear()
    await bot.app.monitor.read()
    assert value(figures, "tablee_ready") == 0
    assert (value(figures, "tablee_storage_failures_total", call="behind") or 0) > 0


async def test_a_port_that_is_taken_is_named_or_waited_for(bot, monkeypatch):
    monkeypatch.setattr("bot.cli.health.PORT_RETRY_SECONDS", 0.01)
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(PortTaken, match=f"METRICS_PORT={port} is taken"):
            async with observed(bot.app, port):
                pass
        async with observed(bot.app, port, wait=True):
            await asyncio.sleep(0.05)
            other.close()
            async with asyncio.timeout(120):
                while (await asyncio.to_thread(ask, port, "/healthz"))[0] != 200:
                    pass
    assert (await asyncio.to_thread(ask, port, "/healthz"))[0] == 0


async def test_the_command_says_how_the_bot_does_and_without_a_port_nothing_is_counted(
    bot, monkeypatch, capsys, tmp_path
):
    assert metrics(None) is None
    silent = App(CATALOGUE, from_url(f"{tmp_path}/y.sqlite3"), pictures=False)
    assert silent.monitor is None
    async with observed(silent, None):
        pass
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("METRICS_PORT", raising=False)
    assert main(["health"]) == 2
    assert "set METRICS_PORT" in capsys.readouterr().err
    async with monitored(bot.app.monitor, 0) as port:
        monkeypatch.setenv("METRICS_PORT", str(port))
        assert await asyncio.to_thread(main, ["health"]) == 0
        assert await asyncio.to_thread(main, ["health", "--ready"]) == 1
        assert capsys.readouterr().out == "ok\nnot connected to Discord\n"
    assert ask(port, "/healthz") == (0, f"nobody answers on port {port} of this machine")
    assert main(["health"]) == 1
