"""A view in words: the table, the private panel and the labels of choices."""

from __future__ import annotations

from bot.core.game import Path, Say, Seat, Sight
from cogs.tripot.duel import Duel
from cogs.tripot.moves import Hand
from cogs.tripot.story import story
from cogs.tripot.views import Lone, Resolved, TripotView

LABEL = 80
"""Discord's limit for the words on a button."""


def sight(view: TripotView, say: Say) -> Sight:
    """The view in words."""
    return Sight(
        title=say("title", round=view.round, phase=view.phase),
        scene=_scene(view, say),
        story=story(view, say),
        hand="" if view.seat is None else _hand(view, view.seat, say),
    )


def label(view: TripotView, path: Path, say: Say) -> str:
    """The words of the last step of a path."""
    match path:
        case ("challenge", token):
            seat = int(token[1:])
            facts = {"points": view.points[seat], "cards": _held(view, seat), "duels": len(view.duels_of(seat))}
            return _fit(say, "label-opponent", seat, **facts)
        case ("challenge", opponent, card):
            return _card(view, int(opponent[1:]), int(card), say)
        case ("answer", card) if view.pending:
            return _card(view, view.pending.challenger, int(card), say)
        case ("commit", *_, token):
            number, _, action = token.partition("-")
            return _duel_label(view, int(number), say, action=say("action", action=action))
        case ("resolve", token):
            return _duel_label(view, int(token[1:]), say, action="")
        case _:
            return path[-1]


# ---- labels


def _card(view: TripotView, seat: Seat, card: int, say: Say) -> str:
    """A card one may play, and what it makes the other stake."""
    stake = min(card, view.points[seat])
    return _fit(say, "label-card", seat, card=card, stake=stake, short=_yes(stake < card))


def _duel_label(view: TripotView, number: int, say: Say, *, action: str) -> str:
    """A duel as its player sees it (the challenger's side for others): whom it is against, cards, stakes."""
    duel = view.duels[number]
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
    """A label with somebody's name, which is shortened if the label would be too long."""
    name = say.name(seat)
    text = say(key, name=name, **blanks)
    if len(text) <= LABEL:
        return text
    kept = max(0, len(name) - (len(text) - LABEL) - 1)
    return say(key, name=name[:kept].rstrip("\\ ") + "…", **blanks)


# ---- the table


def _scene(view: TripotView, say: Say) -> str:
    """Everybody's points and cards, the duels, and the count of all points."""
    lines = [_seat(view, seat, say) for seat in range(view.seats)]
    duels = view.duels or view.ended
    if duels or view.pending:
        past = not view.duels and not view.pending
        number = view.round - 1 if past and view.phase != "over" else view.round
        lines += ["", say("scene-duels", round=number, past=_yes(past))]
        lines += [_duel(view, number, duel, say) for number, duel in enumerate(duels)]
    if view.pending:
        blanks = {"name": say.name(view.pending.challenger), "other": say.name(view.pending.opponent)}
        lines.append(say("scene-pending", **blanks))
    reserve = f"−{-view.reserve}" if view.reserve < 0 else str(view.reserve)
    points, stakes, total = sum(view.points), view.stakes, sum(view.points) + view.stakes + view.reserve
    lines += ["", say("scene-sum", points=points, stakes=stakes, reserve=reserve, total=total, seats=view.seats)]
    return "\n".join(lines)


def _seat(view: TripotView, seat: Seat, say: Say) -> str:
    """One player's line."""
    hand = view.hands[seat]
    return say(
        "scene-seat",
        name=say.name(seat),
        points=view.points[seat],
        count=_held(view, seat),
        cards=_cards(hand),
        hidden=_yes(_held(view, seat) < len(hand)),
        first=_yes(seat == view.first and view.phase != "over"),
        turn=_turn(view, seat),
        bonus=lone.points if (lone := _lone(view)) and lone.seat == seat else 0,
    )


def _turn(view: TripotView, seat: Seat) -> str:
    """Whether we wait for a seat, or it has won."""
    if view.phase == "over":
        return "won" if view.points[seat] == max(view.points) else "no"
    return _yes(seat in view.to_act)


def _lone(view: TripotView) -> Lone | None:
    """The seat that was paid for the cards only it still held."""
    return view.last.lone if isinstance(view.last, Resolved) else None


def _duel(view: TripotView, number: int, duel: Duel, say: Say) -> str:
    """One duel's line: for each side the card, the stake, and how far it is."""
    now = _yes(view.flash is not None and view.flash.duel == number)
    return say("scene-duel", duel=number + 1, one=_side(view, duel, 0, say), two=_side(view, duel, 1, say), now=now)


def _side(view: TripotView, duel: Duel, side: int, say: Say) -> str:
    """One side of a duel; its action only once the duel is resolved."""
    seat = duel.seats[side]
    text = say("scene-side", name=say.name(seat), card=duel.cards[side], stake=duel.stakes[side])
    if duel.tokens and duel.gains:
        gain = duel.gains[side]
        signed = f"−{-gain}" if gain < 0 else f"+{gain}"
        return text + say("side-done", action=duel.tokens[side], gain=signed)
    if view.phase in {"challenge", "answer"}:
        return text
    return text + say("side-laid" if seat in view.sealed else "side-waited")


# ---- the private panel


def _hand(view: TripotView, seat: Seat, say: Say) -> str:
    """First what matters now, then the seat's duels, then its cards and points."""
    now = _now(view, seat, say)
    lines = [now] if now else []
    lines += [_own_duel(view, number, say) for number in view.duels_of(seat)]
    hand = view.hands[seat]
    if view.pending and view.pending.card is not None:
        place = hand.index(view.pending.card)
        hand = hand[:place] + hand[place + 1 :]
    lines.append(say("hand-cards", count=len(hand), cards=_cards(hand), points=view.points[seat]))
    return "\n".join(lines)


def _now(view: TripotView, seat: Seat, say: Say) -> str:
    """What this seat is asked to do, or what it waits for."""
    waited = seat in view.to_act
    match view.phase:
        case "challenge" | "resolve" if waited:
            return say(f"hand-{view.phase}")
        case "answer" if view.pending and waited:
            return say("hand-answer", name=say.name(view.pending.challenger))
        case "answer" if view.pending and view.pending.card is not None:
            return say("hand-hidden", name=say.name(view.pending.opponent), card=view.pending.card)
        case "actions" if waited:
            return say("hand-actions", count=len(view.duels_of(seat)))
        case "actions":
            return say("hand-sealed" if view.own else "hand-idle")
        case _:
            return ""


def _own_duel(view: TripotView, number: int, say: Say) -> str:
    """One of the seat's duels from its own side, with the token it has laid."""
    duel = view.duels[number]
    mine = 1 if view.seat == duel.seats[1] else 0
    action = dict(view.own).get(number)
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


# ---- small change


def _held(view: TripotView, seat: Seat) -> int:
    """How many cards a seat holds: one face down in a challenge has left the hand."""
    return len(view.hands[seat]) - (view.pending is not None and view.pending.challenger == seat)


def _cards(hand: Hand) -> str:
    """Cards as people read them."""
    return " ".join(map(str, hand))


def _yes(fact: bool) -> str:  # noqa: FBT001 - turns a truth into the word that strings select on
    """A truth as strings select on it."""
    return "yes" if fact else "no"
