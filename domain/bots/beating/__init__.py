"""Strategies for Durak, Kirifu and Mustamaija.

Imported by `domain.bots.strategies` alone; imports `domain.beating`.
"""
