"""The proof `input`: every answer to a malformed request is an intended one, and nothing is written.

Imported by `prove.__main__`.
"""
