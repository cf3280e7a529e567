"""Why not, in words: a table's refusals and the rules'."""

from __future__ import annotations

from bot.core.game import Illegal, Refusal
from bot.text.strings import Speech, plain


def refusal(no: Refusal, say: Speech) -> str:
    """Why the table says no, and what to do instead."""
    blanks = dict(no.blanks)
    if "host" in blanks:
        blanks["host"] = plain(str(blanks["host"]))
    if "option" in blanks:
        blanks["option"] = say(f"option-{blanks['option']}")
    if "games" in blanks:
        games = str(blanks["games"]).split(",")
        blanks["games"] = say.join(say.scoped(game)("name") for game in games if game) or "—"
    if "paces" in blanks:
        blanks["paces"] = say.join(say(f"pace-{pace}") for pace in str(blanks["paces"]).split(","))
    if no.key == "option-seats":
        blanks["seats"] = f" {say('or')} ".join(str(blanks["seats"]).split("/"))
    if "permissions" in blanks:
        names = str(blanks["permissions"]).split(",")
        blanks["permissions"] = say.join(f"**{say(f'permission-{name}')}**" for name in names)
    return say(f"refusal-{no.key}", **blanks)


def reason(no: Refusal | Illegal, say: Speech) -> str:
    """Either kind of no; ``say`` speaks for the game."""
    return refusal(no, say) if isinstance(no, Refusal) else say(f"illegal-{no.key}", **no.blanks)
