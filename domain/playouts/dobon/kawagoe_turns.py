"""The turns of a playout of `dobon-kawagoe`, where nearly all of its time is spent."""

from typing import TYPE_CHECKING

from domain.dobon.plays import BY_NUMBER, EIGHT, FITS, FITS_OR_EIGHT
from domain.dobon.waits import COUNTS, HELD, KAWAGOE, SMALL
from domain.playouts.dobon.position import NOBODY
from domain.playouts.generator import INCREMENT, MASK, MULTIPLIER, following
from domain.ruleset.actions import Accept, Draw
from domain.ruleset.cards import RANK, SUIT, cards_of

if TYPE_CHECKING:
    from domain.playouts.dobon.kawagoe import KawagoePosition


def lay_at_random(position: "KawagoePosition", seat: int, fits: int) -> None:
    """Lay one card of the seat that fits."""
    cards = cards_of(position.hands[seat] & fits)
    position.random = x = following(position.random)
    card = cards[(x >> 15) * len(cards) >> 15]
    position.lay(seat, (card,), x >> 12 & 3 if RANK[card] == EIGHT else SUIT[card])


def take_turns(position: "KawagoePosition", limit: int) -> int:  # noqa: C901, PLR0912, PLR0915 - the loop that speed depends on
    """Take turns until a seat can call, the stock runs out, or `limit` is reached; return their number.

    This is `KawagoePosition.act` once more, written out on local names. Calls of functions and attributes would double
    its time. A jump-in counts as a turn.
    """
    hands, waits, stock, table_of_waits = position.hands, position.waits, position.stock, KAWAGOE
    seats, turn, direction, x = position.seats, position.turn, position.direction, position.random
    top, suit, owner, pending_draw = position.top, position.suit, position.owner, position.pending_draw
    voluntary = position.options["voluntary_draw"]
    fitting = FITS_OR_EIGHT if position.options["eight_wild"] else FITS
    fits, turns, laid, drawn, short, able = position.fits(), 0, False, False, False, 0
    policy = position.policy
    while turns < limit:
        turns += 1
        x = (x * MULTIPLIER + INCREMENT) & MASK
        hand = hands[turn]
        legal, pair = hand & fits, x & 0x4000
        if legal and policy:
            legal, pair = policy(hands, turn, legal, pending_draw, may_draw=voluntary or pending_draw > 0)
        elif legal:
            # Each fitting card in its place; after the last one, where drawing is allowed, nothing is left.
            place = (x >> 15) * (legal.bit_count() + (voluntary or pending_draw > 0)) >> 15
            while place:
                legal &= legal - 1
                place -= 1
        if legal:
            seat, laid, drawn = turn, True, False
            while True:
                bit = legal & -legal
                top = bit.bit_length() - 1
                rank, suit, count = RANK[top], SUIT[top], 1
                hand -= HELD[top]
                number = BY_NUMBER[rank]
                same = hand & number
                if same and pair:
                    top = same.bit_length() - 1
                    suit, count = SUIT[top], 2
                    hand -= HELD[top]
                hands[seat] = hand
                owner = seat
                waits[seat] = 0
                called = 1 << rank
                for mask in waits:
                    if mask & called:
                        able = called
                        break
                waits[seat] = table_of_waits[hand >> COUNTS] if hand < SMALL else 0
                if rank == 2:
                    pending_draw += 2 * count
                    fits = number
                else:
                    pending_draw = 0
                    if rank == EIGHT:
                        suit = x >> 12 & 3
                    elif rank == 9 and count == 1:
                        direction = -direction
                    fits = fitting[suit][rank]
                turn = (seat + direction * (1 + count if rank == 3 else 1)) % seats
                if able or turns >= limit or x & 0x800:
                    break
                # 2.3: half the time a seat out of turn that holds the number, the first from a random one on, jumps in.
                start = (x >> 15) % seats
                for seat in range(start - seats, start):
                    hand = hands[seat]
                    legal = hand & number
                    if legal and (seat - turn) % seats:
                        break
                else:
                    break
                seat %= seats
                turns += 1
                x = (x * MULTIPLIER + INCREMENT) & MASK
                pair = x & 0x4000
            if able:
                break
        elif (pending_draw or 1) > len(stock):
            short = True
            break
        else:
            for _ in range(pending_draw or 1):
                hand += HELD[stock.pop()]
            hands[turn] = hand
            waits[turn] = table_of_waits[hand >> COUNTS] if hand < SMALL else 0
            if pending_draw:
                pending_draw = 0
                fits = fitting[suit][2]
            drawn = True
            turn = (turn + direction) % seats
    if laid:
        position.called, position.standing, position.countered = 0, NOBODY, NOBODY
        position.calls_open = True
    if drawn:
        position.calls_open = False
    if turns > short:
        position.idle, position.first_turn = 0, False
    position.turn, position.direction, position.random = turn, direction, x
    position.top, position.suit, position.owner = top, suit, owner
    position.pending_rank, position.pending_draw = 2 if pending_draw else 0, pending_draw
    position.undecided = position.others(owner) if able else 0
    if short:
        position.act(turn, Accept() if pending_draw else Draw())
    return turns
