"""The source of both clients: `clients/generate.py` makes the synchronous one in `_sync` from these modules."""
