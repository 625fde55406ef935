"""The operations of the API, one module for each resource; each module holds a `blueprint`.

Imported by the application alone; imports everything below it.
"""

from api.resources import (
    actions,
    admin,
    analyses,
    comments,
    continuations,
    drills,
    events,
    games,
    leaderboard,
    monitoring,
    players,
    receipts,
    reviews,
    rounds,
    rulesets,
    shares,
    stamps,
    views,
)

BLUEPRINTS = (
    players.blueprint,
    rulesets.blueprint,
    games.blueprint,
    views.blueprint,
    actions.blueprint,
    events.blueprint,
    receipts.blueprint,
    stamps.blueprint,
    rounds.blueprint,
    reviews.blueprint,
    analyses.blueprint,
    continuations.blueprint,
    drills.blueprint,
    comments.blueprint,
    shares.blueprint,
    leaderboard.blueprint,
    *admin.BLUEPRINTS,
    *monitoring.BLUEPRINTS,
)
"""In the order of the description."""
