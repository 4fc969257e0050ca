"""The smart table: a room for each job, from logic and rules up to the command line."""
