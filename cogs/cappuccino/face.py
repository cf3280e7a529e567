"""A view of Cappuccino in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.core.game import Path, Say, Seat, Sight
from cogs.cappuccino.moves import cell_of
from cogs.cappuccino.plan import draw
from cogs.cappuccino.reach import reach
from cogs.cappuccino.terms import Colour
from cogs.cappuccino.views import CappuccinoView, Dealt, Placed, Settled, Stacked, Total

SYMBOLS: dict[Colour, str] = {"cat": "▲", "panda": "●", "leaf": "◆", "flower": "■"}
FREE = "·"
"""A cell where the next cup may go."""


class CappuccinoFace:
    """How Cappuccino is shown in words."""

    def sight(self, view: CappuccinoView, say: Say) -> Sight:
        """The view in words."""
        return Sight(
            title=_title(view, say),
            scene=say("not-dealt") if view.phase == "deal" else "\n".join(_scene(view, say)),
            story=" ".join(_story(view, say)),
            hand="" if view.seat is None or view.phase == "deal" else "\n".join(_hand(view, view.seat, say)),
        )

    def label(self, view: CappuccinoView, path: Path, say: Say) -> str:
        """The words of the last step: a stack, a colour, a row, or a cell."""
        match path:
            case ("stack", *_, token):
                layers = next((pile.layers for pile in view.piles if pile.cell == cell_of(token)), ())
                name = view.frame.name(cell_of(token))
                return say("choice-stack", name=name, mark=_mark(layers), colour=layers[-1]) if layers else name
            case ("place", colour):
                total = next(total for total in view.totals if total.colour == colour)
                return say("choice-colour", colour=_colour(total.colour, say), left=total.left)
            case ("place", _, row):
                cells = [cell for cell in view.free if cell[1] == int(row[1:])]
                letter = view.frame.row((0, int(row[1:])))
                return say("choice-row", row=letter, count=len(cells))
            case _:
                return view.frame.name(cell_of(path[-1]))


def _title(view: CappuccinoView, say: Say) -> str:
    """How far the game is, and which options it is played with."""
    parts: list[str] = []
    if view.phase == "place":
        parts.append(say("title-place", placed=len(view.piles), cups=view.terms.cups))
    elif view.phase != "deal":
        parts.append(say("title-stacks", count=sum(total.stacks for total in view.totals)))
    parts += [say("title-two")] if view.terms.two_colours else []
    parts += [say("title-early")] if view.terms.early_resolution else []
    return " · ".join(parts)


def _scene(view: CappuccinoView, say: Say) -> Iterable[str]:
    """The board, then how the colours stand."""
    yield f"```\n{plan(view)}\n```"
    for total in view.totals:
        yield _standing(view, total, say)
    if view.terms.two_colours and view.phase != "place":
        scores = (say("score", name=say.name(seat), cups=score) for seat, score in enumerate(view.scores))
        yield say("best-colour", scores=", ".join(scores))
    if view.phase == "place":
        yield say("legend-free")


def plan(view: CappuccinoView) -> str:
    """The board as text. While it is being built every cup stands alone, so its height goes without saying."""
    placing = view.phase == "place"
    spot = view.frame.spot
    marks = {spot(pile.cell): _mark(pile.layers)[: 1 if placing else None] for pile in view.piles}
    marks |= {spot(cell): FREE for cell in view.free}
    return draw(marks, 1 if placing else 2)


def _standing(view: CappuccinoView, total: Total, say: Say) -> str:
    words = {"colour": _colour(total.colour, say), "name": say.name(total.seat)}
    if view.phase == "place":
        return say("standing-place", **words, left=total.left)
    if view.phase == "over":
        return say("standing", **words, cups=total.cups, stacks=total.stacks, safe=0)
    line = say("standing", **words, cups=total.cups, stacks=total.stacks, safe=total.safe)
    return say("standing-blocked", line=line) if total.seat in view.blocked else line


def _story(view: CappuccinoView, say: Say) -> Iterable[str]:
    """What has just happened, a sentence at a time."""
    match view.last:
        case Dealt(first=first):
            yield say("story-building" if view.terms.advanced else "story-dealt", name=say.name(first))
        case Placed() as event:
            cell, colour = view.frame.name(event.cell), _colour(event.colour, say)
            yield say("story-placed", name=say.name(event.seat), cell=cell, colour=colour)
            if view.phase == "stack":
                yield say("story-built", people=say.names(view.to_act))
        case Stacked() as event:
            yield from _stacked(view, event, say)
        case None:
            pass


def _stacked(view: CappuccinoView, event: Stacked, say: Say) -> Iterable[str]:
    owner = view.terms.owner(event.under)
    yield say(
        "story-stacked-own" if owner == event.seat else "story-stacked",
        name=say.name(event.seat),
        source=view.frame.name(event.source),
        colour=_colour(event.colour, say),
        height=event.height,
        target=view.frame.name(event.target),
        under=_colour(event.under, say),
        added=event.added,
        owner=say.name(owner),
        total=event.height + event.added,
    )
    if event.settled:
        yield say("story-settled", islands=", ".join(_island(view, island, say) for island in event.settled))
    if view.phase == "over":
        yield say("story-over")
    elif event.blocked:
        yield say("story-blocked", people=say.names(event.blocked), count=len(event.blocked))


def _island(view: CappuccinoView, island: Settled, say: Say) -> str:
    cells = " ".join(map(view.frame.name, island.cells))
    return say("island", cells=cells, cups=island.cups, colour=_colour(island.colour, say))


def _hand(view: CappuccinoView, seat: Seat, say: Say) -> Iterable[str]:
    """The seat's own colours, and what it can do now."""
    colours = " + ".join(_colour(total.colour, say) for total in view.totals if total.seat == seat)
    key = "hand-place-colours" if view.phase == "place" else "hand-two" if view.terms.two_colours else "hand"
    yield say(key, colours=colours, cups=view.scores[seat])
    if view.phase == "over":
        return
    if seat in view.blocked:
        yield say("hand-blocked")
    elif seat in view.to_act and view.phase == "place":
        yield say("hand-place", needed=min(len(view.piles), 2))
    elif seat in view.to_act:
        yield say("hand-movable", stacks=_movable(view))


def _movable(view: CappuccinoView) -> str:
    """The stacks that can move; with those they may cover when these are few."""
    name = view.frame.name
    if ways := reach(view):
        return " · ".join(f"{name(cell)} → {', '.join(map(name, targets))}" for cell, targets in ways.items())
    return ", ".join(map(name, view.movable))


def _colour(colour: Colour, say: Say) -> str:
    return f"{SYMBOLS[colour]} {say('colour', colour=colour)}"


def _mark(layers: Sequence[Colour]) -> str:
    """A stack in two or three characters; nothing for a void."""
    return f"{SYMBOLS[layers[-1]]}{len(layers)}" if layers else ""
