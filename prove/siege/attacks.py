"""All attacks. Each returns what it found wrong, apart from the requests of the bystanders."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from prove.siege import accounts, connections, damage, delivery, edge, openness, wrong_clock
from prove.siege.target import Target


@dataclass(frozen=True, slots=True)
class Attack:
    """One attack."""

    what: str
    run: Callable[[Target], Iterator[str]]


def no_attack(target: Target) -> Iterator[str]:
    """Wait: the bystanders alone, to compare with."""
    time.sleep(target.seconds(10, 2))
    yield from ()


ATTACKS = (
    Attack("no attack", no_attack),
    Attack("64 bodies that never arrive, without a token", connections.bodies_of_no_account),
    Attack("64 bodies that never arrive, of an account", connections.bodies_of_an_account),
    Attack("64 bodies that never arrive, where a token is missing", connections.bodies_without_a_right),
    Attack("1,100 connections that send no byte", connections.silent_connections),
    Attack("1,100 connections with a preface of HTTP/2", connections.prefaces),
    Attack("1,100 heads that never end", connections.slow_heads),
    Attack("1,100 connections that read no answer", edge.unread_answers),
    Attack("2,000 requests at once on each of 100 connections", edge.pipelined),
    Attack("requests without a Host, and with two", edge.hosts),
    Attack("130 waiting views of one account", accounts.long_polls),
    Attack("80 streams of one account", accounts.streams),
    Attack("games against seven bots, as many as possible", accounts.bot_games),
    Attack("a suspended player with open streams", accounts.suspended_player),
    Attack("metrics under a foreign name", accounts.foreign_host),
    Attack("a game with a damaged page", accounts.damaged_page),
    Attack("20 browsers of one account that hang, for 60 games", delivery.hanging_browsers),
    Attack("60 webhooks of twelve accounts that hang, at one host", delivery.hanging_webhooks),
    Attack("webhooks with interim answers that never end", delivery.interim_answers),
    Attack("webhooks at names that lead nowhere", delivery.errors_of_names),
    Attack("20 requests for analyses of one account", delivery.many_analyses),
    Attack("codes of apps: guessed, stolen, late, used twice", openness.codes_of_apps),
    Attack("challenges of strangers, and withdrawn ones", openness.challenges),
    Attack("searches for players without a pause", openness.searches),
    Attack("60 downloads of an account that nobody reads", openness.downloads),
    Attack("names of the server and of erased players", edge.names),
    Attack("unusable passkeys", edge.keys),
    Attack("a silent player of quick play", edge.silent_joiner),
    Attack("a row of a game that cannot be decoded", damage.unreadable_row),
    Attack("a clock set back by two minutes", wrong_clock.clock_set_back),
    Attack("a damaged page of the table of games, then a restart", damage.damaged_block),
)
