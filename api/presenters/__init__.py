"""Domain objects as JSON: events, games, rounds, rulesets, reviews, statistics, answers to commands.

Imported by streaming and resources; imports http and dependencies.
"""
