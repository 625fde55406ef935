"""The synchronous client. The other modules here are generated from `_async` by `clients/generate.py`."""
