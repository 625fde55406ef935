"""Operations for admins: queries that read, actions that change something and are recorded, reports and
their verdicts, and signals of collusion.

Imported by the application alone.
"""

from api.operations.admin import actions, cases, claim_totals, moderation, players, queries, signals

MODULES = (queries, cases, claim_totals, actions, moderation, players, signals)
"""In the order of the description. Modules of one blueprint stand together."""

BLUEPRINTS = tuple(dict.fromkeys(module.blueprint for module in MODULES))
