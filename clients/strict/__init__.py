"""Players made from clients that other generators make of `openapi.yaml`; they type-check strictly, without a cast.

`python -m clients.strict` generates the clients, checks the players, and lets them play every ruleset to the end. It
installs the generators first (npm, pip), so `make clients` runs it and `make test` does not.
"""
