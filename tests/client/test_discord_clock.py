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


def test_a_clock_that_jumps_is_noticed_after_a_few():
    at = [1000.0]
    clock = DiscordClock(lambda: at[0])
    clock.heard(999.9)
    at[0] = 1100.0
    for _ in range(RECENT):
        clock.heard(1000.0)
    assert clock() == 1000


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
