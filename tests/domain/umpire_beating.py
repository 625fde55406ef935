"""The rules of Durak, Kirifu and Mustamaija told a second time, for games that are watched.

Made from the log alone; nothing of `domain.beating` is used. With every action the books tell at once all that follows from it, and hold each event
against that. Numbers in brackets are sections of the rulebook.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from domain.cards import CARDS, HIDDEN
from domain.events import TABLE, Event
from domain.times import later

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
            assert event.at == asked["deadline"]
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


class Leads(Books):
    """Kirifu (3) and Mustamaija (4)."""

    def __init__(self, dealt: Event, seats: int, options: Mapping[str, Any]) -> None:
        super().__init__(dealt, seats, options)
        self.kirifu = "joker" in options
        full = {f"{suit}{rank}" for suit in "SCHD" for rank in range(1, 14)}
        assert self.everything == full | ({"X1"} if options.get("joker") else set())
        if self.kirifu:
            named = options["trump"]
            assert named == "random" or self.trump == named[0].upper()
            self.asked = dealt.public["asks"]
            assert self.asked
            self.at = dealt.at
            self.lead(self.asked["seat"])
            assert dealt.public["asks"] == self.asked
        else:
            assert self.trump is None
            self.at = dealt.at
            first = (dealt.public["dealer"] + 1) % seats
            if options["trump_reveal"] == "at_deal":
                self._turn()
            self.lead(first)
            assert dealt.public.get("asks") == (None if self.owed else self.asked)

    def lead(self, seat: int) -> None:
        """3.4: five cards at most; 4.3: no more than the next one holds."""
        held, options = len(self.hands[self.next(seat)]), self.options
        if self.kirifu:
            most = min(5, held) if options["limit_by_defender_hand"] else 5
        else:
            most = min(held, options["max_lead"] or held)
        self.ask("leading", seat, limit=most)

    def _turn(self) -> None:
        """4.3: the first that may be trump, under the stock; those before it into the middle of the rest."""
        place = 0
        while self.stock[place][0] == "S" and not self.options["spades_can_be_trump"]:
            place += 1
        passed, card, rest = self.stock[:place], self.stock[place], self.stock[place + 1 :]
        half = len(rest) // 2
        self.stock = [*rest[:half], *passed, *rest[half:], card]
        self.trump, self.turned_up = card[0], {card, *passed}
        self.open |= self.turned_up
        self.say("trump-turned", card=card, trump=card[0], skipped=passed, under=half)

    def beats(self, card: str, attack: str) -> bool:
        if not self.kirifu:
            return "S12" not in (card, attack) and super().beats(card, attack)
        one, other = self._class(card), self._class(attack)
        if one == other == 0 and self.options["plain_follow_suit"] and card[0] != attack[0]:
            return False
        return one > other or (one == other < 2 and number(card) > number(attack))

    def _class(self, code: str) -> int:
        """3.3: joker, the aces above the trumps, trumps, all others."""
        above = {"spade_ace": ["S1"], "all_aces": ["S1", "C1", "H1", "D1"], "none": []}[self.options["ace_rule"]]
        return 3 if code[0] == "X" else 2 if code in above else int(code[0] == self.trump)

    def weakest(self, seat: int) -> str:
        if not self.kirifu:
            return "S12" if "S12" in self.hands[seat] else super().weakest(seat)
        return min(
            self.hands[seat],
            key=lambda code: (self._class(code), number(code) if self._class(code) < 2 else 0, CARDS[code]),
        )

    def act(self, kind: str, seat: int, public: dict[str, Any], phase: str) -> None:
        assert (phase == "leading") == (kind == "cards-led")
        if kind == "cards-led":
            self._leads(seat, public)
        elif kind == "cards-beaten":
            self.beat(seat, public["pairs"])
            self.ask("defending", seat) if self.unbeaten() else self._beaten(seat)
        else:
            assert kind == "take-declared"
            self.clear(seat, self.unbeaten())
            self.draw(seat)
            if 0 < self.options["stall_limit"] <= self.stall:
                self._ends("stalled", [])
            else:
                self.lead(self.next(seat))

    def _leads(self, seat: int, public: dict[str, Any]) -> None:
        to = self.next(seat)
        extra, cards = public["extra"], public["cards"]
        self.fits([card for card in cards if card != extra], extra, public["kind"])
        assert self.asked is None
        assert public["to"] == to
        assert extra is None or cards[-1] == extra
        held = len(self.hands[to])
        assert len(cards) <= (held if not self.kirifu else 5)
        self.attack(seat, cards)
        if self.trump is None:
            self._turn()
        self.draw(seat)
        if not (self.done([seat]) and self._decided(to)):
            self.ask("defending", to)

    def fits(self, cards: list[str], extra: str | None, kind: str) -> None:
        numbers, suits = {number(card) for card in cards}, {card[0] for card in cards}
        if not self.kirifu:
            assert extra is None
            assert len(suits) == 1
            assert kind == ("single" if len(cards) == 1 else "flush")
        elif len(cards) == 1:
            assert (kind, extra) == ("single", None)
        elif kind == "sequence":
            assert extra is None
            assert self.options["sequences"]
            assert len(suits) == 1
            assert len(cards) >= self.options["min_sequence"]
            assert max(numbers) - min(numbers) + 1 == len(numbers) == len(cards)
        else:
            assert 0 not in numbers
            assert kind == {1: "group", 2: "two-groups"}[len(numbers)]
            assert kind == "group" or (self.options["two_groups"] and len(cards) == 4)

    def _beaten(self, seat: int) -> None:
        """3.4: at Kirifu nothing is drawn before the lead, unless no card is left for it; 4.3: at Mustamaija it is."""
        self.clear(seat, [])
        leads = bool(self.hands[seat])
        if not (leads and self.kirifu):
            self.draw(seat)
        if self.done([seat]) and self._decided(None):
            return
        self.lead(seat if self.hands[seat] and (leads or not self.kirifu) else self.next(seat))

    def _decided(self, defender: int | None) -> bool:
        """3.5 and 4.4."""
        if self.kirifu and self.options["finish"] == "first_out":
            ranks = [1 if seat in self.out else None for seat in range(self.seats)]
            self.end("first-out", ranks, [int(rank == 1) for rank in ranks], [])
            return True
        if len(self.left()) > 1:
            return False
        if defender is not None:
            self.clear(defender, self.unbeaten())
        self._ends("one-left", self.left())
        return True

    def _ends(self, reason: str, losers: list[int]) -> None:
        ranks = self.ranks()
        won = ranks.index(1) if self.kirifu and ranks.count(1) == 1 else None
        self.end(reason, ranks, [(seat == won) - (seat in losers) for seat in range(self.seats)], losers)
        if not self.kirifu and losers:
            assert "S12" in self.hands[losers[0]], "the loser holds the queen of spades"
