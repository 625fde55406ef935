"""A game of any ruleset: its events, the fold of its log, and what can be read from it."""
