"""What keeps tables going: the one door that changes them, deadlines, settings of servers, storage."""
