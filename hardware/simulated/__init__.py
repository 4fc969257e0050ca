"""A virtual table that reacts: its scene, the project's only renderer, hands, and a puppet whose strings are verbs."""
