"""Metrics and logging of the program itself.

Imported by every package of `infra`; imports nothing of the project.
"""
