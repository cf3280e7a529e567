"""What people see: pages as values, made from views; one adapter turns them into Discord's widgets."""
