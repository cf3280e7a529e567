"""The drawing kit: what several games' pictures are made of, on Pillow.

A picture is a Canvas on which a game puts sprites (cards, icons: pure functions of values, drawn once and cached) and
compound things (seat plates, links, bubbles). It knows no game and no Discord; the only thing it reads is the fonts.
What one game alone draws is in that game's ``pieces``.
``python -m bot.pictures.kit DIR`` writes a sheet of everything there is.
"""
