"""From what vision saw to events of the journal, and the pictures that are kept for judges."""
