"""The command line `dobon`, one module for each command.

Imported by no other package; imports everything it runs.
"""
