"""The ways in which somebody asks the bot something, and what Discord can be told first."""

COMMAND, PUBLIC, SILENT, PRIVATE = "command", "click on a board", "silent click on a board", "click on a panel"
WAYS = (COMMAND, PUBLIC, SILENT, PRIVATE)
CLICKS = (PUBLIC, SILENT, PRIVATE)
MESSAGE, THINKING, NOTHING, CHANGE = 4, 5, 6, 7
"""What Discord can be told first: a message, that one comes, nothing, or what becomes of the message clicked on."""
CALLBACK = "/interactions/*/*/callback"
LATE = 2.0
