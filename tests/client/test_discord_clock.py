"""Discord's time, measured from the interactions that arrive."""

import pytest

from bot.client.discord_clock import RECENT, DiscordClock


def test_the_fastest_delivery_counts():
    clock = DiscordClock(lambda: 1000.0)
    clock.start()
    assert clock() == 1000
    for sent, now in ((994.0, 994.0), (994.8, 994.8), (990.0, 994.8)):
        clock.received(sent)
        assert clock() == now


def test_a_clock_that_is_behind_is_corrected():
    clock = DiscordClock(lambda: 1000.0)
    clock.received(1007.5)
    assert clock() == 1007.5


def test_old_measurements_are_dropped():
    at = [1000.0]
    clock = DiscordClock(lambda: at[0])
    clock.received(1000.5)
    at[0] = 1100.0
    for _ in range(RECENT):
        assert clock() == 1100.5
        clock.received(1099.0)
    assert clock() == 1099


@pytest.mark.parametrize("set_by", [3600.0, -3600.0])
@pytest.mark.parametrize("measured", [False, True])
def test_setting_the_machines_clock_changes_nothing(set_by, measured):
    machine, monotonic = [1000.0], [50.0]
    clock = DiscordClock(lambda: machine[0], lambda: monotonic[0])
    clock.start()
    if measured:
        assert clock.received(1000.0) is False
    machine[0] += set_by + 7
    monotonic[0] += 7
    assert clock() == 1007
    assert clock.received(1007.0) is False
    assert clock() == 1007


def test_time_stands_still_while_the_machine_is_suspended_until_discord_says_how_late_it_is():
    machine, monotonic = [1000.0], [50.0]
    clock = DiscordClock(lambda: machine[0], lambda: monotonic[0])
    clock.received(1000.0)
    machine[0] += 8 * 3600
    assert clock() == 1000, "nobody's time has run out"
    assert clock.received(1000.0 + 8 * 3600) is True
    assert clock() == 1000.0 + 8 * 3600
