"""The command line `dobon`, one module for each command.

Imported by nothing.
"""
