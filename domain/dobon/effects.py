"""The effects of special numbers on the turn, the direction and the pending draw."""

from dataclasses import dataclass

from domain.dobon.events import Direction, Pending
from domain.dobon.table import DobonTable


@dataclass(frozen=True, slots=True)
class Effects:
    """The number that has each effect; 0 if no number has it."""

    skip: int
    "The next player loses the turn."
    draw_two: int
    "The next player draws two."
    reverse: int
    "The direction of play is reversed."
    opens: int = 0
    "The next player opens the hand."

    def after(self, table: DobonTable, seat: int, rank: int, count: int) -> tuple[int, Direction, Pending | None]:
        """Return `turn`, `direction` and `pending` after the seat has laid `count` cards of a number.

        Skips accumulate, draws accumulate with the pending ones, reverses cancel out in pairs, opening does not
        accumulate.
        """
        direction = table.direction
        pending = None
        if rank == self.reverse and count % 2:
            direction = 1 if direction == -1 else -1
        elif rank == self.draw_two:
            pending = Pending(rank=rank, draw=table.pending_draw + 2 * count)
        elif rank == self.opens:
            pending = Pending(rank=rank, draw=0)
        elif table.pending_rank:  # Another number that passes the effect on, if the rule set has one.
            pending = Pending(rank=table.pending_rank, draw=table.pending_draw)
        steps = 1 + count if rank == self.skip else 1
        return (seat + direction * steps) % table.seats, direction, pending
