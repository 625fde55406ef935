"""Authentication: which account sends a request. Authorization: what that account can see of a game.

Imported by streaming and operations; imports http, middleware and dependencies.
"""
