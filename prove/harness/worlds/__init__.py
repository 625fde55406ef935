"""Pairs of games that differ in what one viewer cannot see, for each family of rulesets. Proofs and tests of secrecy import it."""
