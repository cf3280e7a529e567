"""Every element on sheets: ``python -m bot.pictures.kit DIR`` writes them as PNG files, also at a phone's width."""

from __future__ import annotations

import io
import sys
from pathlib import Path

from PIL import Image

from bot.pictures.kit import badges, cards, links, seats, theme
from bot.pictures.kit.canvas import Canvas

PEOPLE = ("Ana", "Barthélemy-Côme", "Chloé", "李小龍", "محمد علي", "𝓓𝓸𝓶𝓲 🔥")


def heading(canvas: Canvas, words: str, y: float) -> None:
    """A title above some elements."""
    canvas.text(words, theme.MARGIN + 4, y, size=24, colour=theme.MUTED, anchor="lm")


def card_sheet() -> Canvas:
    """Cards."""
    canvas = Canvas(430)
    heading(canvas, "number_card", 44)
    for index, (number, linked) in enumerate(((1, (6, 8)), (7, ()), (12, (5,)), (4, None))):
        canvas.put(cards.number_card(number, links=linked), 80 + index * 112, 140)
    canvas.put(cards.number_card(5, 72, stripe=theme.SEATS[1]), 520, 140)
    canvas.put(cards.number_card(3, 72, stripe=theme.SEATS[4]), 604, 140)
    canvas.frame((568, 90, 640, 190), radius=9, gap=7)
    heading(canvas, "back, slot, blank", 240)
    for index, thing in enumerate(
        (cards.back(), cards.back(label="4"), cards.back(label="12"), cards.slot(label="5"), cards.blank(96).done())
    ):
        canvas.put(thing, 80 + index * 112, 396, anchor="mb")
    return canvas


def sign_sheet() -> Canvas:
    """Signs, bubbles and links."""
    canvas = Canvas(380)
    heading(canvas, "verdict, padlock, hourglass, crown, tag", 44)
    for index, thing in enumerate(
        (
            badges.verdict(good=True),
            badges.verdict(good=False),
            badges.padlock(48),
            badges.hourglass(40),
            badges.crown(48),
            badges.tag("B2"),
        )
    ):
        canvas.put(thing, 64 + index * 78, 106)
    canvas.put(badges.tag("gagné", fill=theme.ACCENT), 570, 106)
    heading(canvas, "bubble, link", 180)
    badges.bubble(canvas, (40, 230, 260, 300), (90, 336))
    canvas.text("c’est faux", 150, 265, colour=theme.INK, width=190)
    links.link(canvas, (300, 260), (430, 260), heads=">")
    links.link(canvas, (300, 300), (430, 300), heads="<>", bend=20, colour=theme.ACCENT)
    return canvas


def seat_sheet() -> Canvas:
    """Seats."""
    canvas = Canvas(540)
    heading(canvas, "seats.plate", 44)
    boxes = seats.rows(6, 68)
    for index, (name, box) in enumerate(zip(PEOPLE, boxes, strict=True)):
        facts = (seats.Fact(cards.back(24), str(8 - index)), seats.Fact(badges.padlock(32), str(15 + index)))
        mark = badges.crown() if index == 2 else badges.hourglass() if index == 0 else None
        seats.plate(canvas, box, seats.Seat(index, name, facts, active=index == 0, out=index == 5, mark=mark))
    top = seats.below(boxes) + 16
    boxes = seats.rows(4, top, tall=seats.LOW)
    for index, (name, box) in enumerate(zip(PEOPLE[1:5], boxes, strict=True)):
        seats.plate(canvas, box, seats.Seat(index, name, active=index == 1))
    top = seats.below(boxes) + 48
    for index in range(6):
        canvas.put(seats.disc(index), 64 + index * 60, top)
    return canvas


def board_sheet() -> Canvas:
    """A full board of 64 cards with coordinates: as much as any picture holds."""
    canvas = Canvas(800)
    pitch, rise, left, top = 76, 66, 96, 88
    for column in range(8):
        canvas.text(str(column + 1), left + column * pitch, 44, size=theme.SMALLEST, colour=theme.MUTED)
    for row in range(8):
        canvas.text("ABCDEFGH"[row], 36, top + row * rise, size=24, colour=theme.MUTED)
        for column in range(8):
            kind, owner = (row * 5 + column * 3) % 7, theme.SEATS[(row + column) % 6]
            card = cards.number_card(row + column, 44, stripe=owner) if kind > 2 else cards.back(44, label=str(kind))
            canvas.put(card, left + column * pitch, top + row * rise)
    canvas.frame((left + 3 * pitch - 22, top + 4 * rise - 31, left + 3 * pitch + 22, top + 4 * rise + 31), radius=6)
    for index, box in enumerate(seats.rows(4, 634, tall=seats.LOW)):
        seats.plate(canvas, box, seats.Seat(index, PEOPLE[index], active=index == 1, mark=badges.hourglass()))
    return canvas


SHEETS = {
    "cards": card_sheet,
    "signs": sign_sheet,
    "seats": seat_sheet,
    "board": board_sheet,
}


def main(folder: Path) -> None:
    """Write every sheet at full size and at 360 px."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, draw in SHEETS.items():
        data = draw().png()
        (folder / f"{name}.png").write_bytes(data)
        image = Image.open(io.BytesIO(data)).convert("RGBA")
        image.resize((image.width // 2, image.height // 2), Image.Resampling.LANCZOS).save(folder / f"{name}-360.png")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
