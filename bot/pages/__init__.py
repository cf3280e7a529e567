"""What people see, as values made from views. Pure: no Discord."""
