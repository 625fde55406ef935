"""Metrics and logging of the program itself.

Imported by every package of `infra` above it and by `api`; imports nothing of the project.
"""
