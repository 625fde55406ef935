"""A bout of Durak [バウト]: its roles, the way of the attack right, and its end (rulebook 2.1 to 2.6)."""

from collections.abc import Sequence

from domain.beating.event_builder import BEATEN, TAKEN, RoundEvents
from domain.beating.events import AttackTurnedOver, BoutBegun, How
from domain.beating.table import ATTACKING, DEFENDING, LEADING, THROWING_IN, BeatingTable, Bout
from domain.log.errors import Refused
from domain.log.events import Event
from domain.log.sentences import Sentence
from domain.ruleset.cards import CODES, RANK, Card
from domain.ruleset.ruleset import Options

HAND = 6
"""Hands are filled up to this number of cards."""

MOST = 6
"""Maximum of attack cards in a bout."""


def of(table: BeatingTable) -> Bout:
    """Return the bout on the table."""
    assert table.bout is not None
    return table.bout


# 2.1 and 2.2: roles and limit


def most(held: int, number: int, options: Options) -> int:
    """2.2: maximum of attack cards in a bout of that number, by the size of the defender's hand as it begins."""
    return min(options["first_bout_limit"] if number == 1 else MOST, held)


def defender_of(table: BeatingTable, attacker: int, options: Options) -> int:
    """2.1 and 2.4: the next seat that is still in defends; in pairs the next opponent."""
    found = table.following(attacker)
    while options["teams"] and are_partners(found, attacker):
        found = table.following(found)
    return found


def are_partners(one: int, other: int) -> bool:
    """2.1: partners sit across from each other."""
    return (one - other) % 2 == 0


def team(table: BeatingTable, attacker: int, defender: int, options: Options) -> list[int]:
    """2.2: the seats that may attack: the attacker, then the guardian on the defender's left; or all other seats; in
    pairs the partner.
    """
    others, seat = list[int](), table.following(defender)
    while seat != defender:
        others.append(seat)
        seat = table.following(seat)
    if options["teams"]:
        others = [seat for seat in others if are_partners(seat, attacker)]
    elif options["guardian_scope"] == "neighbours":
        others = others[:1]
    return [attacker, *(seat for seat in others if seat != attacker)]


def begin(course: RoundEvents, attacker: int) -> list[Event]:
    """2.4, 4: the attacker leads."""
    table, options = course.table, course.options
    number = table.bout.number + 1 if table.bout else 1
    defender = defender_of(table, attacker, options)
    attackers = team(table, attacker, defender, options)
    limit = most(table.sizes[defender], number, options)
    course.happens(BoutBegun(bout=number, attacker=attacker, defender=defender, team=attackers, limit=limit))
    return course.asks(LEADING, attacker)


# 2.3: the course of a bout


def _full(table: BeatingTable) -> bool:
    return len(table.attacks) >= of(table).limit


def _able(table: BeatingTable) -> list[int]:
    """Return the attackers with cards that have not stopped since the last attack card, in order from the right."""
    bout = of(table)
    place = bout.team.index(bout.holder)
    order = [*bout.team[place:], *bout.team[:place]]
    return [seat for seat in order if table.sizes[seat] and seat not in bout.stopped]


def after_beating(course: RoundEvents) -> list[Event]:
    """2.3 DEFEND: the next attack card is defended; when all are beaten the right is where it was."""
    table = course.table
    defender = of(table).defender
    if table.unbeaten():
        return course.asks(DEFENDING, defender)
    if _full(table) or not table.sizes[defender]:
        return end(course, BEATEN)
    return pass_right(course)


def pass_right(course: RoundEvents) -> list[Event]:
    """2.3 ATTACK and THROW_IN: the attack right passes to the next seat that can use it, from the guardian back to the
    attacker.

    If no seat can, the bout is over.
    """
    table = course.table
    able = _able(table)
    giving_up = bool(table.unbeaten())
    if not able:
        return end(course, TAKEN if giving_up else BEATEN)
    return course.asks(THROWING_IN if giving_up else ATTACKING, able[0])


def after_giving_up(course: RoundEvents) -> list[Event]:
    """2.3 THROW_IN: with `throw_in`, attackers may add cards to those that are taken while there is room, in the order
    of the right.
    """
    if not course.options["throw_in"] or _full(course.table):
        return end(course, TAKEN)
    return pass_right(course)


# 2.5: turning over


def cannot_turn_over(table: BeatingTable, card: Card, options: Options) -> Refused | None:
    """2.5: return the reason why the card cannot turn the attack over, as the defender sees it; None if it can."""
    if any(RANK[attack.card] != RANK[card] for attack in table.attacks):
        number = RANK[table.attacks[0].card]
        return Refused(
            "rank-mismatch", Sentence("An attack is turned over by its own number, {number}.", number=number)
        )
    if len(table.unbeaten()) < len(table.attacks):
        return Refused("already-beaten", "After a card is beaten the attack can no longer be turned over.")
    bout = of(table)
    defender = _turned_to(table, bout.defender)
    if defender is None:
        return Refused("no-one-to-turn-to", "Nobody else has a card to defend with.")
    limit = most(table.sizes[defender], bout.number, options)
    if len(table.attacks) + 1 > limit:
        said = Sentence(
            "Seat {defender} would have to beat {attacks} cards, and at most {limit} may lie there.",
            defender=defender,
            attacks=len(table.attacks) + 1,
            limit=limit,
        )
        return Refused("limit-reached", said, limit=limit)
    return None


def _turned_to(table: BeatingTable, seat: int) -> int | None:
    """2.5: the next seat that is in defends; 2.4, 3: seats without cards are skipped. None if no other seat has any."""
    other = table.following(seat)
    while other != seat and not table.sizes[other]:
        other = table.following(other)
    return None if other == seat else other


def turn_over(course: RoundEvents, seat: int, card: Card) -> list[Event]:
    """2.5: the defender attacks the next player with all cards on the table; the seat that led the first card still
    draws first.
    """
    table, options = course.table, course.options
    defender = _turned_to(table, seat)
    assert defender is not None
    attackers = team(table, seat, defender, options)
    limit = most(table.sizes[defender], of(table).number, options)
    course.happens(AttackTurnedOver(seat=seat, card=CODES[card], defender=defender, team=attackers, limit=limit))
    return course.asks(DEFENDING, defender)


# 2.4: the end of a bout


def end(course: RoundEvents, how: How) -> list[Event]:
    """2.4: the cards are cleared, hands are filled, players are done, and the next bout begins, unless the round is
    over.
    """
    bout = of(course.table)
    course.ends_defence(bout.defender, how, course.table.lying() if how == TAKEN else [])
    return cleared(course)


def cleared(course: RoundEvents) -> list[Event]:
    """2.4, 2 to 4: return the events once the table is cleared.

    The result is the same from any point on: full hands draw no cards, and no seat is done twice.
    """
    for seat in drawing_order(course.table):
        course.draws(seat, HAND)
    course.goes_out(course.table.emptied[:])
    return _ended(course) or begin(course, _next_attacker(course.table))


def drawing_order(table: BeatingTable) -> list[int]:
    """2.4, 2: the seat that led the first card draws first, then the others to its left, and the defender last, unless
    it led.
    """
    bout, seats = of(table), len(table.sizes)
    round_the_table = [(bout.original + step) % seats for step in range(seats)]
    return sorted(
        [seat for seat in round_the_table if seat not in table.out],
        key=lambda seat: seat == bout.defender and seat != bout.original,
    )


def _next_attacker(table: BeatingTable) -> int:
    """2.4, 4: the defender who has beaten all attacks next, else the seat to its left; the next seat that is in, if
    that one is done.
    """
    bout = of(table)
    if not bout.given_up and bout.defender not in table.out:
        return bout.defender
    return table.following(bout.defender)


def _ended(course: RoundEvents) -> list[Event]:
    """2.6: the round ends with one player left, or none (`both_out`), or after too many takes in a row without progress
    (0.5).
    """
    left, table = course.table.left(), course.table
    if course.options["teams"]:
        return _pairs_ended(course, left)
    if not left and course.options["both_out"] == "first_out":
        return course.ends("first-out", course.places(), table.out[-1:])
    if not left:
        return course.ends("draw", course.places(table.out[of(table).done :]))
    if len(left) == 1:
        return course.ends("one-left", course.places(), left)
    return course.ends("stalled", course.places()) if course.stalled() else []


def _pairs_ended(course: RoundEvents, left: Sequence[int]) -> list[Event]:
    """2.6: the pair that still has cards when the other has none loses; if both have none, no pair does, or that of the
    last hand that ran out (`both_out`).
    """
    seats, last = range(len(course.table.sizes)), left
    if not left and course.options["both_out"] == "first_out":
        last = course.table.out[-1:]
    losers = [seat for seat in seats if any(are_partners(seat, other) for other in last)]
    if not losers:
        return course.ends("draw", [1 for _ in seats])
    if len(losers) < len(seats):
        return course.ends("team-out", [3 if seat in losers else 1 for seat in seats], losers)
    return course.ends("stalled", [1 for _ in seats]) if course.stalled() else []
