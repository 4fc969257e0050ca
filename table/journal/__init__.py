"""The journal of a table: its file, its clock, and the session that folds it while it is written."""
