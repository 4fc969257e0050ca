"""The pod: block, buttons, glass and buzzer on a Raspberry Pi Pico at the end of a USB cable."""
