"""Strategies for the two rulesets of Dobon.

Imported by `domain.bots.strategies` alone; imports `domain.dobon`.
"""
