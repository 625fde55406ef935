"""Pairs of games that differ only in cards that one viewer cannot see, for each family of rulesets.

Imported by proofs and tests of secrecy.
"""
