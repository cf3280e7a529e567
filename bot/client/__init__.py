"""All that imports discord: the bot, its commands and clicks, boards and panels."""
