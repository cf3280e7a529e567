"""A house for every test that asks for one."""

from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest
import simcord

from bot.core import lobby
from tests.kit.asker import Asker
from tests.kit.house import SETTLE_TIMEOUT_SECONDS, House, furnished, make_bot


@pytest.fixture(autouse=True)
def same_opponents(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let opponents decide alike in every run: their random numbers come from a table's nonce."""
    rng = Random(7)
    monkeypatch.setattr(lobby, "make_nonce", lambda: f"{rng.getrandbits(128):032x}")


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
