"""The lesson of Le Tripot du Chaos: a card is the opponent's stake; its six duels have the six possible outcomes."""

from __future__ import annotations

from bot.core.game import Deal
from bot.core.lesson import LEARNER, Lesson, Part
from cogs.tripot.moves import Action, Challenge, Commit, MeetChallenge, Resolve

_ONE = 1


def _commit(first: Action, second: Action) -> Commit:
    return Commit(((0, first), (1, second)))


LESSON = Lesson(
    seats=2,
    deal=Deal(first=LEARNER),
    parts=(
        Part(key="challenge", moves=(Challenge(_ONE, 5),)),
        Part(
            key="answer",
            before=((_ONE, MeetChallenge(2)), (_ONE, Challenge(LEARNER, 3))),
            # Without the 1, whose holder could not play the third round below.
            moves=tuple(MeetChallenge(card) for card in (4, 3, 2)),
        ),
        Part(
            key="tokens",
            moves=(_commit("cooperate", "defend"),),
            wrong={
                ("commit", "0-attack"): "attack",
                ("commit", "0-defend"): "defend",
                ("commit", "0-cooperate"): "second",
            },
        ),
        Part(key="resolve", before=((_ONE, _commit("cooperate", "attack")),), moves=(Resolve(0),)),
        Part(key="pact"),
        Part(key="parry", before=((LEARNER, Resolve(1)),)),
        Part(
            key="betray",
            before=(
                (_ONE, Challenge(LEARNER, 4)),
                (LEARNER, MeetChallenge(3)),
                (LEARNER, Challenge(_ONE, 4)),
                (_ONE, MeetChallenge(3)),
            ),
            moves=(_commit("attack", "cooperate"),),
            wrong={("commit", "0-attack"): "second"},
        ),
        Part(key="taken", before=((_ONE, _commit("cooperate", "defend")), (_ONE, Resolve(0)), (_ONE, Resolve(1)))),
        Part(
            key="clash",
            before=(
                (LEARNER, Challenge(_ONE, 2)),
                (_ONE, MeetChallenge(1)),
                (_ONE, Challenge(LEARNER, 2)),
                (LEARNER, MeetChallenge(1)),
            ),
            moves=(_commit("attack", "defend"),),
        ),
        Part(
            key="walls",
            before=((_ONE, _commit("attack", "defend")), (LEARNER, Resolve(0)), (LEARNER, Resolve(1))),
        ),
    ),
)
