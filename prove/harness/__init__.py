"""What proofs and tests share: players, games and openapi.yaml. It imports `domain`, `infra` and `api`, and nothing of `tests`.

Proofs and tests may import it.
"""
