"""Operations for admins: queries that read, actions that change something and are recorded, reports and their verdicts.

Imported by the application alone.
"""

from api.operations.admin import actions, moderation, players, queries

MODULES = (queries, actions, moderation, players)
"""In the order of the description. Modules of one blueprint stand together."""

BLUEPRINTS = tuple(dict.fromkeys(module.blueprint for module in MODULES))
