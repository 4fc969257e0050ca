"""The smart table, a room for each job: journal, rules, logic, language, control, seeing, simulation, console, sheets, service, cli."""
