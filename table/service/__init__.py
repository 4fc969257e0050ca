"""What a table needs around it: systemd, readiness before a round, a bundle for whoever helps, pseudonyms."""
