"""Named schemas for values that many fields hold, such as a suit or the key of a ruleset."""

from typing import NamedTuple


class Component(NamedTuple):
    """The name under which `components/schemas` describes the values of many fields, and what they mean."""

    name: str
    description: str
    limits: tuple[str, ...] = ()
    "Keywords that each of the fields has by itself."


SUIT = Component("Suit", "A suit: spades, clubs, hearts or diamonds.")


CARD = Component("Card", "A card: its suit and its number from 1 to 13, or a joker (`X1`, `X2`).")


SEEN_CARD = Component("SeenCard", "A card, or `??` for a card that is hidden from the viewer.")


CARD_PAIR = Component("CardPair", "An attack card, and the card that beats it.")


WITHHELD_WHY = Component(
    "WithheldWhy",
    "Why a link is missing in a deck. `clock`: the time was up. `refused`: the player was ready without a link. "
    "`handed-over`: a bot took over while the seat was asked. `not-asked`: a bot played the seat when the others were asked.",
)


CALL_KIND = Component(
    "CallKind",
    "The kind of a call: on a card (`call`), on a call (`counter`), on a card that the dealer turned up (`ippatsu`), or on "
    "an announcement (`doubt`, `cheat`).",
)


TIME = Component("Time", "A time: RFC 3339 in UTC with microseconds.")


REQUESTED_TIME = Component("RequestedTime", "A time in UTC, with microseconds at most.", ("examples",))


SCOPE = Component("ScopeName", "What a token may do (`GET /v1/scopes`).")


DIGEST = Component("Digest", "A SHA-256 digest in hexadecimal digits.")


ANCHOR = Component(
    "Anchor",
    "The anchor of my own hash chain, if I contribute to the shuffles: docs/fairness.md. It is public. Before each round, "
    "the first included, I am then asked to be `ready` with its next link.",
)


LINE = Component(
    "Line", "One line of text without control characters.", ("minLength", "maxLength", "default", "examples")
)


RULESET_KEY = Component("RulesetKey", "A ruleset of this server.")


STRATEGY = Component("Strategy", "A strategy of bots.")


GAME_STATUS = Component("GameStatus", "The status of a game. `finished` and `abandoned` are final.")


SPECTATOR_MODE = Component(
    "SpectatorMode",
    "What spectators see of a listed game: `live` all public events as they happen, `delayed` the game `spectator_delay` "
    "moves ago, `off` nothing after the deal.",
)


SEAT_KIND = Component("SeatKind", "A player (`human`) or a bot.")


CHALLENGE_STATUS = Component(
    "ChallengeStatus",
    "What has become of a challenge: an `open` one can be accepted until it has `expired`.",
)


CHALLENGE_REASON = Component(
    "ChallengeReason",
    "Why a challenge was declined: what about it did not suit. `bots` declines those of bot accounts.",
)


PHASE = Component(
    "Phase",
    "`flipping`: the dealer turns a card up; `opening`, `asking`, `countering`, `doubting`: that card, a play or a call is being answered; "
    "`leading`: a lead or the first attack is next; `defending`: the defender beats or takes the unbeaten cards; `attacking`: all attacks are beaten, and "
    "more can follow; `throwing-in`: the defender takes, and cards can be added; `settling`: between two events of one command.",
)


STATUSES = ("waiting", "playing", "between-rounds", "finished", "abandoned")
"""The statuses of a game."""
