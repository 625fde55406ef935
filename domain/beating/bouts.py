"""A bout of Durak [バウト]: who attacks whom, how the attack right goes round, and what follows its end (rulebook 2.1 to 2.6)."""

from collections.abc import Sequence

from domain.beating.event_builder import BEATEN, TAKEN, RoundEvents
from domain.beating.table import ATTACKING, DEFENDING, LEADING, THROWING_IN, BeatingTable, Bout
from domain.cards import CODES, RANK, Card
from domain.errors import Refused
from domain.events import Event
from domain.ruleset import Options

HAND = 6
"""Cards that hands are filled up to."""

MOST = 6
"""Attack cards of a bout."""


def of(table: BeatingTable) -> Bout:
    """The bout on the table."""
    assert table.bout is not None
    return table.bout


# 2.1 and 2.2: roles and limit


def most(held: int, number: int, options: Options) -> int:
    """2.2: attack cards at most in a bout of that number against somebody who holds so many cards as it begins."""
    return min(options["first_bout_limit"] if number == 1 else MOST, held)


def defender_of(table: BeatingTable, attacker: int, options: Options) -> int:
    """2.1 and 2.4: the next one in; in pairs the next opponent."""
    found = table.following(attacker)
    while options["teams"] and are_partners(found, attacker):
        found = table.following(found)
    return found


def are_partners(one: int, other: int) -> bool:
    """2.1: of two pairs those who sit across from each other."""
    return (one - other) % 2 == 0


def team(table: BeatingTable, attacker: int, defender: int, options: Options) -> list[int]:
    """2.2: who may attack: the attacker, then the guardian on the defender's left; or with him everybody else; in pairs his partner."""
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
    public = {
        "bout": number, "attacker": attacker, "defender": defender, "team": team(table, attacker, defender, options),
        "limit": most(len(table.hands[defender]), number, options),
    }  # fmt: skip
    course.happens("bout-begun", public)
    return course.asks(LEADING, attacker)


# 2.3: how it goes on


def _full(table: BeatingTable) -> bool:
    return len(table.attacks) >= of(table).limit


def _able(table: BeatingTable) -> list[int]:
    """Attackers with cards who have not stopped since the last attack card, from the one with the attack right on."""
    bout = of(table)
    place = bout.team.index(bout.holder)
    order = [*bout.team[place:], *bout.team[:place]]
    return [seat for seat in order if table.hands[seat] and seat not in bout.stopped]


def after_beating(course: RoundEvents) -> list[Event]:
    """2.3 DEFEND: on with the next attack card; when all are beaten the right is where it was."""
    table = course.table
    defender = of(table).defender
    if table.unbeaten():
        return course.asks(DEFENDING, defender)
    if _full(table) or not table.hands[defender]:
        return end(course, BEATEN)
    return pass_right(course)


def pass_right(course: RoundEvents) -> list[Event]:
    """2.3 ATTACK and THROW_IN: the attack right goes to the next who can use it, from the guardian back to the attacker; where nobody can, the bout is over."""
    table = course.table
    able = _able(table)
    giving_up = bool(table.unbeaten())
    if not able:
        return end(course, TAKEN if giving_up else BEATEN)
    return course.asks(THROWING_IN if giving_up else ATTACKING, able[0])


def after_giving_up(course: RoundEvents) -> list[Event]:
    """2.3 THROW_IN: with `throw_in` the attackers may add to what is taken as long as there is room, whoever has the right first."""
    if not course.options["throw_in"] or _full(course.table):
        return end(course, TAKEN)
    return pass_right(course)


# 2.5: turning over


def cannot_turn_over(table: BeatingTable, card: Card, options: Options) -> Refused | None:
    """2.5: why the card cannot turn the attack over; None where it can. From what the defender sees."""
    if any(RANK[attack.card] != RANK[card] for attack in table.attacks):
        number = RANK[table.attacks[0].card]
        return Refused("rank-mismatch", f"An attack is turned over by its own number, {number}.")
    if len(table.unbeaten()) < len(table.attacks):
        return Refused("already-beaten", "After a card is beaten the attack can no longer be turned over.")
    bout = of(table)
    defender = _turned_to(table, bout.defender)
    if defender is None:
        return Refused("no-one-to-turn-to", "Nobody else has a card to defend with.")
    limit = most(len(table.hands[defender]), bout.number, options)
    if len(table.attacks) + 1 > limit:
        said = f"Seat {defender} would have to beat {len(table.attacks) + 1} cards, and at most {limit} may lie there."
        return Refused("limit-reached", said, limit=limit)
    return None


def _turned_to(table: BeatingTable, seat: int) -> int | None:
    """2.5: the next one in defends; 2.4, 3: who has no card is skipped in a bout. None where no other has any."""
    other = table.following(seat)
    while other != seat and not table.hands[other]:
        other = table.following(other)
    return None if other == seat else other


def turn_over(course: RoundEvents, seat: int, card: Card) -> list[Event]:
    """2.5: the defender attacks the next player with all that lies there; who led the first card still draws first."""
    table, options = course.table, course.options
    defender = _turned_to(table, seat)
    assert defender is not None
    public = {
        "seat": seat, "card": CODES[card], "defender": defender, "team": team(table, seat, defender, options),
        "limit": most(len(table.hands[defender]), of(table).number, options),
    }  # fmt: skip
    course.happens("attack-turned-over", public)
    return course.asks(DEFENDING, defender)


# 2.4: the end of a bout


def end(course: RoundEvents, how: str) -> list[Event]:
    """2.4: the cards go, hands are filled, players are done, and the next bout begins, unless the round is over."""
    bout = of(course.table)
    course.ends_defence(bout.defender, how, course.table.lying() if how == TAKEN else [])
    return cleared(course)


def cleared(course: RoundEvents) -> list[Event]:
    """2.4, 2 to 4: what follows when the table is cleared. The same from any point of it on: full hands draw nothing, and nobody is done twice."""
    for seat in drawing_order(course.table):
        course.draws(seat, HAND)
    course.goes_out(course.table.emptied[:])
    return _ended(course) or begin(course, _next_attacker(course.table))


def drawing_order(table: BeatingTable) -> list[int]:
    """2.4, 2: who led the first card, the others to his left, the defender last, unless that is who led it."""
    bout, seats = of(table), len(table.hands)
    round_the_table = [(bout.original + step) % seats for step in range(seats)]
    return sorted(
        [seat for seat in round_the_table if seat not in table.out],
        key=lambda seat: seat == bout.defender and seat != bout.original,
    )


def _next_attacker(table: BeatingTable) -> int:
    """2.4, 4: the defender who has beaten all, else whoever sits left of him; the next one in where that player is done."""
    bout = of(table)
    if not bout.given_up and bout.defender not in table.out:
        return bout.defender
    return table.following(bout.defender)


def _ended(course: RoundEvents) -> list[Event]:
    """2.6: the end of the round: one player is left, or nobody; or takes have come to nothing for too long (0.5)."""
    left, table = course.table.left(), course.table
    if course.options["teams"]:
        return _pairs_ended(course, left)
    if not left:
        return course.ends("draw", course.places(table.out[of(table).done :]))
    if len(left) == 1:
        return course.ends("one-left", course.places(), left)
    return course.ends("stalled", course.places()) if course.stalled() else []


def _pairs_ended(course: RoundEvents, left: Sequence[int]) -> list[Event]:
    """2.6: the pair that still has cards when the other has none loses; if both have none, nobody does."""
    seats = range(len(course.table.hands))
    losers = [seat for seat in seats if any(are_partners(seat, other) for other in left)]
    if not losers:
        return course.ends("draw", [1 for _ in seats])
    if len(losers) < len(seats):
        return course.ends("team-out", [3 if seat in losers else 1 for seat in seats], losers)
    return course.ends("stalled", [1 for _ in seats]) if course.stalled() else []
