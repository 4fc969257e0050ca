"""Proofs: checked line by line, decided and found with the named rules and no others."""
