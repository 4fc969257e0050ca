"""Everything that touches the world: cameras, block, buttons, sand LEDs, buzzer, the pod, the mats."""
