"""The rule books as data, and the referee that folds events into state, flags, clocks and scores. Pure."""
