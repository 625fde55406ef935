"""Clients of the API, and the generation of their types."""
