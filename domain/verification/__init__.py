"""Verification of a log by replaying it, and of the decisions of bots."""
