"""The signs of life that the processes of a server send to their parent."""

BEAT_SECONDS = 1
"""Interval at which a process reports; a worker does so from its event loop."""
