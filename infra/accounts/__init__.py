"""Accounts, how they sign in, their sessions and names, and the acts of admins.

Database access for what is not a game. `api`, `infra.commands` and the packages above read and write it.
"""
