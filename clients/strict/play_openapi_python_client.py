"""A player made from openapi-python-client, without a cast."""

import sys
import time
from typing import TypeVar

from dobon_generated import AuthenticatedClient, Client
from dobon_generated.api.actions import send_action
from dobon_generated.api.events import list_events
from dobon_generated.api.games import open_game
from dobon_generated.api.players import create_player
from dobon_generated.api.views import get_view
from dobon_generated.models import (
    DobonKawagoeOptions,
    DobonSatoOptions,
    DoubtOptions,
    DurakOptions,
    GameStatus,
    KirifuOptions,
    LegalAction,
    MustamaijaOptions,
    NewDobonKawagoeGame,
    NewDobonSatoGame,
    NewDoubtGame,
    NewDurakGame,
    NewKirifuGame,
    NewMustamaijaGame,
    NewPlayer,
    Problem,
    Strategy,
    View,
)
from dobon_generated.types import Unset

NewGame = NewDobonSatoGame | NewDobonKawagoeGame | NewDoubtGame | NewDurakGame | NewKirifuGame | NewMustamaijaGame
T = TypeVar("T")

ONE, TWO = [Strategy.CAREFUL], [Strategy.CAREFUL, Strategy.NOVICE]
GAMES: list[NewGame] = [
    NewDobonSatoGame("dobon-sato", 2, bots=ONE, options=DobonSatoOptions(bot_delay_ms=0, claim_grace_seconds=0)),
    NewDobonKawagoeGame(
        "dobon-kawagoe", 2, bots=ONE, options=DobonKawagoeOptions(bot_delay_ms=0, claim_grace_seconds=0, rounds=1)
    ),
    NewDoubtGame("doubt", 2, bots=ONE, options=DoubtOptions(bot_delay_ms=0, min_open_seconds=0, max_plays=60)),
    NewDurakGame("durak", 2, bots=ONE, options=DurakOptions(bot_delay_ms=0)),
    NewKirifuGame("kirifu", 3, bots=TWO, options=KirifuOptions(bot_delay_ms=0)),
    NewMustamaijaGame("mustamaija", 3, bots=TWO, options=MustamaijaOptions(bot_delay_ms=0)),
]
LAST = ("doubt", "cheat", "dobon", "take")
LONGEST = 2_000


def given(answer: T | Problem | None) -> T:
    """Return the answer; raise an error for a problem."""
    if answer is None or isinstance(answer, Problem):
        raise RuntimeError(f"{answer}")
    return answer


def choose(view: View) -> LegalAction | None:
    """Return an entry that is allowed now; calls and takes come last."""
    allowed = [entry for entry in view.actions if isinstance(entry.allowed_from, Unset)]
    first = [entry for entry in allowed if entry.action.type_ not in LAST]
    return next(iter([*first, *reversed(allowed)]), None)


def play(client: AuthenticatedClient, game: NewGame) -> None:
    """Play a game until it is over."""
    opened = given(open_game.sync(client=client, body=game))
    for _ in range(LONGEST):
        view = given(get_view.sync(opened.id, client=client))
        if view.status is GameStatus.FINISHED:
            break
        entry = choose(view)
        if entry is None:
            time.sleep(0.02)
        else:
            given(send_action.sync(opened.id, client=client, body=entry.action))
    else:
        raise RuntimeError(f"{game.ruleset} does not end")
    events = given(list_events.sync(opened.id, client=client)).events
    dealt = next(event for event in events if event.type_ == "round-dealt")
    print(f"openapi-python-client finished {game.ruleset}, dealt at version {dealt.version}: {dealt.text.en}")


def main() -> None:
    """Play all rulesets as a new player."""
    url = sys.argv[1]
    player = given(create_player.sync(client=Client(url), body=NewPlayer("Generated")))
    for game in GAMES:
        play(AuthenticatedClient(url, player.token), game)


if __name__ == "__main__":
    main()
