"""A view of Le Tripot du Chaos in words: the table, the last events, the private text and the buttons."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.game import Cell, Grid, Path, Say, Seat, Sight
from cogs.tripot.duel import Duel, signed
from cogs.tripot.moves import ACTIONS, Hand
from cogs.tripot.view import Answered, Challenged, DuelResolved, FirstPlayerDrawn, Lone, Own, Public, Sealed, TripotView

LABEL_LENGTH = 80
"""Discord's limit for the label of a button, in characters."""
PLATES_PER_ROW = {1: 1, 2: 2, 4: 2}
"""Opponents per row, by their number; else three."""
OUTCOMES = {"cc", "ac", "aa", "ad", "dd", "dc"}
"""The six outcomes by the first letters of the actions, in the order in which their strings name the two players."""


def sight(view: TripotView, say: Say) -> Sight:
    """The view in words."""
    public = view.public

    def story() -> str:
        return _story(public, say)

    return Sight(
        title=_title(public, say),
        scene=lambda: _scene(view, say),
        story=story,
        recap=story,
        hand=lambda: "" if view.seat is None or view.own is None else _hand(view, view.seat, view.own, say),
    )


def label(view: TripotView, path: Path, say: Say) -> str:
    """The label of the last step of a path."""
    public = view.public
    match path:
        case ("challenge", token):
            seat = int(token[1:])
            facts = {"points": public.points[seat], "cards": _held(public, seat), "duels": len(public.duels_of(seat))}
            return _fit(say, "label-opponent", seat, **facts)
        case ("challenge", opponent, card):
            return _card(public, int(opponent[1:]), int(card), say)
        case ("answer", card) if public.pending:
            return _card(public, public.pending.challenger, int(card), say)
        case ("commit", *_, token):
            number, _, action = token.partition("-")
            return _duel_label(view, int(number), say, action=say("action", action=action))
        case ("promise", duel, action):
            return say("press-action", duel=int(duel) + 1, action=action)
        case ("resolve", token):
            return _duel_label(view, int(token[1:]), say, action="")
        case _:
            return path[-1]


def grid(view: TripotView, path: Path, ends: Sequence[Path], say: Say) -> Grid:
    """Buttons: opponents laid out as in the picture, cards by number, three actions for a duel."""
    public, own = view.public, view.seat
    match path:
        case ("challenge",):
            others = [seat for seat in range(public.seats) if seat != own]
            cells = [Cell((f"s{seat}",), say.name(seat)) for seat in others]
            across = PLATES_PER_ROW.get(len(cells), 3)
            return [cells[at : at + across] for at in range(0, len(cells), across)]
        case ("challenge", _) | ("answer",):
            return [[Cell(end, end[0]) for end in ends]]
        case ("resolve",):
            return [[Cell(end, say("press-duel", duel=int(end[0][1:]) + 1)) for end in ends]]
        case ("commit", *_) if own is not None:
            return [_actions(int(ends[0][0].partition("-")[0]), ends, say)]
    return ()


def _actions(number: int, ends: Sequence[Path], say: Say) -> list[Cell]:
    """The three actions on one duel; each includes the last duel's action when only one is left for it."""
    cells: list[Cell] = []
    for action in ACTIONS:
        step = f"{number}-{action}"
        after = [end for end in ends if end[0] == step]
        steps = after[0] if len(after) == 1 else (step,)
        cells.append(Cell(steps, say("press-action", duel=number + 1, action=action)))
    return cells


# ---- labels


def _card(public: Public, seat: Seat, card: int, say: Say) -> str:
    """A card that may be played, and the stake it demands of the opponent."""
    stake = min(card, public.points[seat])
    return _fit(say, "label-card", seat, card=card, stake=stake, short=_yes(stake < card))


def _duel_label(view: TripotView, number: int, say: Say, *, action: str) -> str:
    """A duel from its player's side (the challenger's for others): the opponent, cards, stakes."""
    duel = view.public.duels[number]
    mine = 1 if view.seat == duel.seats[1] else 0
    facts = {
        "duel": number + 1,
        "cards": f"{duel.cards[mine]}–{duel.cards[1 - mine]}",
        "stakes": f"{duel.stakes[mine]}–{duel.stakes[1 - mine]}",
    }
    if action:
        return _fit(say, "label-action", duel.seats[1 - mine], action=action, **facts)
    return _fit(say, "label-duel", duel.seats[1 - mine], **facts)


def _fit(say: Say, key: str, seat: Seat, **blanks: int | str) -> str:
    """A label with a player's name, which is shortened if the label would be too long."""
    name = say.name(seat)
    text = say(key, name=name, **blanks)
    if len(text) <= LABEL_LENGTH:
        return text
    kept = max(0, len(name) - (len(text) - LABEL_LENGTH) - 1)
    return say(key, name=name[:kept].rstrip("\\ ") + "…", **blanks)


# ---- the table


def _title(public: Public, say: Say) -> str:
    """The round and its phase."""
    if _result_displayed(public):
        return say("title", round=public.round - 1, phase="resolve")
    return say("title", round=public.round, phase=public.phase)


def _result_displayed(public: Public) -> bool:
    """Whether the result of a round's last duel is being displayed."""
    return public.flash is not None and not public.duels and public.phase == "challenge"


def _scene(view: TripotView, say: Say) -> str:
    """All points and cards, the duels, and the sum of all points."""
    public = view.public
    lines = [_seat(view, seat, say) for seat in range(public.seats)]
    duels, pending = public.duels or public.ended, public.pending
    if duels or pending:
        past = not public.duels and not pending
        number = public.round - 1 if past and public.phase != "over" else public.round
        lines += ["", say("scene-duels", round=number, past=_yes(past))]
        lines += [_duel(public, number, duel, say) for number, duel in enumerate(duels)]
    if pending:
        names = {"name": say.name(pending.challenger), "other": say.name(pending.opponent)}
        card = public.uncovered.card if public.uncovered else None
        lines.append(say("scene-pending", **names) if card is None else say("scene-uncovered", card=card, **names))
    reserve = f"−{-public.reserve}" if public.reserve < 0 else str(public.reserve)
    points, stakes = sum(public.points), public.stakes
    total = points + stakes + public.reserve
    lines += ["", say("scene-sum", points=points, stakes=stakes, reserve=reserve, total=total, seats=public.seats)]
    return "\n".join(lines)


def _seat(view: TripotView, seat: Seat, say: Say) -> str:
    """One player's line."""
    public = view.public
    hand = public.hands[seat]
    return say(
        "scene-seat",
        name=say.name(seat),
        points=public.points[seat],
        count=_held(public, seat),
        cards=_cards(hand),
        hidden=_yes(_held(public, seat) < len(hand)),
        first=_yes(seat == public.first and public.phase != "over"),
        turn=_turn(view, seat),
        bonus=lone.points if (lone := _lone(public)) and lone.seat == seat else 0,
    )


def _turn(view: TripotView, seat: Seat) -> str:
    """Whether a seat must act, or has won."""
    points = view.public.points
    if view.public.phase == "over":
        return "won" if points[seat] == max(points) else "no"
    return _yes(seat in view.to_act)


def _lone(public: Public) -> Lone | None:
    """The seat that was paid for being the last to hold cards."""
    return public.last.lone if isinstance(public.last, DuelResolved) else None


def _duel(public: Public, number: int, duel: Duel, say: Say) -> str:
    """One duel's line: for each side the card, the stake and the status."""
    now = _yes(isinstance(public.last, DuelResolved) and public.last.duel == number)
    one, two = (_side(public, number, duel, side, say) for side in (0, 1))
    return say("scene-duel", duel=number + 1, one=one, two=two, now=now)


def _side(public: Public, number: int, duel: Duel, side: int, say: Say) -> str:
    """One side of a duel; its action only once the duel is resolved, or in an open replay."""
    seat = duel.seats[side]
    text = say("scene-side", name=say.name(seat), card=duel.cards[side], stake=duel.stakes[side])
    if duel.tokens and duel.nets:
        return text + say("side-done", action=duel.tokens[side], net=signed(duel.nets[side]))
    if action := public.uncovered_action(seat, number):
        return text + say("side-uncovered", action=action)
    if public.phase in {"challenge", "answer"}:
        return text
    return text + say("side-laid" if public.laid(seat) else "side-waited")


# ---- the last events


def _story(public: Public, say: Say) -> str:
    """The last event and its effect; empty before the deal."""
    match public.last:
        case FirstPlayerDrawn():
            return say("story-dealt", name=say.name(public.first))
        case Challenged(seat=seat, other=other):
            return say("story-challenged", name=say.name(seat), other=say.name(other))
        case Answered() as event:
            return _answered(public, event, say)
        case Sealed(seat=seat):
            sentence = say("story-sealed", name=say.name(seat))
            return sentence if public.phase == "actions" else f"{sentence} {say('story-all-sealed')}"
        case DuelResolved() as event:
            return _resolved(public, event, say)
        case None:
            return ""


def _answered(public: Public, event: Answered, say: Say) -> str:
    """The two cards and stakes, the seats that lost their turn to challenge, and whether all challenges are made."""
    duel = public.duels[event.duel]
    sentences = [
        say(
            "story-answered",
            name=say.name(duel.seats[0]),
            other=say.name(duel.seats[1]),
            card=duel.cards[0],
            card2=duel.cards[1],
            stake=duel.stakes[0],
            stake2=duel.stakes[1],
            short=_yes(duel.stakes[0] < duel.cards[1]),
            short2=_yes(duel.stakes[1] < duel.cards[0]),
        )
    ]
    sentences += [say("story-skip", name=say.name(skip.seat), reason=skip.reason) for skip in event.skipped]
    if public.phase == "actions":
        sentences.append(say("story-actions"))
    return " ".join(sentences)


def _resolved(public: Public, event: DuelResolved, say: Say) -> str:
    """The two actions and their result, and the effects of the end of the round."""
    round_over = not public.duels
    sentences = [_outcome(event.duel, (public.ended if round_over else public.duels)[event.duel], say)]
    if event.lone:
        sentences.append(say("story-lone", name=say.name(event.lone.seat), points=event.lone.points))
    elif public.phase == "over":
        sentences.append(say("story-end"))
    elif round_over:
        sentences.append(say("story-round", round=public.round - 1, name=say.name(public.first)))
    return " ".join(sentences)


def _outcome(number: int, duel: Duel, say: Say) -> str:
    """One of the six outcomes."""
    if duel.tokens is None or duel.gains is None:
        return ""
    one, two = duel.tokens[0][0], duel.tokens[1][0]
    lead, tail = (0, 1) if one + two in OUTCOMES else (1, 0)
    fined = -1 if duel.tokens[lead] == "attack" else duel.stakes[lead] - 1
    return say(
        f"story-{duel.tokens[lead][0]}{duel.tokens[tail][0]}",
        duel=number + 1,
        name=say.name(duel.seats[lead]),
        other=say.name(duel.seats[tail]),
        pot=duel.pot,
        stake=duel.stakes[lead],
        stake2=duel.stakes[tail],
        share=duel.gains[lead] - 2,
        share2=duel.gains[tail] - 2,
        paid=_yes(duel.gains[lead] == fined),
    )


# ---- the private panel


def _hand(view: TripotView, seat: Seat, own: Own, say: Say) -> str:
    """The seat's task, then its duels, then its cards and points."""
    public = view.public
    now = _now(view, seat, own, say)
    lines = [now] if now else []
    lines += [_own_duel(public, seat, number, own, say) for number in public.duels_of(seat)]
    hand = list(public.hands[seat])
    if own.card is not None:
        hand.remove(own.card)
    lines.append(say("hand-cards", count=len(hand), cards=_cards(hand), points=public.points[seat]))
    return "\n".join(lines)


def _now(view: TripotView, seat: Seat, own: Own, say: Say) -> str:
    """The task of this seat, or the players it waits for."""
    public, waited = view.public, seat in view.to_act
    match public.phase:
        case "challenge" | "resolve" if waited:
            return say(f"hand-{public.phase}")
        case "answer" if public.pending and waited:
            return say("hand-answer", name=say.name(public.pending.challenger))
        case "answer" if public.pending and own.card is not None:
            return say("hand-hidden", name=say.name(public.pending.opponent), card=own.card)
        case "actions" if waited:
            return say("hand-actions", count=len(public.duels_of(seat)))
        case "actions":
            return say("hand-sealed" if own.actions else "hand-idle")
        case _:
            return ""


def _own_duel(public: Public, seat: Seat, number: int, own: Own, say: Say) -> str:
    """One of the seat's duels from its own side, with its action."""
    duel = public.duels[number]
    mine = duel.seats.index(seat)
    action = dict(own.actions).get(number)
    return say(
        "hand-duel",
        duel=number + 1,
        name=say.name(duel.seats[1 - mine]),
        card=duel.cards[mine],
        stake=duel.stakes[mine],
        card2=duel.cards[1 - mine],
        stake2=duel.stakes[1 - mine],
        token=f"**{say('action', action=action)}**" if action else say("no-action"),
        done=_yes(duel.tokens is not None),
    )


# ---- arguments of strings


def _held(public: Public, seat: Seat) -> int:
    """The number of cards in a seat's hand, without one face down in a challenge."""
    return len(public.hands[seat]) - (public.pending is not None and public.pending.challenger == seat)


def _cards(hand: Hand | list[int]) -> str:
    """Cards as text."""
    return " ".join(map(str, hand))


def _yes(fact: bool) -> str:  # noqa: FBT001 - converts a flag for strings
    """A flag as the word that strings select on."""
    return "yes" if fact else "no"
