"""Signals of collusion: what one player spares or feeds another at the same table, compared with its other opponents.

Everything here reads finished games with all their cards. Nothing of it is shown to players.
"""
