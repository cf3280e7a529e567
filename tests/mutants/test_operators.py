"""The changes that ``make mutants`` makes."""

from random import Random

from tests.mutants.operators import mutations

SOURCE = '''"""A module."""

MOST = 30
LEAST = 1


class Shelf:
    """Things."""

    def __init__(self, room: int | None) -> None:
        self._room = room

    def put(self, thing: str) -> str:
        """Put something there."""
        if len(self._things) < MOST:
            self._things.append(thing)
            log.info("put %s", thing)
        return "full" if self._things else "empty"

    def get(self) -> str:
        """Take something away."""
        try:
            return self._things.pop()
        except (discord.NotFound, *EMPTY) as error:
            return repr(error)
'''


def test_one_thing_is_changed_at_a_time():
    changed = []
    for mutant in mutations(SOURCE, Random(0)):
        lines = zip(SOURCE.splitlines(), mutant.splitlines(), strict=True)
        changed += [(before.strip(), " ".join(after.split())) for before, after in lines if before != after]
    condition, answer = "if len(self._things) < MOST:", 'return "full" if self._things else "empty"'
    assert sorted(changed) == sorted(
        [
            ("MOST = 30", "MOST = 300"),
            ("MOST = 30", "MOST = 3"),
            ("LEAST = 1", "LEAST = 2"),
            ("LEAST = 1", "LEAST = 0"),
            (condition, "if not len(self._things) < MOST:"),
            (condition, "if len(self._things) <= MOST:"),
            (condition, "if len(self._things) > MOST:"),
            (condition, "if True:"),
            (condition, "if False:"),
            ("self._things.append(thing)", "pass"),
            (answer, 'return "full" if not self._things else "empty"'),
            (answer, 'return "full" if True else "empty"'),
            (answer, 'return "full" if False else "empty"'),
            ("except (discord.NotFound, *EMPTY) as error:", "except () as error:"),
        ]
    )
