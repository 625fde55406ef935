"""The shapes of all bodies, as marshmallow schemas. They judge requests, and `openapi.yaml` is made from them and from nothing else."""
