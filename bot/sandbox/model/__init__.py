"""The world: people, channels, messages, interactions, and what Discord refuses. It knows no HTTP."""
