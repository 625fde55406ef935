"""An independent second implementation of the common rules of Durak, Kirifu and Mustamaija, for games that are checked.

It uses only the log and nothing of `domain.beating`. For every action it predicts all events that follow, and compares
each event with the prediction. Numbers in brackets are sections of the rulebook.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from domain.log.events import TABLE, Event
from domain.log.moments import later
from domain.ruleset.cards import CARDS, HIDDEN

ACTIONS = (
    "cards-led", "attack-played", "attack-turned-over", "cards-beaten", "attack-stopped", "take-declared", "cards-thrown-in",
)  # fmt: skip


def in_order(cards: Iterable[str]) -> list[str]:
    """Return the codes in the order of the deck."""
    return sorted(cards, key=CARDS.__getitem__)


def number(code: str) -> int:
    """Return the number of a card: 14 for an ace, 0 for a joker."""
    return 0 if code[0] == "X" else int(code[1:]) if code[1:] != "1" else 14


class BeatingRound:
    """The expected cards and events of a round; a violated rule fails an assertion."""

    size = 5
    "The number of cards that hands are filled up to."

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
        "Attack, its owner, and the card that beat it."
        self.away: set[str] = set()
        self.known: list[set[str]] = [set() for _ in range(seats)]
        "For each hand the cards that were face up before."
        self.open = {code for code in [public["trump_card"]] if code}
        "All cards that were ever face up."
        self.turned_up = {*self.open} & {*self.stock}
        self.empty: list[int] = []
        self.out: list[int] = []
        self.stall = 0
        self.asked: dict[str, Any] | None = None
        self.over = False
        self.owed: list[tuple[str, dict[str, Any], dict[str, Any]]] = []

    # Predictions

    def say(self, kind: str, sealed: dict[str, Any] | None = None, /, **public: Any) -> None:
        self.owed.append((kind, public, sealed or {}))

    def ask(self, phase: str, seat: int, **limit: int) -> None:
        """Ask a seat, with the last predicted event."""
        seconds = self.options["turn_seconds"]
        deadline = later(self.at, seconds=seconds) if seconds else None
        self.asked = {"phase": phase, "seat": seat, "deadline": deadline, **limit}
        if self.owed:
            self.owed[-1][1]["asks"] = self.asked

    def record(self, event: Event) -> None:
        """Check an event against the prediction and apply it."""
        self.at = event.at
        if event.type in ACTIONS:
            assert not self.owed, "a command is finished before the next begins"
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
            assert asked["deadline"] is None or event.at <= asked["deadline"], "the clock acts before that"
        self.asked = None
        self.say(event.type, **{name: value for name, value in public.items() if name not in ("by_clock", "asks")})
        self.act(event.type, seat, public, asked["phase"])

    def _clock(self, event: Event, phase: str) -> None:
        """Check an action of the clock (0.4)."""
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
        """Clear the table, and count a take without progress (0.5)."""
        gone = [card for card in self._lying() if card not in taken]
        self.stall = self.stall + 1 if taken and not gone else 0
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
        self.stall = 0
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
        """Return the next seat that is in, which may be the seat itself."""
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
        """Return places in the order of being done; seats that are still in, and `alike`, share the next place."""
        sharing = {*alike, *self.left()}
        apart = [seat for seat in self.out if seat not in sharing]
        return [apart.index(seat) + 1 if seat in apart else len(apart) + 1 for seat in range(self.seats)]

    # Views

    def hand(self, seat: int, viewer: int) -> list[str]:
        """Return a hand as the viewer may see it."""
        return in_order(self.hands[seat]) if self.over or seat == viewer else [HIDDEN] * len(self.hands[seat])
