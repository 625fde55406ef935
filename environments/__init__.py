"""Environments of all rulesets for researchers, by the interfaces of PettingZoo and OpenSpiel (docs/environments.md).

Nothing of the server imports this package. It imports `domain` alone, and needs the extra `environments`.
"""

from environments.aec import RoundEnv, env

__all__ = ["RoundEnv", "env"]
