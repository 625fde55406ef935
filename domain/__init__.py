"""The games themselves: standard library only; no clock, no randomness, no I/O. Whatever they need of those comes in as a value."""
