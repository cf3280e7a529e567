"""How the world is reached: REST and gateway for the bot, sockets for people, control for whoever runs it."""
