"""The camera over the mat: its lens, its place, and planes of the table as seen from straight above."""
