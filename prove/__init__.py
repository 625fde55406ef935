"""The proofs: tests of the guarantees in `docs/guarantees.md`, and the faults that each proof has to catch."""
