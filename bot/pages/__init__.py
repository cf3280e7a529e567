"""The content of messages, as values computed from views. Pure: no Discord."""
