"""The operations of the API, one module for each resource.

Imported by the application alone; imports everything below it.
"""

from api.resources.actions import actions
from api.resources.admin.actions import admin_acts
from api.resources.admin.queries import admin
from api.resources.comments import comments
from api.resources.events import events
from api.resources.games import games
from api.resources.leaderboard import leaderboard
from api.resources.monitoring import health, prometheus
from api.resources.players import players
from api.resources.reviews import reviews
from api.resources.rounds import ledger
from api.resources.rulesets import rulesets
from api.resources.shares import shares
from api.resources.stamps import stamps
from api.resources.views import views

BLUEPRINTS = (
    players,
    rulesets,
    games,
    views,
    actions,
    events,
    stamps,
    ledger,
    reviews,
    comments,
    shares,
    leaderboard,
    admin,
    admin_acts,
    health,
    prometheus,
)
"""In the order of the description."""
