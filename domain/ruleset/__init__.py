"""The protocol of a ruleset, and what the families share: actions, cards, windows, deadlines, ranks."""
