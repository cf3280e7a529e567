import pytest

from bot.client.discord_clock import RECENT, DiscordClock


def test_it_goes_by_the_quickest_of_what_was_heard():
    clock = DiscordClock(lambda: 1000.0)
    assert clock() == 1000
    clock.heard(994.0)
    assert clock() == 994
    clock.heard(994.8)
    clock.heard(990.0)
    assert clock() == 994.8


def test_a_clock_that_is_behind_is_put_right_as_well():
    clock = DiscordClock(lambda: 1000.0)
    clock.heard(1007.5)
    assert clock() == 1007.5


def test_who_comes_late_is_forgotten_after_a_few():
    at = [1000.0]
    clock = DiscordClock(lambda: at[0], lambda: at[0])
    clock.heard(1000.5)
    at[0] = 1100.0
    for _ in range(RECENT):
        assert clock() == 1100.5
        clock.heard(1099.0)
    assert clock() == 1099


@pytest.mark.parametrize("set_by", [3600.0, -3600.0])
def test_a_clock_that_is_set_moves_nobodys_time(set_by: float):
    """A machine without a battery starts hours behind, and is put right while people play."""
    at, steady = [1000.0], [50.0]
    clock = DiscordClock(lambda: at[0], lambda: steady[0])
    assert clock.heard(1000.0 + set_by) is (set_by > 0)
    assert clock() == 1000.0 + set_by
    at[0] += set_by + 7
    steady[0] += 7
    clock.compare()
    assert clock() == 1000.0 + set_by + 7
    assert clock.heard(1000.0 + set_by + 7) is False
    assert clock() == 1000.0 + set_by + 7


def test_a_machine_that_slept_finds_out_with_the_first_word_of_discord():
    at, steady = [1000.0], [50.0]
    clock = DiscordClock(lambda: at[0], lambda: steady[0])
    clock.heard(1000.0)
    at[0] += 8 * 3600
    clock.compare()
    assert clock() == 1000, "nobody's time has run out"
    assert clock.heard(1000.0 + 8 * 3600) is True
    assert clock() == 1000.0 + 8 * 3600


def test_whoever_hosts_hears_of_it_once_while_it_lasts(caplog):
    at = [1005.0]
    clock = DiscordClock(lambda: at[0])
    for _ in range(3):
        clock.heard(1000.0)
    assert [record.getMessage() for record in caplog.records] == [
        "this machine's clock is 5.0 s ahead of Discord's: set it"
    ]
    at[0] = 1000.0
    clock.heard(1000.0)
    at[0] = 990.0
    clock.heard(1000.0)
    assert "10.0 s behind Discord's" in caplog.records[-1].getMessage()
    assert len(caplog.records) == 2
