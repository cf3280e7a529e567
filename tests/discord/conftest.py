"""A house for every test that asks for one."""

from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest
import simcord
from discord import Locale
from discord.app_commands import commands, transformers

from bot.client import journal
from bot.core import lobby
from bot.tables import clock
from cogs.daily import service
from tests.kit.asker import Asker
from tests.kit.house import SETTLE_TIMEOUT_SECONDS, House, furnished, make_bot


@pytest.fixture(autouse=True)
def quick_and_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let opponents decide alike in every run, and leave out work that no test looks at."""
    rng = Random(7)
    # Opponents' random numbers come from a table's nonce.
    monkeypatch.setattr(lobby, "make_nonce", lambda: f"{rng.getrandbits(128):032x}")
    # It is checked twice a day, not every five minutes, whether anything was missed: tests let days go by.
    monkeypatch.setattr(clock, "POLL_SECONDS", 12 * 3600.0)
    monkeypatch.setattr(journal, "FEED_SECONDS", 12 * 3600.0)
    # A novice plays the daily deal for the expert: it thinks in this process.
    monkeypatch.setattr(service, "LEVEL", "novice")
    # Commands are translated for two kinds of clients: for all thirty it is a third of the set-up of a test.
    for module in (commands, transformers):
        monkeypatch.setattr(module, "Locale", (Locale.british_english, Locale.japanese))


@pytest.fixture
async def env(tmp_path: Path) -> AsyncIterator[simcord.Env]:
    """A simulated Discord with the bot on it; SimCord has whoever is given one live by its clock."""
    env = simcord.Env(make_bot(tmp_path), settle_timeout=SETTLE_TIMEOUT_SECONDS)
    await env.start()
    yield env
    await env.shutdown()
    env._raise_errors_since(env._errors_acknowledged)


@pytest.fixture
async def home(env: simcord.Env, tmp_path: Path) -> AsyncIterator[House]:
    """A server with people in it, whose channel is open for games."""
    with env.time_context():
        home = await furnished(env, tmp_path)
    yield home
    await home.app.store.close()


@pytest.fixture
async def there(home: House) -> Asker:
    """Somebody who asks the bot something, with a board and a panel before them."""
    asker = Asker(home)
    with home.env.time_context():
        await asker.prepare()
    return asker
