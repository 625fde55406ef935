"""Positions of Doubt: hands are lists of cards, because a game may have several decks."""
