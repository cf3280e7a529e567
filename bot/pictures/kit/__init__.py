"""The drawing kit: everything a game's pictures are made of, on Pillow.

A picture is a Canvas on which a game puts sprites (cards, cups, tokens, icons: pure functions of values, drawn once
and cached) and compound things (seat plates, links, noses, bubbles). It knows no game and no Discord; the only thing it
reads is the fonts. ``python -m bot.pictures.kit DIR`` writes a sheet of everything there is.
"""
