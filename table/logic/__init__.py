"""WFFs, proofs, essential cubes, the solver. Pure."""
