"""Attacks on a running server, and other clients that play meanwhile.

Imported by `prove.__main__`; imports the harness.
"""
