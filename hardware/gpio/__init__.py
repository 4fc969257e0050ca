"""The parts of a table on the pins of a Raspberry Pi, over gpiozero."""
