"""The ways in which somebody asks the bot something, and what Discord can be told first."""

COMMAND, PUBLIC, SILENT, PRIVATE = "command", "click on a board", "silent click on a board", "click on a panel"
WAYS = (COMMAND, PUBLIC, SILENT, PRIVATE)
CLICKS = (PUBLIC, SILENT, PRIVATE)
MESSAGE, THINKING, NOTHING, CHANGE = 4, 5, 6, 7
"""Types of a first response: a message, a deferred one, a deferred update, an edit of the clicked message."""
CALLBACK = "/interactions/*/*/callback"
LATE = 2.0
