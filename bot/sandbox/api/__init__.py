"""Access to the world: REST and gateway for the bot, sockets for people, control for tests."""
