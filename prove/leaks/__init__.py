"""The proofs `leaks` and `leaks_http`: what a viewer sees does not depend on hidden cards.

Imported by `prove.__main__`.
"""
