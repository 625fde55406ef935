"""What the rules of Durak, Kirifu and Mustamaija have in common, told a second time, for games that are watched.

Made from the log alone; nothing of `domain.beating` is used. With every action the books tell at once all that follows from it, and hold each event
against that. Numbers in brackets are sections of the rulebook.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from domain.cards import CARDS, HIDDEN
from domain.events import TABLE, Event
from domain.moments import later

ACTIONS = (
    "cards-led", "attack-played", "attack-turned-over", "cards-beaten", "attack-stopped", "take-declared", "cards-thrown-in",
)  # fmt: skip


def in_order(cards: Iterable[str]) -> list[str]:
    """Codes in the order of the deck."""
    return sorted(cards, key=CARDS.__getitem__)


def number(code: str) -> int:
    """The number of a card, the ace high; 0 for a joker."""
    return 0 if code[0] == "X" else int(code[1:]) if code[1:] != "1" else 14


class Books:
    """Follows a round, holds its cards, and says what is against its rules."""

    size = 5
    "Cards that hands are filled up to."

    def __init__(self, dealt: Event, seats: int, options: Mapping[str, Any]) -> None:
        self.seats, self.options, public = seats, options, dealt.public
        self.hands = [{*dealt.sealed[str(seat)]["cards"]} for seat in range(seats)]
        self.stock: list[str] = dealt.sealed[TABLE]["stock"][:]
        "In the order of drawing."
        self.everything = {card for place in (*self.hands, self.stock) for card in place}
        assert public["hands"] == [self.size] * seats
        assert public["stock"] == len(self.stock) == len(self.everything) - self.size * seats
        self.trump: str | None = public["trump"]
        self.laid: list[list[Any]] = []
        "Attack, whose it is, what beat it."
        self.away: set[str] = set()
        self.known: list[set[str]] = [set() for _ in range(seats)]
        "Of each hand what lay open before."
        self.open = {code for code in [public["trump_card"]] if code}
        "All that ever lay open."
        self.turned_up = {*self.open} & {*self.stock}
        self.empty: list[int] = []
        self.out: list[int] = []
        self.stall = 0
        self.asked: dict[str, Any] | None = None
        self.over = False
        self.owed: list[tuple[str, dict[str, Any], dict[str, Any]]] = []

    # What follows

    def say(self, kind: str, sealed: dict[str, Any] | None = None, /, **public: Any) -> None:
        self.owed.append((kind, public, sealed or {}))

    def ask(self, phase: str, seat: int, **limit: int) -> None:
        """Whoever is asked is asked with the last event."""
        seconds = self.options["turn_seconds"]
        deadline = later(self.at, seconds=seconds) if seconds else None
        self.asked = {"phase": phase, "seat": seat, "deadline": deadline, **limit}
        if self.owed:
            self.owed[-1][1]["asks"] = self.asked

    def record(self, event: Event) -> None:
        """Check an event, and what it brings about."""
        self.at = event.at
        if event.type in ACTIONS:
            assert not self.owed, "what was begun is finished first"
            self._acts(event)
        if not self.owed:
            assert event.type not in (
                "defence-ended",
                "cards-drawn",
                "seat-out",
                "bout-begun",
                "round-ended",
                "trump-turned",
            )
            return
        kind, public, sealed = self.owed.pop(0)
        said = {name: value for name, value in event.public.items() if name != "by_clock" or event.type not in ACTIONS}
        assert (event.type, said, event.sealed) == (kind, public, sealed)
        assert sorted(
            card for place in (*self.hands, self.stock, self.away, self._lying()) for card in place
        ) == sorted(self.everything)

    def _acts(self, event: Event) -> None:
        asked, public = self.asked, event.public
        assert asked is not None
        seat = public["seat"]
        assert seat == asked["seat"]
        assert seat not in self.out
        if "by_clock" in public:
            assert public["by_clock"] is True
            assert event.at >= asked["deadline"]
            self._clock(event, asked["phase"])
        else:
            assert asked["deadline"] is None or event.at <= asked["deadline"], "the clock has acted by then"
        self.asked = None
        self.say(event.type, **{name: value for name, value in public.items() if name not in ("by_clock", "asks")})
        self.act(event.type, seat, public, asked["phase"])

    def _clock(self, event: Event, phase: str) -> None:
        """0.4."""
        usual = {"defending": "take-declared", "attacking": "attack-stopped", "throwing-in": "attack-stopped"}
        if phase != "leading":
            assert event.type == usual[phase]
        else:
            assert event.public["cards"] == [self.weakest(event.public["seat"])]

    def act(self, kind: str, seat: int, public: dict[str, Any], phase: str) -> None:
        raise NotImplementedError

    def weakest(self, seat: int) -> str:
        return min(self.hands[seat], key=lambda code: (code[0] == self.trump, number(code), CARDS[code]))

    def beats(self, card: str, attack: str) -> bool:
        return number(card) > number(attack) if card[0] == attack[0] else card[0] == self.trump

    # Cards

    def _lying(self) -> list[str]:
        return [card for attack, _, beater in self.laid for card in (attack, beater) if card]

    def unbeaten(self) -> list[str]:
        return [attack for attack, _, beater in self.laid if not beater]

    def lay(self, seat: int, cards: Iterable[str]) -> None:
        for card in cards:
            self.hands[seat].remove(card)
            self.known[seat].discard(card)
            self.open.add(card)
        if not self.hands[seat]:
            self.empty.append(seat)

    def attack(self, seat: int, cards: list[str]) -> None:
        assert cards
        self.lay(seat, cards)
        self.laid += [[card, seat, None] for card in cards]

    def beat(self, seat: int, pairs: list[list[str]]) -> None:
        assert pairs
        for attack, card in pairs:
            assert attack in self.unbeaten()
            assert self.beats(card, attack)
            next(one for one in self.laid if one[0] == attack)[2] = card
            self.lay(seat, [card])

    def clear(self, seat: int, taken: list[str]) -> None:
        """The table is cleared (0.5: takes that come to nothing are counted)."""
        gone = [card for card in self._lying() if card not in taken]
        self.stall = self.stall + 1 if taken and not gone and not self.stock else 0
        self.say(
            "defence-ended",
            seat=seat,
            how="taken" if taken else "beaten",
            taken=taken,
            discarded=gone,
            stall=self.stall,
        )
        self.laid, self.away = [], self.away | {*gone}
        self.hands[seat] |= {*taken}
        self.known[seat] |= {*taken}
        if taken and seat in self.empty:
            self.empty.remove(seat)

    def draw(self, seat: int) -> None:
        count = min(self.size - len(self.hands[seat]), len(self.stock))
        if count <= 0:
            return
        cards, self.stock = self.stock[:count], self.stock[count:]
        shown = [card for card in cards if card in self.turned_up]
        self.say(
            "cards-drawn", {str(seat): {"cards": cards}}, seat=seat, count=count, stock=len(self.stock), shown=shown
        )
        self.hands[seat] |= {*cards}
        self.known[seat] |= {*shown}
        if seat in self.empty:
            self.empty.remove(seat)

    def done(self, seats: list[int]) -> list[int]:
        gone = [seat for seat in seats if not self.hands[seat] and not self.stock]
        for seat in gone:
            self.empty.remove(seat)
            self.out.append(seat)
            self.stall = 0
            self.say("seat-out", seat=seat, place=len(self.out))
        return gone

    def left(self) -> list[int]:
        return [seat for seat in range(self.seats) if seat not in self.out]

    def next(self, seat: int) -> int:
        """The next seat that is in, which may be the seat itself."""
        return min(self.left(), key=lambda other: (other - seat - 1) % self.seats, default=seat)

    def end(self, reason: str, ranks: list[int | None], points: list[int], losers: list[int]) -> None:
        best = [seat for seat, rank in enumerate(ranks) if rank == 1]
        self.say(
            "round-ended", winner=best[0] if len(best) == 1 else None, losers=losers, reason=reason, points=points, ranks=ranks,
            hands=[in_order(hand) for hand in self.hands],
        )  # fmt: skip
        self.over, self.asked = True, None
        self.open = {*self.everything}

    def ranks(self, alike: Iterable[int] = ()) -> list[int | None]:
        """Places in the order of being done; those who are still in, and `alike`, share the next one."""
        sharing = {*alike, *self.left()}
        apart = [seat for seat in self.out if seat not in sharing]
        return [apart.index(seat) + 1 if seat in apart else len(apart) + 1 for seat in range(self.seats)]

    # What a viewer may see

    def hand(self, seat: int, viewer: int) -> list[str]:
        """A hand as the viewer may see it."""
        return in_order(self.hands[seat]) if self.over or seat == viewer else [HIDDEN] * len(self.hands[seat])
