"""The schemas of all request and response bodies. They validate requests, and `openapi.yaml` is generated from them.

Imported by resources and openapi; imports `api.problems`, `domain`, and the closed sets of words of `infra`.
"""
