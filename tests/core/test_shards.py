"""Which servers are whose."""

import pytest

from bot.core.shards import ALL, Shards

GUILDS = [0, 1, 4_194_304, 81_384_788_765_712_384, 1_180_000_000_000_000_000, 2**63 - 1]


def test_they_are_written_as_a_range_of_how_many_there_are():
    shards = Shards.parse("0-3/16")
    assert (shards, str(shards), [*shards.numbers]) == (Shards(0, 3, 16), "0-3/16", [0, 1, 2, 3])
    assert Shards.parse(" 5/16 ") == Shards(5, 5, 16)
    assert Shards.parse(str(ALL)) == ALL


@pytest.mark.parametrize(
    "text", ["", "0-3", "3-0/16", "0-16/16", "0/0", "-1/4", "a-b/c", "0 - 3 / 16", "0-3/16/2", "٠/١"]
)
def test_what_names_no_shards_is_refused_with_what_to_write(text: str):
    with pytest.raises(ValueError, match=r"[Ss]hards .*(0-3/16|numbered from 0)"):
        Shards.parse(text)


def test_every_server_is_where_discord_puts_it_and_held_once_however_they_are_divided():
    parts = [Shards(0, 3, 16), Shards(4, 4, 16), Shards(5, 15, 16)]
    for guild in GUILDS:
        assert parts[0].shard_of(guild) == (guild >> 22) % 16
        assert sum(part.holds(guild) for part in parts) == 1
        assert ALL.holds(guild)
    assert not any(part.everything for part in parts)
    assert ALL.everything
    assert Shards(0, 15, 16).everything
