"""Pages of the solo feature: hints in words, and the buttons it adds to the pages of others."""

from random import Random

from bot.core.facts import ASLEEP
from bot.core.opponents import any_move
from cogs.solo.commands import ADVICE, table_buttons
from tests.kit.moments import CATALOGUE
from tests.kit.seated import NOW, solo_table

WORDS = CATALOGUE.words


def test_a_hint_is_offered_on_ones_turn_only():
    table = solo_table("trio")
    say = WORDS.say("trio", "fr", table.names)
    (button,) = table_buttons(table, 0, say)
    assert button.label == "Un conseil\u00a0?"
    assert button.id.startswith(f"{ADVICE}:")
    assert table_buttons(table, 1, say) == []
    assert table_buttons(table.pause(ASLEEP), 0, say) == []
    assert table_buttons(table.with_facts(hints=False), 0, say) == []
    waiting = table
    while 0 in waiting.to_act:
        move = any_move(table.game, waiting.state, 0, Random(1))
        waiting = waiting.after(0, move, max(waiting.flash_until, NOW))
    assert table_buttons(waiting, 0, say) == []


def test_tables_of_other_features_are_not_played_again():
    table = solo_table("trio").close("host")
    say = WORDS.say("trio", "fr", table.names)
    assert [button.label for button in table_buttons(table, None, say)] == ["Rejouer", "Autre partie"]
    assert table_buttons(table.with_facts(feature="daily"), None, say) == []
    assert table_buttons(table.with_facts(alone=False), None, say) == []
