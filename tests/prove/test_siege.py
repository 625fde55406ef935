"""The games of the siege."""

from infra.accounts import accounts
from infra.databases.pool import open_pool
from infra.queries import history
from infra.settings import Settings
from prove.harness.service_games import Stage
from prove.siege.delivery import played


def test_a_game_for_analyses_has_finished_rounds(settings: Settings):
    with open_pool(settings) as pool:
        player, _, _ = accounts.create_player(pool, "Aoi")
        game = played(Stage(pool), player, 3)
        assert all(history.round_head(pool, game, number) for number in (1, 2, 3))
