"""The smart table: rules, logic, journal, controller, command line."""
