"""Who may see and do what: PINs, passes, and how often somebody may try."""
