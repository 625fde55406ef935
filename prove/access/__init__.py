"""The proof `access`: every route, every account and every state of a game against the declared table.

Imported by `prove.__main__`, and by the proofs that request every route.
"""
