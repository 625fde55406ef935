"""The events of the whole game in words."""

from domain.game.game_events import (
    GameAbandoned,
    GameCreated,
    GameEnded,
    ReadinessAsked,
    RoundRevealed,
    SeatHandedOver,
    SeatLeft,
    SeatReadied,
    SeatResumed,
    SeatTaken,
)
from domain.log.events import Event
from domain.ruleset.wording import Text, Who


def game_created(event: Event[GameCreated], _: Who) -> Text:
    """Tell what game was created."""
    seats, ruleset = event.public.seats, event.public.ruleset
    return {"ja": f"{seats}人の卓({ruleset})ができた。", "en": f"A table of {ruleset} for {seats} is opened."}


def readiness_asked(event: Event[ReadinessAsked], _: Who) -> Text:
    """Tell which round is next."""
    number = event.public.round
    return {"ja": f"次は第{number}ラウンド。", "en": f"Round {number} is next."}


def seat_taken(event: Event[SeatTaken], who: Who) -> Text:
    """Tell which player or bot sits down."""
    name, bot = who(event.public.seat), event.public.bot
    if bot is not None:
        return {"ja": f"{name['ja']}はボット({bot})。", "en": f"{name['en']} is a bot ({bot})."}
    if "bot_account" in event.public:
        return {"ja": f"{name['ja']}(ボットアカウント)が席に着いた。", "en": f"{name['en']}, a bot account, sits down."}
    return {"ja": f"{name['ja']}が席に着いた。", "en": f"{name['en']} sits down."}


def seat_left(event: Event[SeatLeft], who: Who) -> Text:
    """Tell which player stands up."""
    name = who(event.public.seat)
    return {"ja": f"{name['ja']}が席を立った。", "en": f"{name['en']} stands up."}


def seat_handed_over(event: Event[SeatHandedOver], who: Who) -> Text:
    """Tell which bot plays for which player."""
    name, bot = who(event.public.seat), event.public.bot
    return {
        "ja": f"{name['ja']}が抜け、ボット({bot})が代わりに打つ。",
        "en": f"{name['en']} leaves; a bot ({bot}) plays on.",
    }


def seat_resumed(event: Event[SeatResumed], who: Who) -> Text:
    """Tell which player is back."""
    name = who(event.public.seat)
    return {"ja": f"{name['ja']}が戻った。", "en": f"{name['en']} is back."}


def seat_readied(event: Event[SeatReadied], who: Who) -> Text:
    """Tell which player is ready."""
    name = who(event.public.seat)
    if event.public.get("by_clock"):
        return {"ja": f"{name['ja']}は時間切れで準備完了。", "en": f"{name['en']} is ready, as time is up."}
    if event.public.link is not None:
        return {"ja": f"{name['ja']}は準備完了。山札を切った。", "en": f"{name['en']} is ready, and cuts the deck."}
    return {"ja": f"{name['ja']}は準備完了。", "en": f"{name['en']} is ready."}


def round_revealed(event: Event[RoundRevealed], _: Who) -> Text:
    """Tell that the secret of a round is public."""
    number = event.public.round
    return {"ja": f"第{number}ラウンドの秘密が公開された。", "en": f"The secret of round {number} is shown."}


def game_ended(event: Event[GameEnded], _: Who) -> Text:
    """Tell the final scores."""
    scores = ", ".join(str(score) for score in event.public.scores)
    return {"ja": f"ゲーム終了。得点は席の順に {scores}。", "en": f"The game is over. Scores by seat: {scores}."}


def game_abandoned(_: Event[GameAbandoned], __: Who) -> Text:
    """Tell that the game is abandoned."""
    return {"ja": "ゲームは打ち切られた。", "en": "The game is abandoned."}
