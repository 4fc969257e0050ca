"""Who may see and do what: PINs, passes, tries, and the gate."""
