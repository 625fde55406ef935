"""An independent second implementation of the rules of Doubt, for games that are checked.

It uses only the log and nothing of `domain.doubt`: places of the cards, asked seats, expected events and the winner.
Numbers in brackets are sections of the rulebook.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from domain.log.events import Event
from domain.log.moments import later
from domain.ruleset.cards import CARDS, HIDDEN


def number(code: str) -> int:
    """Return the number of a card; 0 for a joker."""
    return 0 if code[0] == "X" else int(code[1:])


def in_order(cards: Iterable[str]) -> list[str]:
    """Return the codes in the order of the deck."""
    return sorted(cards, key=CARDS.__getitem__)


class DoubtRound:
    """The expected cards and events of a round of `doubt`; a violated rule fails an assertion."""

    def __init__(self, dealt: Event, seats: int, options: Mapping[str, Any]) -> None:
        self.seats, self.options, public = seats, options, dealt.public
        self.hands = [Counter(dealt.sealed[str(seat)]["cards"]) for seat in range(seats)]
        self.deck = sum(self.hands, Counter[str]())
        one = [f"{suit}{rank}" for suit in "SCHD" for rank in range(1, 14)]
        one += [f"X{joker + 1}" for joker in range(options["jokers_per_deck"])]
        assert self.deck == Counter(one * options["decks"])
        self._dealt_evenly(public)
        self.turn, self.number, self.deadline = public["turn"], 1, self._after("turn_seconds", dealt)
        assert (public["number"], public["deadline"], public["hands"]) == (1, self.deadline, self.counts())
        self.pile: list[str] = []
        self.away: Counter[str] = Counter()
        self.success, self.out, self.plays = [0] * seats, list[int](), 0
        self.play: Event | None = None
        "The newest play while it may be doubted."
        self.declined: set[int] = set()
        self.owed: dict[str, Any] | None = None
        "The event that has to follow at once."
        self.over = False

    def _dealt_evenly(self, public: dict[str, Any]) -> None:
        """Check that cards are dealt one by one from the seat that begins (1.1)."""
        whole, left = divmod(sum(public["hands"]), self.seats)
        for seat, size in enumerate(public["hands"]):
            assert size == whole + ((seat - public["turn"]) % self.seats < left)

    def counts(self) -> list[int]:
        return [hand.total() for hand in self.hands]

    def asked(self) -> list[int]:
        """Return the seats that were asked about the newest play."""
        return self.play.public["asked"] if self.play else []

    def waited_for(self, viewer: int) -> list[int]:
        """Return the seats that have yet to answer, as far as the viewer may know, or else the seat in turn."""
        if self.over:
            return []
        return (
            [seat for seat in self.asked() if seat != viewer or seat not in self.declined] if self.play else [self.turn]
        )

    def limit(self) -> str | None:
        """Return the moment at which the clock acts."""
        limit: str | None = None if self.over else self.play.public["deadline"] if self.play else self.deadline
        return limit

    def hand(self, seat: int, viewer: int) -> list[str]:
        """Return a hand as the viewer may see it."""
        if self.over or seat == viewer:
            return in_order(self.hands[seat].elements())
        return [HIDDEN] * self.hands[seat].total()

    # Events

    def record(self, event: Event) -> None:
        """Check an event and apply it."""
        kind, public = event.type, event.public
        if kind not in _ROUND:
            assert self.owed is None
            return
        assert not self.over
        limit, owed, self.owed = self.limit(), self.owed, None
        assert owed is not None or limit is None or event.at <= limit, "the clock acts before that"
        if owed is not None:
            assert {"type": kind, **{name: public.get(name) for name in owed if name != "type"}} == owed
        else:
            assert kind in ("cards-played", "doubt-declined", "doubt-called", "window-closed")
            assert (self.play is None) == (kind == "cards-played")
        _ROUND[kind](self, event)
        assert sum(self.hands, self.away + Counter(self.pile)) == self.deck

    def _after(self, option: str, event: Event) -> str | None:
        seconds = self.options[option]
        return later(event.at, seconds=seconds) if seconds else None

    def _left(self) -> list[int]:
        return [seat for seat in range(self.seats) if seat not in self.out]

    def _next(self, seat: int) -> int:
        return min(self._left(), key=lambda other: (other - seat - 1) % self.seats)

    def _played(self, event: Event) -> None:
        """Check a play (1.3).

        The seat in turn lays cards of its hand, at most as many as allowed, said to be of the turn's number. The event
        also says which seats may doubt it.
        """
        public, options = event.public, self.options
        seat, cards = self.turn, event.sealed[str(self.turn)]["cards"]
        assert (public["seat"], public["turn"], public["number"], public["count"]) == (
            seat,
            seat,
            self.number,
            len(cards),
        )
        assert [*event.sealed] == [str(seat)], "the cards are sealed to the player alone"
        assert 1 <= len(cards) <= options["max_cards_per_play"]
        assert Counter(cards) <= self.hands[seat]
        if public.get("by_clock"):
            assert event.at == self.deadline
            assert cards == [self._clock_lays(seat)]
        self.hands[seat] -= Counter(cards)
        self.pile += cards
        self.plays += 1
        last = not self.hands[seat]
        assert public["finishing"] == last
        unearned = options["must_doubt_to_finish"] and not self.success[seat]
        if last and (unearned or (not options["joker_may_finish"] and not all(map(number, cards)))):
            window: list[Any] = [[], None, False, None]
            self.owed = self._going_on(event, self._next(seat)) | {"type": "pile-taken", "seat": seat, "why": "finish"}
        else:
            self.play, self.declined = event, set()
            window = self._window(event, last=last)
        assert [public[name] for name in ("asked", "allowed_from", "closable", "deadline")] == window

    def _window(self, event: Event, *, last: bool) -> list[Any]:
        options, seat = self.options, self.turn
        cheat = options["variant"] == "cheat"
        ends = last or (options["max_plays"] and self.plays >= options["max_plays"])
        closable = not ends and (cheat or options["next_play_closes"])
        floor = self._after("min_open_seconds", event) if closable and not cheat else None
        asked = [self._next(seat)] if cheat else [other for other in self._left() if other != seat]
        return [asked, floor, bool(closable), self._after("turn_seconds" if cheat else "window_seconds", event)]

    def _clock_lays(self, seat: int) -> str:
        """Return the card that the clock lays (0.4).

        Cards of the number come first, then all others; both in the order S, H, D, C, jokers last.
        """
        hand = sorted(self.hands[seat].elements(), key=lambda code: ("SHDCX".index(code[0]), int(code[1:])))
        return next((code for code in hand if number(code) in (0, self.number)), hand[0])

    def _declines(self, event: Event) -> None:
        """Check a final answer, with the same envelope for every seat (1.3)."""
        assert self.play
        [seat] = [int(part) for part, answer in event.sealed.items() if answer == {"declined": True}]
        assert [*event.sealed.values()].count({"declined": False}) == self.seats - 1
        assert event.public == {"on": self.play.version}
        assert seat in {*self.asked()} - self.declined
        self.declined.add(seat)
        if self.declined == {*self.asked()}:
            self.owed = {"type": "window-closed", "by": "all"}

    def _closed(self, event: Event) -> None:
        """Check the end of a window (1.3): all seats have declined, time is up, or the next seat plays."""
        assert self.play
        public, play, player = event.public, self.play.public, self.play.public["seat"]
        assert public["on"] == self.play.version
        silent = {*self.asked()} - self.declined
        if public["by"] == "deadline":
            assert event.at == play["deadline"]
        elif public["by"] == "all":
            assert not silent
        else:
            assert public["by"] == "play"
            assert play["closable"]
            assert play["allowed_from"] is None or event.at >= play["allowed_from"] or silent <= {self._next(player)}
        self.play = None
        self._goes_on(event, self._next(player))
        if public["by"] == "play":
            self.owed = {"type": "cards-played", "seat": self.turn}
        self._test_the_end(player)

    def _doubted(self, event: Event) -> None:
        """Check a doubt (1.4): the cards are shown; they are true if all are jokers or of the number."""
        assert self.play
        public, play = event.public, self.play.public
        caller, player, said = public["seat"], play["seat"], self.number
        assert caller in {*self.asked()} - self.declined
        assert public["claimed"] == {"seat": player, "number": said, "count": play["count"]}
        assert (public["on"], public["cards"]) == (self.play.version, self.pile[-play["count"] :])
        lie = any(number(code) not in (0, said) for code in public["cards"])
        assert (public["valid"], public["kind"]) == (lie, self.options["variant"])
        self.success[caller] += lie
        self.play = None
        loser, winner = (player, caller) if lie else (caller, player)
        self.settled = (player, caller, loser, lie)
        self.owed = {
            "pile": {"type": "pile-taken", "seat": loser, "why": "doubt"},
            "eliminate": {"type": "seat-eliminated", "seat": loser},
            "exchange_two": {"type": "cards-exchanged", "from": winner, "to": loser},
        }[self.options["penalty"]]

    def _taken(self, event: Event) -> None:
        public, cards = event.public, event.sealed[str(event.public["seat"])]["cards"]
        assert cards == in_order(self.pile)
        assert public["count"] == len(cards)
        assert [*event.sealed] == [str(public["seat"])]
        self.hands[public["seat"]] += Counter(cards)
        self.pile = []
        if public["why"] == "doubt":
            self._penalty_paid(event)
        else:
            self.turn, self.number, self.deadline = public["turn"], public["number"], public["deadline"]
            self._test_the_end()

    def _eliminated(self, event: Event) -> None:
        seat = event.public["seat"]
        assert event.public["count"] == self.hands[seat].total()
        self.away += self.hands[seat]
        self.hands[seat] = Counter()
        self.out.append(seat)
        self._penalty_paid(event)

    def _exchanged(self, event: Event) -> None:
        public = event.public
        giver, taker = public["from"], public["to"]
        drawn = event.sealed[str(giver)]["cards"]
        assert {*event.sealed} == {str(giver), str(taker)}
        assert event.sealed[str(taker)]["cards"] == drawn
        assert Counter(drawn) <= self.hands[giver]
        assert public["count"] == len(drawn) == min(2, self.hands[giver].total())
        self.hands[giver] -= Counter(drawn)
        self.hands[taker] += Counter(drawn)
        self._penalty_paid(event)

    def _penalty_paid(self, event: Event) -> None:
        """Continue after a penalty (1.4, step 5)."""
        player, caller, _, lie = self.settled
        turn = caller if lie and self.options["doubter_takes_turn"] else self._next(player)
        same = lie and self.options["resume_same_number"]
        self._goes_on(event, turn, same=bool(same))
        self._test_the_end(player, caller)

    def _going_on(self, event: Event, turn: int, *, same: bool = False) -> dict[str, Any]:
        following = self.number if same else 1 if self.number == 13 else self.number + 1
        return {"turn": turn, "number": following, "deadline": self._after("turn_seconds", event)}

    def _goes_on(self, event: Event, turn: int, *, same: bool = False) -> None:
        expected = self._going_on(event, turn, same=same)
        assert {name: event.public[name] for name in expected} == expected
        self.turn, self.number, self.deadline = expected["turn"], expected["number"], expected["deadline"]

    def _test_the_end(self, *candidates: int) -> None:
        """Predict the end of the round (1.4, step 4), if there is one.

        It ends with one seat left, with an empty hand of player or caller, or at the limit of plays.
        """
        left = self._left()
        if len(left) == 1:
            self.owed = {"type": "round-ended", "reason": "last-in", "winner": left[0]}
            return
        for seat in candidates:
            if seat in left and not self.hands[seat]:
                if self.options["must_doubt_to_finish"] and not self.success[seat]:
                    self.owed = {
                        "type": "pile-taken",
                        "seat": seat,
                        "why": "finish",
                        "turn": self.turn,
                        "number": self.number,
                    }
                else:
                    self.owed = {"type": "round-ended", "reason": "empty-hand", "winner": seat}
                return
        if self.options["max_plays"] and self.plays >= self.options["max_plays"]:
            self.owed = {"type": "round-ended", "reason": "max-plays", "winner": None}

    def _ended(self, event: Event) -> None:
        """Check the result (1.5)."""
        public, seats = event.public, range(self.seats)
        winner, sizes = public["winner"], self.counts()
        assert public["hands"] == [in_order(hand.elements()) for hand in self.hands]
        assert public["points"] == [1 if seat == winner else 0 for seat in seats]
        assert public["losers"] == sorted(self.out)
        if winner is not None and self.options["ranking"] == "winner_only":
            assert public["ranks"] == [1 if seat == winner else None for seat in seats]
        else:
            others = sorted(sizes[seat] for seat in self._left() if seat != winner)
            first = 1 if winner is None else 2
            ranks = {seat: first + others.index(sizes[seat]) for seat in self._left() if seat != winner}
            ranks |= {seat: self.seats - place for place, seat in enumerate(self.out)}
            assert public["ranks"] == [1 if seat == winner else ranks[seat] for seat in seats]
        self.over = True


_ROUND = {
    "cards-played": DoubtRound._played, "doubt-declined": DoubtRound._declines, "window-closed": DoubtRound._closed, "doubt-called": DoubtRound._doubted,
    "pile-taken": DoubtRound._taken, "seat-eliminated": DoubtRound._eliminated, "cards-exchanged": DoubtRound._exchanged, "round-ended": DoubtRound._ended,
}  # fmt: skip
