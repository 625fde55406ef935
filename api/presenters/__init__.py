"""From domain objects to JSON: events, games, rounds, reviews, answers to commands.

Imported by streaming and resources; imports http.
"""
