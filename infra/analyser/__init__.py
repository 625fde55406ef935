"""The computation of requested analyses and of the drills of coming days, in a process of its own.

Imported by `api.server`.
"""
