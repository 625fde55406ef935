"""Strategies for Doubt.

Imported by `domain.bots.strategies` alone; imports `domain.doubt`.
"""
