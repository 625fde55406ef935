"""Beliefs and danger in both rulesets of Dobon."""
