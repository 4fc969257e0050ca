"""The pages for players, judges and staff: a process of its own that reads the journal and appends what people say."""
