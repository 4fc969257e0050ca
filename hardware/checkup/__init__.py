"""The doctor's checks, each a small function that looks at one thing and says how it is, and what to do about it."""
