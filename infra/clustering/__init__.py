"""A cluster of PostgreSQL on one machine: etcd, Patroni and their processes, for trial, tests and proofs.

Imported by `api.cli` and `prove`; imports postgres. It knows nothing of dobon's tables.
"""
