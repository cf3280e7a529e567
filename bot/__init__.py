"""The kernel of Tablée: knows Discord, storage and time; knows no game."""
