"""The drawing kit: everything that the pictures of several games use, on Pillow.

A game puts sprites (cards, icons: pure functions of values, cached) and compound things (seat plates, links, bubbles)
on a Canvas. The kit knows no game and no Discord, and reads nothing but the fonts. Drawings of one game only are in
that game's ``pieces``.
"""
