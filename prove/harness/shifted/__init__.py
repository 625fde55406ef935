"""Holds the module that shifts the clock of a process; imported by no other module."""
