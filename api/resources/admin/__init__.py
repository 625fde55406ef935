"""Operations for admins: queries that read, actions that change something and are recorded.

Imported by the application alone.
"""

from api.resources.admin import actions, moderation, queries

BLUEPRINTS = (queries.blueprint, actions.blueprint, moderation.blueprint)
"""In the order of the description."""
