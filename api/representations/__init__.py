"""What several operations or the streams show: fields and schemas, and the JSON of events.

Schemas validate requests, and `openapi.yaml` is generated from them. Imported by operations, streaming and openapi;
imports `api.problems`, `domain`, the dependencies, and of `infra` the closed sets of words.
"""
