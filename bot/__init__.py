"""The kernel of Tablée: knows Discord, storage and time; knows no game."""

__version__ = "1.0.0"
