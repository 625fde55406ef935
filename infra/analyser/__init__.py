"""The computation of analyses that were requested, in a process of its own. Imported by `api.server`."""
