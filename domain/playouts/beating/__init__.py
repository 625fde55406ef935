"""Positions of the beating games: hands and the cards on the table are masks of cards."""
