"""The search for solutions: cubes, premises and rules that make one, or the reason why none can be made."""
