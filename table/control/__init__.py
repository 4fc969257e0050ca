"""The controller: joins what is sensed to the journal, and what the referee wants shown to the table."""
