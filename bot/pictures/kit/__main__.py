"""Every element on sheets: ``python -m bot.pictures.kit DIR`` writes them as PNG files, also at a phone's width."""

from __future__ import annotations

import io
import sys
from pathlib import Path

from PIL import Image

from bot.pictures.kit import badges, cards, cups, garments, links, noses, seats, symbols, theme, tokens
from bot.pictures.kit.canvas import Canvas

PEOPLE = ("Ana", "Barthélemy-Côme", "Chloé", "李小龍", "محمد علي", "𝓓𝓸𝓶𝓲 🔥")


def heading(canvas: Canvas, words: str, y: float, x: float = theme.MARGIN + 4) -> None:
    """A title above some elements."""
    canvas.text(words, x, y, size=24, colour=theme.MUTED, anchor="lm")


def card_sheet() -> Canvas:
    """Cards."""
    canvas = Canvas(980)
    heading(canvas, "number_card", 44)
    for index, (number, linked) in enumerate(((1, (6, 8)), (7, ()), (12, (5,)), (4, None))):
        canvas.put(cards.number_card(number, links=linked), 80 + index * 112, 140)
    canvas.put(cards.number_card(5, 72, stripe=theme.SEATS[1]), 520, 140)
    canvas.put(cards.number_card(3, 72, stripe=theme.SEATS[4]), 604, 140)
    canvas.frame((568, 90, 640, 190), radius=9, gap=7)
    heading(canvas, "back, slot, pile", 240)
    for index, thing in enumerate(
        (
            cards.back(),
            cards.back(label="4"),
            cards.back(label="12"),
            cards.slot(label="5"),
            cards.pile(22),
            cards.pile(3),
        )
    ):
        canvas.put(thing, 80 + index * 112, 396, anchor="mb")
    heading(canvas, "garment_card, garment, swatch", 436)
    for row, colour in enumerate(theme.CLOTHS):
        for column, name in enumerate(garments.GARMENTS):
            canvas.put(garments.garment(name, colour, 84), 70 + column * 96, 512 + row * 96)
        canvas.put(garments.swatch(colour), 532, 512 + row * 96)
    for index, (name, colour) in enumerate((("bonnet", "red"), ("sabots", "yellow"), ("jacket", "blue"))):
        canvas.put(
            cards.garment_card(name, colour, 112, label=("rouge", "jaune", "bleu")[index]), 84 + index * 124, 864
        )
    canvas.put(cards.garment_card("dungarees", "yellow", 140), 476, 864)
    canvas.put(cards.garment_card("bowtie", "red", 140), 622, 864)
    return canvas


def token_sheet() -> Canvas:
    """Tokens and signs."""
    canvas = Canvas(760)
    heading(canvas, "token, hidden_token, victory", 44)
    for index, colour in enumerate(tokens.SHAPES):
        canvas.put(tokens.token(colour), 60 + index * 64, 96)
        canvas.put(tokens.token(colour, 80), 70 + index * 92, 178)
        canvas.put(tokens.token(colour, 32), 430 + index * 40, 178)
    canvas.put(tokens.hidden_token(), 340, 96)
    canvas.put(tokens.victory(), 410, 96)
    canvas.put(tokens.victory(won=False), 470, 96)
    canvas.put(tokens.victory(32), 520, 96)
    canvas.put(tokens.victory(32, won=False), 560, 96)
    heading(canvas, "coin, action", 250)
    for index, value in enumerate((0, 3, 5, 15)):
        canvas.put(tokens.coin(value), 60 + index * 62, 308)
    canvas.put(tokens.coin(size=32), 300, 308)
    for index, name in enumerate((*tokens.ACTIONS, None)):
        canvas.put(tokens.action(name), 380 + index * 84, 308)
    heading(canvas, "verdict, padlock, hourglass, crown, fist, end_arrow", 384)
    for index, thing in enumerate(
        (
            badges.verdict(good=True),
            badges.verdict(good=False),
            badges.padlock(48),
            badges.hourglass(40),
            badges.crown(48),
            badges.fist(),
            badges.end_arrow(up=True),
            badges.end_arrow(up=False),
        )
    ):
        canvas.put(thing, 64 + index * 78, 446)
    heading(canvas, "tag, symbol, bubble, link, swap", 520)
    canvas.put(badges.tag("B2"), 60, 566)
    canvas.put(badges.tag("protégée", fill=theme.ACCENT), 150, 566)
    canvas.panel((456, 538, 690, 594), theme.PAPER)
    for index, name in enumerate(theme.CUPS):
        canvas.put(symbols.symbol(name, 40), 260 + index * 52, 566)
        canvas.put(symbols.symbol(name, 40, theme.PAPER), 490 + index * 52, 566)
    badges.bubble(canvas, (40, 610, 260, 680), (90, 716))
    canvas.text("bonnet rouge", 150, 645, colour=theme.INK, width=190)
    links.link(canvas, (300, 640), (430, 640), heads=">")
    links.link(canvas, (300, 680), (430, 680), heads="<>", bend=20, colour=theme.ACCENT)
    for x in (500, 630):
        canvas.put(cups.cup("", 76), x, 660)
    links.swap(canvas, (500, 660), (630, 660), gap=20)
    return canvas


def cup_sheet() -> Canvas:
    """Cups and stacks."""
    canvas = Canvas(680)
    heading(canvas, "cup, lifted", 44)
    for index, thing in enumerate(
        (
            cups.cup("A1", 92),
            cups.cup("B2", 92, lit=True),
            cups.lifted((), "C3", 92),
            cups.lifted(("blue",), "C1", 92),
            cups.lifted(("blue", "green", "orange"), "C2", 92),
            cups.lifted(("blue", "green", "orange", "green", "blue"), "C6", 92),
            cups.lifted(("blue",) * 4 + ("green",) * 2 + ("orange",) * 3, "C7", 92),
        )
    ):
        canvas.put(thing, 72 + index * 96, 120)
    heading(canvas, "stack, spot", 200)
    tall = ("leaf", "cat", "panda", "flower", "cat", "panda", "leaf", "flower", "cat", "leaf", "panda", "cat")
    for row, name in enumerate(theme.CUPS):
        for column, height in enumerate((1, 2, 3, 5, 12)):
            layers = (*tall[: height - 1], name)
            canvas.put(cups.stack(layers, lit=column == 2), 66 + column * 76, 310 + row * 96, anchor="mb")
        canvas.put(cups.stack((name, name, name), calm=True), 66 + 5 * 76, 310 + row * 96, anchor="mb")
    canvas.put(cups.spot(), 530, 280)
    canvas.put(cups.spot(lit=True), 606, 280)
    canvas.put(cups.spot(lit=True, label="B12"), 674, 280)
    heading(canvas, "side_stack", 350, 490)
    canvas.put(cups.side_stack(("cat", "leaf", "panda", "flower")), 540, 560, anchor="mb")
    canvas.put(cups.side_stack(("panda",)), 650, 560, anchor="mb")
    return canvas


def seat_sheet() -> Canvas:
    """Seats and noses."""
    canvas = Canvas(880)
    heading(canvas, "seats.plate", 44)
    coin, card = tokens.coin(size=32), cards.back(24)
    boxes = seats.rows(6, 68)
    for index, (name, box) in enumerate(zip(PEOPLE, boxes, strict=True)):
        facts = (seats.Fact(card, str(8 - index)), seats.Fact(coin, str(15 + index)))
        mark = badges.crown() if index == 2 else badges.hourglass() if index == 0 else None
        seats.plate(canvas, box, seats.Seat(index, name, facts, active=index == 0, out=index == 5, mark=mark))
    top = seats.below(boxes) + 16
    boxes = seats.rows(4, top, tall=seats.LOW)
    for index, (name, box) in enumerate(zip(PEOPLE[1:5], boxes, strict=True)):
        seats.plate(canvas, box, seats.Seat(index, name, active=index == 1))
    top = seats.below(boxes) + 40
    heading(canvas, "noses", top)
    for index, count in enumerate((0, 1, 3, 8, 22)):
        noses.nose_row(canvas, theme.MARGIN + 6, top + 60 + index * 72, count, width=420)
    for index, point in enumerate(seats.circle(6, 580, top + 190, 90, 120)):
        canvas.put(seats.disc(index), *point)
    return canvas


def board_sheet() -> Canvas:
    """A full board of 64 stacks with coordinates: what the bench times."""
    canvas = Canvas(800)
    names = tuple(theme.CUPS)
    pitch, rise, left, top = 76, 66, 96, 150
    for column in range(16):
        canvas.text(str(column + 1), left + column * pitch / 2, 44, size=theme.SMALLEST, colour=theme.MUTED)
    for row in range(8):
        canvas.text("ABCDEFGH"[row], 36, top + row * rise - 38, size=24, colour=theme.MUTED)
        for column in range(8):
            height = (row * 5 + column * 3) % 7 if (row + column) % 3 else 1
            if not height:
                continue
            layers = tuple(names[(row * 3 + column * 5 + layer * (1 + row)) % 4] for layer in range(height))
            x = left + column * pitch + (pitch / 2 if row % 2 else 0)
            canvas.put(cups.stack(layers, lit=(row, column) == (3, 4)), x, top + row * rise, anchor="mb")
    boxes = seats.rows(4, 634, tall=seats.LOW)
    for index, box in enumerate(boxes):
        mark = symbols.symbol(names[index], 36)
        seats.plate(canvas, box, seats.Seat(index, f"{PEOPLE[index]}", active=index == 1, mark=mark))
    return canvas


SHEETS = {
    "cards": card_sheet,
    "tokens": token_sheet,
    "cups": cup_sheet,
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
