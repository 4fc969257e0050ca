"""What is attached to a table, as one TOML file says it."""
