"""Contributions to chance: anchors with the seats, a link before each deal, and what is withheld is public."""

import hmac
from hashlib import sha256

import pytest

from domain.game.game import view
from domain.log.chance import HashChain, link_before
from domain.log.log_format import chain, export
from domain.ruleset.actions import Dobon, Ready
from domain.running.commands import abandon, due
from domain.verification.verify import verify
from prove.harness.match import Match, lost_at_once, player_chain, refusal_code

LAST = bytes(range(32))


def types(events: list[object]) -> list[str]:
    return [event.type for event in events]  # type: ignore[attr-defined]


def cut(**options: object) -> Match:
    """Return a game of three, full, in which the first two players have a chain, and the third has none."""
    match = Match(3, contributes=True, **options)
    match.sit("player-1", contributes=True)
    match.sit("player-2")
    return match


def link(player: int, round_number: int = 1) -> str:
    return player_chain(f"player-{player}").link(round_number).hex()


# Chains


def test_each_link_is_the_hash_of_the_one_after_it() -> None:
    chain = HashChain(LAST, 3)
    assert chain.link(3) == LAST
    for number in (1, 2):
        assert chain.link(number) == sha256(b"dobon/link/1|" + chain.link(number + 1)).digest()
    assert chain.anchor == sha256(b"dobon/link/1|" + chain.link(1)).hexdigest()
    assert link_before(LAST, 3).hex() == chain.anchor


@pytest.mark.parametrize("number", [0, 4, -1])
def test_a_chain_has_links_for_its_rounds_only(number: int) -> None:
    with pytest.raises(LookupError):
        HashChain(LAST, 3).link(number)


def test_a_link_has_32_bytes() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        HashChain(LAST[1:], 3)


# Before the first round


def test_a_game_without_anchors_is_dealt_with_the_last_seat() -> None:
    match = Match(2)
    assert types(match.sit("player-1")) == ["seat-taken", "round-dealt"]
    assert match.game.links == [["", ""]]


def test_a_game_with_anchors_waits_for_their_links() -> None:
    match = cut(turn_seconds=30)
    assert match.log[-1].type == "readiness-asked"
    assert match.log[-1].public.unready == [0, 1]
    assert due(match.game) == match.log[-1].public.ready_by
    assert view(match.of(2), 2)["next_round"]["waiting_for"] == [0, 1]
    assert view(match.of(0), 0)["actions"] == [{"action": {"type": "ready"}, "more": {"link_round": 1}}]
    assert view(match.of(2), 2)["actions"] == []
    assert types(match.ready(1)) == ["seat-readied"]
    assert types(match.ready(0)) == ["seat-readied", "round-dealt"]


def test_the_seed_is_made_of_the_secret_and_all_links_in_the_order_of_the_seats() -> None:
    match = cut()
    match.ready(1)
    match.ready(0)
    secret = match.chain.link(1)
    text = f"dobon/deal/2|{match.id}|1|{link(0)}|{link(1)}|"
    assert match.game.chance(secret).seed == hmac.digest(secret, text.encode(), "sha256")


def test_nothing_can_be_chosen_any_more_when_the_first_link_is_revealed() -> None:
    match = cut()
    assert refusal_code(lambda: match.sit("player-3", contributes=True)) == "game-started"
    assert refusal_code(lambda: match.sit("player-1", contributes=True)) == "already-seated"
    assert types(match.leave(1)) == ["seat-handed-over"], "nobody else can take the seat"
    assert match.game.contributors() == [0, 1]


# Links


@pytest.mark.parametrize(
    "sent", [link(0, 2), link(1), "00" * 32, link(0).upper(), link(0)[:-2], "", f"{link(0)}\n", "０" * 64]
)
def test_another_link_than_the_next_one_is_refused(sent: str) -> None:
    match = cut()
    assert refusal_code(lambda: match.act(0, Ready(sent))) == "bad-link"
    assert 0 in match.game.unready


def test_a_player_without_an_anchor_has_no_links() -> None:
    match = lost_at_once()
    assert refusal_code(lambda: match.act(0, Ready("00" * 32))) == "bad-link"


def test_a_withheld_link_is_public_and_the_deal_goes_on() -> None:
    match = cut()
    match.act(0, Ready())
    events = match.ready(1)
    assert events[0].public.json() == {"seat": 1, "link": link(1)}
    assert [absence.json() for absence in events[1].public.withheld] == [{"seat": 0, "why": "refused"}]
    assert match.game.links == [["", link(1), ""]]
    shown = view(match.of(2), 2)["round"]
    assert (shown["contributed"], shown["withheld"]) == ([1], [{"seat": 0, "why": "refused"}])


def test_the_clock_withholds_the_links_that_are_missing() -> None:
    match = cut(turn_seconds=30)
    match.ready(1)
    events = match.wait(30_000)
    assert events[0].public.json() == {"seat": 0, "link": None, "by_clock": True}
    assert [absence.json() for absence in events[1].public.withheld] == [{"seat": 0, "why": "clock"}]


def test_a_player_who_left_withholds_and_contributes_again_after_coming_back() -> None:
    match = Match(2, contributes=True, rounds=3, false_claim="lose", claim_grace_seconds=0, turn_seconds=0)
    match.sit("player-1")
    match.leave(0)
    assert [absence.json() for absence in match.log[-1].public.withheld] == [{"seat": 0, "why": "handed-over"}]
    assert types(match.sit("player-0")) == ["seat-resumed"]
    lose(match)
    # The link of the round that was left out is not revealed; the one after it is hashed once more.
    assert refusal_code(lambda: match.act(0, Ready(link(0, 1)))) == "bad-link"
    match.ready(0)
    match.act(1, Ready())
    assert match.game.round == 2
    assert match.game.links == [["", ""], [link(0, 2), ""]]


def test_a_seat_that_a_bot_plays_is_not_asked_for_its_link() -> None:
    match = Match(3, contributes=True, rounds=2, false_claim="lose", claim_grace_seconds=0, turn_seconds=0)
    match.sit("player-1", contributes=True)
    match.sit("player-2")
    match.ready(1)
    match.ready(0)
    match.leave(0)
    lose(match)
    assert match.game.unready == [1, 2]
    match.sit("player-0")  # after the others were asked
    match.ready(1)
    assert [absence.json() for absence in match.ready(2)[-1].public.withheld] == [{"seat": 0, "why": "not-asked"}]


def lose(match: Match) -> None:
    """End the round by a call on the first card, true or false."""
    while match.game.status == "playing":
        match.act(1, Dobon(match.game.table.window or match.game.table.top_version))


# The server's own chain


def test_the_first_event_fixes_the_secrets_of_all_rounds() -> None:
    match = lost_at_once(rounds=3)
    assert match.log[0].type == "game-created"
    assert match.log[0].public.anchor == match.chain.anchor == match.game.anchor
    assert [bytes.fromhex(secret) for secret in match.game.secrets] == [match.chain.link(1)]


def test_an_abandoned_game_reveals_the_secret_of_its_round() -> None:
    match = Match(2)
    match.sit("player-1")
    (event,) = abandon(match.game, match.chain)
    assert event.public.json() == {"reason": "admin", "secret": match.chain.link(1).hex()}


def test_an_abandoned_game_without_a_round_and_without_links_reveals_nothing() -> None:
    for match in (Match(2), cut(), lost_at_once()):
        (event,) = abandon(match.game, match.chain)
        assert event.public.json() == {"reason": "admin", "secret": None}
        match.abandon()
        assert match.game.undealt is None


def test_from_the_first_link_on_an_abandoned_game_reveals_the_secret_of_the_coming_round() -> None:
    match = cut()
    match.ready(1)
    assert match.abandon()[0].public.json() == {"reason": "admin", "secret": match.chain.link(1).hex()}
    assert (match.game.undealt, match.game.secrets) == (match.chain.link(1).hex(), [])
    match = Match(2, contributes=True, rounds=2, false_claim="lose", claim_grace_seconds=0, turn_seconds=0)
    match.sit("player-1")
    match.ready(0)
    lose(match)
    match.ready(0)
    assert match.abandon()[0].public.json() == {"reason": "admin", "secret": match.chain.link(2).hex()}
    assert (match.game.undealt, len(match.game.secrets)) == (match.chain.link(2).hex(), 1)


@pytest.mark.parametrize("why", ["clock", "handed-over", "not-asked"])
def test_another_cause_of_a_missing_link_is_found(why: str) -> None:
    match = cut()
    match.act(0, Ready())
    match.ready(1)
    dealt = match.log[-1]
    assert dealt.type == "round-dealt"
    dealt.public.withheld[0] = {"seat": 0, "why": why}
    chain(match.id, match.log[-2].digest, [dealt], match.chain.link(1))
    report = verify(export(match.id, match.log[0], dealt.digest, match.log))
    assert [problem.what for problem in report.problems] == ["any shuffle deals otherwise: withheld"]


def broken_off(secret: str | None, *seats: int) -> list[str]:
    """Return the problems of a log that was abandoned before the deal with that secret, after links of these seats."""
    match = cut()
    for seat in seats:
        match.ready(seat)
    match.abandon()
    event = match.log[-1]
    event.public.secret = secret
    chain(match.id, match.log[-2].digest, [event], None)
    return [problem.what for problem in verify(export(match.id, match.log[0], event.digest, match.log)).problems]


def test_the_secret_of_a_round_that_was_broken_off_is_verified() -> None:
    right = cut().chain.link(1).hex()
    assert broken_off(right, 1) == broken_off(None) == []
    assert broken_off(None, 1) == ["the secret of round 1 has to be public"]
    assert broken_off(right) == ["no round is broken off"]
    assert broken_off("00" * 32, 1) == ["the secret of round 1 is not the one that the anchor fixes"]
