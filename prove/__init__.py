"""The proofs: what this project promises, tried as often as `docs/guarantees.md` says, and the faults that each proof was seen to catch."""
