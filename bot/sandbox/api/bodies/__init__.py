"""What Discord accepts in the bodies of requests, by subject."""
