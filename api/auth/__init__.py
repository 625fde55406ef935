"""Authentication: which account sends a request. Authorization: what that account can see of a game.

Imported by streaming and resources; imports http, middleware and dependencies.
"""
