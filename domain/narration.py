"""Events in words, Japanese and English: those of a whole game here, those of a round by its ruleset.

What a reader may not open is not said: a draw names its cards only where the event holds them.
"""

from collections.abc import Callable, Mapping

from domain.events import Event
from domain.ruleset import Ruleset, Text, Who
from domain.upcasting import current

NO_NAMES: Mapping[int, str] = {}


def seats_called(names: Mapping[int, str] = NO_NAMES) -> Who:
    """What seats are called: the given names by seat, and the number of the seat where there is none."""
    return lambda seat: (
        {"ja": names[seat], "en": names[seat]} if seat in names else {"ja": f"席{seat}", "en": f"Seat {seat}"}
    )


_BY_NUMBER = seats_called()


def narrate(ruleset: Ruleset, event: Event, who: Who = _BY_NUMBER) -> Text:
    """The event in a sentence or two of each language, as much of it as its reader may open."""
    event = current(event)
    say = _SAY.get(event.type)
    return ruleset.words(event, who) if say is None else say(event, who)


def _game_created(event: Event, _: Who) -> Text:
    seats, ruleset = event.public["seats"], event.public["ruleset"]
    return {"ja": f"{seats}人の卓({ruleset})ができた。", "en": f"A table of {ruleset} for {seats} is opened."}


def _round_committed(event: Event, _: Who) -> Text:
    number = event.public["round"]
    return {
        "ja": f"第{number}ラウンドの切り混ぜを決める秘密が定まった。",
        "en": f"The secret that shuffles round {number} is committed to.",
    }


def _seat_taken(event: Event, who: Who) -> Text:
    name, bot = who(event.public["seat"]), event.public["bot"]
    if bot is not None:
        return {"ja": f"{name['ja']}はボット({bot})。", "en": f"{name['en']} is a bot ({bot})."}
    return {"ja": f"{name['ja']}が席に着いた。", "en": f"{name['en']} sits down."}


def _seat_left(event: Event, who: Who) -> Text:
    name = who(event.public["seat"])
    return {"ja": f"{name['ja']}が席を立った。", "en": f"{name['en']} stands up."}


def _seat_handed_over(event: Event, who: Who) -> Text:
    name, bot = who(event.public["seat"]), event.public["bot"]
    return {
        "ja": f"{name['ja']}が抜け、ボット({bot})が代わりに打つ。",
        "en": f"{name['en']} leaves; a bot ({bot}) plays on.",
    }


def _seat_resumed(event: Event, who: Who) -> Text:
    name = who(event.public["seat"])
    return {"ja": f"{name['ja']}が戻った。", "en": f"{name['en']} is back."}


def _seat_readied(event: Event, who: Who) -> Text:
    name = who(event.public["seat"])
    if event.public.get("by_clock"):
        return {"ja": f"{name['ja']}は時間切れで準備完了。", "en": f"{name['en']} is ready, as time is up."}
    return {"ja": f"{name['ja']}は準備完了。", "en": f"{name['en']} is ready."}


def _round_revealed(event: Event, _: Who) -> Text:
    number = event.public["round"]
    return {"ja": f"第{number}ラウンドの秘密が公開された。", "en": f"The secret of round {number} is shown."}


def _game_ended(event: Event, _: Who) -> Text:
    scores = ", ".join(str(score) for score in event.public["scores"])
    return {"ja": f"ゲーム終了。得点は席の順に {scores}。", "en": f"The game is over. Scores by seat: {scores}."}


def _game_abandoned(_: Event, __: Who) -> Text:
    return {"ja": "ゲームは打ち切られた。", "en": "The game is abandoned."}


_SAY: dict[str, Callable[[Event, Who], Text]] = {
    "game-created": _game_created,
    "round-committed": _round_committed,
    "seat-taken": _seat_taken,
    "seat-left": _seat_left,
    "seat-handed-over": _seat_handed_over,
    "seat-resumed": _seat_resumed,
    "seat-readied": _seat_readied,
    "round-revealed": _round_revealed,
    "game-ended": _game_ended,
    "game-abandoned": _game_abandoned,
}
