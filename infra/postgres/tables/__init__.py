"""The tables of the schema `dobon`. Migrations create them; a test compares both.

Every primary key of a game's table begins with the game's id, so that the tables can be partitioned and distributed by
it unchanged. For the same reason there are no foreign keys between a game's tables. The command path writes them
together or not at all, and only stamps are ever deleted; no table refers to stamps. The application reads and writes
one game through functions alone (`infra.postgres.functions`).

JSON is stored as text, because the digest covers the text and `jsonb` would rewrite it. A moment is text too
(`domain.log.moments`), because the digest covers it; in the collation "C" its order is the order in time. Digests are
hexadecimal, as in the API.
"""

from infra.postgres.tables.accounts import (
    authorization_codes,
    device_links,
    passkey_challenges,
    passkeys,
    players,
    receipt_keys,
    recovery_codes,
    requests,
    reserved_names,
    rights,
    tickets,
    tokens,
)
from infra.postgres.tables.auditing import player_rates, player_rounds, signals, watched_games
from infra.postgres.tables.delivery import (
    listeners,
    notification_positions,
    notifications,
    open_pages,
    push_keys,
    push_subscriptions,
    pushes,
    webhook_deliveries,
    webhooks,
)
from infra.postgres.tables.game_log import (
    claims,
    commands,
    damaged_games,
    events,
    folds,
    game_acts,
    game_requests,
    game_seats,
    game_secrets,
    games,
    partitions,
    progress,
    rematches,
)
from infra.postgres.tables.lobby import blocks, challenges, follows, matches, queue
from infra.postgres.tables.moderation import acts, barred_names, known_names, reports, verdicts
from infra.postgres.tables.records import (
    closed_games,
    player_games,
    projections,
    rated_games,
    rating_bands,
    ratings,
    statistics,
)
from infra.postgres.tables.reviews import (
    analyses,
    comments,
    daily_answers,
    daily_drills,
    drills,
    player_drills,
    shares,
    stamps,
)
from infra.postgres.tables.transparency import head_checkpoints, head_cosignatures, head_entries, head_tiles

GAME_TABLES = (
    games, events, commands, claims, game_secrets, folds, game_seats, damaged_games, progress, comments, shares, stamps,
    analyses, drills, rematches, game_acts, game_requests,
)  # fmt: skip
"""Tables with rows of one game, which move to another database with its partition."""

COMMON_TABLES = (
    players,
    tokens,
    passkeys,
    recovery_codes,
    device_links,
    authorization_codes,
    passkey_challenges,
    reserved_names,
    rights,
    receipt_keys,
    requests,
    tickets,
    projections,
    statistics,
    rated_games,
    ratings,
    rating_bands,
    player_games,
    closed_games,
    partitions,
    acts,
    verdicts,
    reports,
    known_names,
    barred_names,
    watched_games,
    player_rates,
    player_rounds,
    signals,
    player_drills,
    daily_drills,
    daily_answers,
    notifications,
    notification_positions,
    listeners,
    open_pages,
    push_keys,
    push_subscriptions,
    pushes,
    webhooks,
    webhook_deliveries,
    queue,
    matches,
    challenges,
    blocks,
    follows,
    head_entries,
    head_tiles,
    head_checkpoints,
    head_cosignatures,
)
"""Tables shared by all games: accounts, their notifications and queue, projections over all games, acts of admins,
signals of collusion, and the public log of heads."""
