"""What can be said at a table, both ways: sentences into events, entries into words, scenarios and what they expect."""
