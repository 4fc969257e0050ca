"""The parts of pages that are drawn anew when something happens."""
