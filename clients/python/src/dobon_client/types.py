"""Types of the API. Generated from openapi.yaml by `make clients`: change the schemas of the server instead."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict


ProblemCode: TypeAlias = Literal[
    "address-too-long",
    "admin-only",
    "already-answered",
    "already-beaten",
    "already-called",
    "already-drawn",
    "already-opened",
    "already-passed",
    "already-ready",
    "already-seated",
    "already-suspended",
    "bad-arguments",
    "bad-body",
    "bad-combination",
    "bad-entropy",
    "bad-header",
    "bad-join-code",
    "bad-number",
    "bad-option",
    "bad-parameter",
    "bad-request",
    "bad-seat-count",
    "bad-text",
    "between-rounds",
    "body-too-large",
    "body-too-slow",
    "bottom-does-not-fit",
    "busy",
    "cannot-beat",
    "card-fits",
    "card-not-held",
    "damaged-game",
    "does-not-open",
    "duplicate-card",
    "duplicate-key",
    "empty-body",
    "empty-hand",
    "extra-not-allowed",
    "forbidden",
    "game-not-damaged",
    "game-not-over",
    "game-over",
    "game-started",
    "headers-too-large",
    "internal-error",
    "joker-cannot-finish",
    "joker-unplayable",
    "key-reused",
    "limit-reached",
    "malformed-json",
    "method-not-allowed",
    "mixed-suits",
    "must-accept",
    "must-answer-pending",
    "must-lead",
    "newer-event",
    "no-one-to-turn-to",
    "no-pass",
    "no-such-attack",
    "no-such-claim",
    "no-such-game",
    "no-such-player",
    "no-such-problem",
    "no-such-projection",
    "no-such-round",
    "no-such-ruleset",
    "no-such-share",
    "no-such-version",
    "not-a-caller",
    "not-asked",
    "not-found",
    "not-in-hand",
    "not-in-this-game",
    "not-now",
    "not-opened",
    "not-seated",
    "not-started",
    "not-suspended",
    "not-your-turn",
    "nothing-pending",
    "nothing-to-decline",
    "one-card-only",
    "only-drawn-card",
    "option-conflict",
    "option-off",
    "own-card",
    "player-out",
    "precondition-failed",
    "rank-mismatch",
    "rank-not-on-table",
    "ranks-differ",
    "rate-limited",
    "rebuild-running",
    "round-not-over",
    "round-over",
    "same-card-twice",
    "seat-left",
    "suit-needed",
    "suit-not-allowed",
    "suspended",
    "too-deep",
    "too-early",
    "too-late",
    "too-many-bots",
    "too-many-cards",
    "too-many-comments",
    "too-many-games",
    "too-many-open",
    "too-many-shares",
    "too-many-streams",
    "unauthorized",
    "unavailable",
    "unknown-action",
    "unknown-bot",
    "unknown-card",
    "unknown-option",
    "unknown-ruleset",
    "unsupported-media-type",
    "window-open",
    "wrong-phase",
]


Phase: TypeAlias = Literal[
    "flipping",
    "opening",
    "playing",
    "asking",
    "countering",
    "over",
    "doubting",
    "leading",
    "defending",
    "attacking",
    "throwing-in",
    "settling",
]


class FieldProblem(TypedDict):
    """
    The error of one field.
    """

    pointer: str
    detail: str


class Problem(TypedDict):
    """
    An error (RFC 9457). A code may have further members, such as `version`, `allowed_from`, `on` or `turn`.
    """

    type: str
    title: str
    status: int
    code: ProblemCode
    detail: NotRequired[str]
    version: NotRequired[int]
    allowed_from: NotRequired[str]
    on: NotRequired[int | None]
    turn: NotRequired[int]
    phase: NotRequired[Phase]
    limit: NotRequired[int]
    ranks: NotRequired[list[int]]
    option: NotRequired[str]
    allowance: NotRequired[str]
    errors: NotRequired[list[FieldProblem]]


class NewPlayer(TypedDict):
    """
    A player to create.
    """

    name: str


class FreshPlayer(TypedDict):
    """
    A new player with its token. This response alone shows the token; the server stores only its hash.
    """

    id: str
    name: str
    token: str


RulesetKey: TypeAlias = Literal["dobon-sato", "dobon-kawagoe", "doubt", "durak", "kirifu", "mustamaija"]


class Rated(TypedDict):
    """
    A rating by OpenSkill (the model of Plackett and Luce).
    """

    value: float
    mu: float
    sigma: float


class Statistics(TypedDict):
    """
    Statistics in one ruleset.
    """

    games: int
    games_won: int
    rounds: int
    wins: int
    losses: int
    points: int
    calls: int
    called: int
    countered: int
    false_calls: int
    ruleset: RulesetKey
    rating: Rated | None


class Profile(TypedDict):
    """
    A player and the statistics of finished rounds.
    """

    id: str
    name: str
    statistics: list[Statistics]


class Words(TypedDict):
    """
    The same text in both languages.
    """

    ja: str
    en: str


class SeatRange(TypedDict):
    """
    The number of seats at a table.
    """

    min: int
    max: int


OptionKind: TypeAlias = Literal["int", "bool", "choice"]


class Option(TypedDict):
    """
    An option of a ruleset.
    """

    name: str
    kind: OptionKind
    default: int | bool | str
    values: list[str]
    schema: dict[str, Any]
    title: Words


Strategy: TypeAlias = Literal["novice", "careful"]


class Ruleset(TypedDict):
    """
    A ruleset of this server.
    """

    key: RulesetKey
    title: Words
    text: Words
    seats: SeatRange
    options: list[Option]
    strategies: list[Strategy]


class Rulesets(TypedDict):
    """
    All rulesets.
    """

    rulesets: list[Ruleset]


SpectatorMode: TypeAlias = Literal["live", "delayed", "off"]


class DobonSatoOptions(TypedDict):
    """
    Options of Dobon (Sato). The others have their default values.
    """

    hand_size: NotRequired[int]
    rounds: NotRequired[int]
    next_starter: NotRequired[Literal["loser", "winner", "random"]]
    claim_mode: NotRequired[Literal["race", "ask_all"]]
    claim_grace_seconds: NotRequired[int]
    false_claim: NotRequired[Literal["expose", "nothing", "draw_2", "lose"]]
    claim_hints: NotRequired[bool]
    initial_card_loser: NotRequired[Literal["none", "all_others"]]
    draw_penalty_ends_turn: NotRequired[bool]
    open_penalty_ends_turn: NotRequired[bool]
    eight_answers_pending: NotRequired[bool]
    play_after_draw: NotRequired[bool]
    turn_seconds: NotRequired[int]
    answer_seconds: NotRequired[int]
    bot_delay_ms: NotRequired[int]


class NewDobonSatoGame(TypedDict):
    """
    A game of Dobon (Sato) to open. Its creator takes seat 0, bots take the last seats.
    """

    listed: NotRequired[bool]
    spectators: NotRequired[SpectatorMode]
    spectator_delay: NotRequired[int]
    entropy: NotRequired[str]
    ruleset: Literal["dobon-sato"]
    options: NotRequired[DobonSatoOptions]
    seats: int
    bots: NotRequired[list[Strategy]]


class DobonKawagoeOptions(TypedDict):
    """
    Options of Dobon (Kawagoe). The others have their default values.
    """

    hand_size: NotRequired[int]
    rounds: NotRequired[int]
    dealer_after_ippatsu: NotRequired[Literal["same", "winner", "left"]]
    claim_grace_seconds: NotRequired[int]
    false_claim: NotRequired[Literal["expose", "nothing", "draw_2", "lose"]]
    claim_hints: NotRequired[bool]
    score_hand: NotRequired[Literal["payer", "winner", "both"]]
    voluntary_draw: NotRequired[bool]
    eight_wild: NotRequired[bool]
    turn_seconds: NotRequired[int]
    answer_seconds: NotRequired[int]
    bot_delay_ms: NotRequired[int]


class NewDobonKawagoeGame(TypedDict):
    """
    A game of Dobon (Kawagoe) to open. Its creator takes seat 0, bots take the last seats.
    """

    listed: NotRequired[bool]
    spectators: NotRequired[SpectatorMode]
    spectator_delay: NotRequired[int]
    entropy: NotRequired[str]
    ruleset: Literal["dobon-kawagoe"]
    options: NotRequired[DobonKawagoeOptions]
    seats: int
    bots: NotRequired[list[Strategy]]


class DoubtOptions(TypedDict):
    """
    Options of Doubt. The others have their default values.
    """

    variant: NotRequired[Literal["doubt", "cheat"]]
    rounds: NotRequired[int]
    decks: NotRequired[int]
    jokers_per_deck: NotRequired[int]
    max_cards_per_play: NotRequired[int]
    penalty: NotRequired[Literal["pile", "eliminate", "exchange_two"]]
    resume_same_number: NotRequired[bool]
    doubter_takes_turn: NotRequired[bool]
    must_doubt_to_finish: NotRequired[bool]
    joker_may_finish: NotRequired[bool]
    ranking: NotRequired[Literal["winner_only", "by_hand_count"]]
    window_seconds: NotRequired[int]
    min_open_seconds: NotRequired[int]
    next_play_closes: NotRequired[bool]
    max_plays: NotRequired[int]
    turn_seconds: NotRequired[int]
    bot_delay_ms: NotRequired[int]


class NewDoubtGame(TypedDict):
    """
    A game of Doubt to open. Its creator takes seat 0, bots take the last seats.
    """

    listed: NotRequired[bool]
    spectators: NotRequired[SpectatorMode]
    spectator_delay: NotRequired[int]
    entropy: NotRequired[str]
    ruleset: Literal["doubt"]
    options: NotRequired[DoubtOptions]
    seats: int
    bots: NotRequired[list[Strategy]]


class DurakOptions(TypedDict):
    """
    Options of Durak. The others have their default values.
    """

    rounds: NotRequired[int]
    throw_in: NotRequired[bool]
    turnover: NotRequired[bool]
    teams: NotRequired[bool]
    guardian_scope: NotRequired[Literal["neighbours", "all"]]
    first_bout_limit: NotRequired[int]
    multi_lead: NotRequired[bool]
    first_attacker: NotRequired[Literal["lowest_trump", "random"]]
    stall_limit: NotRequired[int]
    turn_seconds: NotRequired[int]
    bot_delay_ms: NotRequired[int]


class NewDurakGame(TypedDict):
    """
    A game of Durak to open. Its creator takes seat 0, bots take the last seats.
    """

    listed: NotRequired[bool]
    spectators: NotRequired[SpectatorMode]
    spectator_delay: NotRequired[int]
    entropy: NotRequired[str]
    ruleset: Literal["durak"]
    options: NotRequired[DurakOptions]
    seats: int
    bots: NotRequired[list[Strategy]]


class KirifuOptions(TypedDict):
    """
    Options of Kirifu. The others have their default values.
    """

    rounds: NotRequired[int]
    joker: NotRequired[bool]
    ace_rule: NotRequired[Literal["spade_ace", "all_aces", "none"]]
    trump: NotRequired[Literal["clubs", "diamonds", "hearts", "spades", "random"]]
    finish: NotRequired[Literal["play_on", "first_out"]]
    sequences: NotRequired[bool]
    extra_card: NotRequired[bool]
    min_sequence: NotRequired[int]
    two_groups: NotRequired[bool]
    limit_by_defender_hand: NotRequired[bool]
    plain_follow_suit: NotRequired[bool]
    stall_limit: NotRequired[int]
    turn_seconds: NotRequired[int]
    bot_delay_ms: NotRequired[int]


class NewKirifuGame(TypedDict):
    """
    A game of Kirifu to open. Its creator takes seat 0, bots take the last seats.
    """

    listed: NotRequired[bool]
    spectators: NotRequired[SpectatorMode]
    spectator_delay: NotRequired[int]
    entropy: NotRequired[str]
    ruleset: Literal["kirifu"]
    options: NotRequired[KirifuOptions]
    seats: int
    bots: NotRequired[list[Strategy]]


class MustamaijaOptions(TypedDict):
    """
    Options of Mustamaija. The others have their default values.
    """

    rounds: NotRequired[int]
    trump_reveal: NotRequired[Literal["after_first_lead", "at_deal"]]
    max_lead: NotRequired[int]
    spades_can_be_trump: NotRequired[bool]
    stall_limit: NotRequired[int]
    turn_seconds: NotRequired[int]
    bot_delay_ms: NotRequired[int]


class NewMustamaijaGame(TypedDict):
    """
    A game of Mustamaija to open. Its creator takes seat 0, bots take the last seats.
    """

    listed: NotRequired[bool]
    spectators: NotRequired[SpectatorMode]
    spectator_delay: NotRequired[int]
    entropy: NotRequired[str]
    ruleset: Literal["mustamaija"]
    options: NotRequired[MustamaijaOptions]
    seats: int
    bots: NotRequired[list[Strategy]]


NewGame: TypeAlias = (
    NewDobonSatoGame | NewDobonKawagoeGame | NewDoubtGame | NewDurakGame | NewKirifuGame | NewMustamaijaGame
)


class GameOptions(TypedDict):
    """
    All options of the game. Which there are depends on its ruleset.
    """

    hand_size: NotRequired[int]
    rounds: NotRequired[int]
    next_starter: NotRequired[Literal["loser", "winner", "random"]]
    claim_mode: NotRequired[Literal["race", "ask_all"]]
    claim_grace_seconds: NotRequired[int]
    false_claim: NotRequired[Literal["expose", "nothing", "draw_2", "lose"]]
    claim_hints: NotRequired[bool]
    initial_card_loser: NotRequired[Literal["none", "all_others"]]
    draw_penalty_ends_turn: NotRequired[bool]
    open_penalty_ends_turn: NotRequired[bool]
    eight_answers_pending: NotRequired[bool]
    play_after_draw: NotRequired[bool]
    turn_seconds: NotRequired[int]
    answer_seconds: NotRequired[int]
    bot_delay_ms: NotRequired[int]
    dealer_after_ippatsu: NotRequired[Literal["same", "winner", "left"]]
    score_hand: NotRequired[Literal["payer", "winner", "both"]]
    voluntary_draw: NotRequired[bool]
    eight_wild: NotRequired[bool]
    variant: NotRequired[Literal["doubt", "cheat"]]
    decks: NotRequired[int]
    jokers_per_deck: NotRequired[int]
    max_cards_per_play: NotRequired[int]
    penalty: NotRequired[Literal["pile", "eliminate", "exchange_two"]]
    resume_same_number: NotRequired[bool]
    doubter_takes_turn: NotRequired[bool]
    must_doubt_to_finish: NotRequired[bool]
    joker_may_finish: NotRequired[bool]
    ranking: NotRequired[Literal["winner_only", "by_hand_count"]]
    window_seconds: NotRequired[int]
    min_open_seconds: NotRequired[int]
    next_play_closes: NotRequired[bool]
    max_plays: NotRequired[int]
    throw_in: NotRequired[bool]
    turnover: NotRequired[bool]
    teams: NotRequired[bool]
    guardian_scope: NotRequired[Literal["neighbours", "all"]]
    first_bout_limit: NotRequired[int]
    multi_lead: NotRequired[bool]
    first_attacker: NotRequired[Literal["lowest_trump", "random"]]
    stall_limit: NotRequired[int]
    joker: NotRequired[bool]
    ace_rule: NotRequired[Literal["spade_ace", "all_aces", "none"]]
    trump: NotRequired[Literal["clubs", "diamonds", "hearts", "spades", "random"]]
    finish: NotRequired[Literal["play_on", "first_out"]]
    sequences: NotRequired[bool]
    extra_card: NotRequired[bool]
    min_sequence: NotRequired[int]
    two_groups: NotRequired[bool]
    limit_by_defender_hand: NotRequired[bool]
    plain_follow_suit: NotRequired[bool]
    trump_reveal: NotRequired[Literal["after_first_lead", "at_deal"]]
    max_lead: NotRequired[int]
    spades_can_be_trump: NotRequired[bool]


GameStatus: TypeAlias = Literal["waiting", "playing", "between-rounds", "finished", "abandoned"]


SeatKind: TypeAlias = Literal["human", "bot"]


class SeatHolder(TypedDict):
    """
    The player or bot on a seat.
    """

    seat: int
    id: str | None
    name: str
    kind: SeatKind
    bot: Strategy | None


class Game(TypedDict):
    """
    A game as seen from outside.
    """

    id: str
    ruleset: RulesetKey
    options: GameOptions
    seats: int
    status: GameStatus
    version: int
    head: str
    listed: bool
    spectators: SpectatorMode
    spectator_delay: NotRequired[int]
    players: list[SeatHolder]
    join_code: NotRequired[str]


class Games(TypedDict):
    """
    A page of games, newest first.
    """

    games: list[Game]
    next: str | None


class NewSeat(TypedDict):
    """
    A request for a seat.
    """

    entropy: NotRequired[str]
    join_code: NotRequired[str]


class Event(TypedDict):
    """
    An event of the log. `sealed` holds the envelopes that the viewer may open; `seals` holds the seals of all.
    """

    version: int
    type: str
    schema: int
    at: str
    public: dict[str, Any]
    sealed: dict[str, dict[str, Any]]
    seals: dict[str, str]
    digest: str


class You(TypedDict):
    """
    The viewer's seat.
    """

    seat: int


SeenCard: TypeAlias = str


Suit: TypeAlias = Literal["S", "C", "H", "D"]


class Top(TypedDict):
    """
    The card on top of the pile.
    """

    card: SeenCard
    owner: int | None
    version: int
    suit: Suit | None


class Pending(TypedDict):
    """
    The pending effect of a 2 or a 13.
    """

    rank: int
    draw: int
    target: int


CallKind: TypeAlias = Literal["call", "counter", "ippatsu", "doubt", "cheat"]


class Call(TypedDict):
    """
    A call on the top card.
    """

    seat: int
    on: int
    kind: CallKind
    hand: list[SeenCard] | None
    formulas: list[str]
    valid: bool
    version: int


class DobonBoard(TypedDict):
    """
    The table of a game of Dobon.
    """

    family: Literal["dobon"]
    top: Top | None
    pile: int
    direction: Literal[1, -1]
    pending: Pending | None
    cover_from: str | None
    may_play: bool
    open: list[list[SeenCard]]
    calls: list[Call]
    dealer: NotRequired[int]
    calls_open: NotRequired[bool]


class Said(TypedDict):
    """
    The newest play of a game of Doubt, as announced.
    """

    seat: int
    number: int
    count: int
    version: int


class DoubtBoard(TypedDict):
    """
    The table of a game of Doubt.
    """

    family: Literal["doubt"]
    number: int
    pile: int
    claim: Said | None
    plays: int
    finishing: bool
    closable: bool
    play_from: str | None
    success: list[int]
    out: list[int]


class AttackCard(TypedDict):
    """
    An attack card and the card that beat it.
    """

    card: SeenCard
    by: int
    beaten_with: SeenCard | None


class BeatingBoard(TypedDict):
    """
    The table of a game of Durak, Kirifu or Mustamaija: attacker, defender, and the limit of attack cards.
    """

    family: Literal["beating"]
    trump: Suit | None
    trump_card: SeenCard | None
    trump_holder: int | None
    attacks: list[AttackCard]
    attacker: int | None
    guardians: list[int]
    defender: int | None
    attack_right: int | None
    stopped: list[int]
    limit: int | None
    ranks: list[int]
    bout: int | None
    out: list[int]
    discarded: int
    stall: int


Board: TypeAlias = DobonBoard | DoubtBoard | BeatingBoard


class Round(TypedDict):
    """
    The current round.
    """

    number: int
    phase: Phase
    turn: int
    waiting_for: list[int]
    deadline: str | None
    hands: list[list[SeenCard]]
    stock: int
    board: Board


Card: TypeAlias = str


class Play(TypedDict):
    """
    Lay cards of one number, bottom card first. An 8 names a suit; no other card does. With `on` the play is meant for the card of that version alone: if it is no longer on top, the play is `too-late`.
    """

    type: Literal["play"]
    cards: list[Card]
    suit: NotRequired[Suit]
    on: NotRequired[int]


class Draw(TypedDict):
    """
    Draw one card.
    """

    type: Literal["draw"]


class Pass(TypedDict):
    """
    Do nothing: in the very first turn of a round, or after drawing if `play_after_draw` is on.
    """

    type: Literal["pass"]


class Accept(TypedDict):
    """
    Accept the effect of a 2 or a 13: draw the cards, or open the hand.
    """

    type: Literal["accept"]


class Dobon(TypedDict):
    """
    Call, or counter a call, with the whole hand. `on` is the version of the play, of the flip or of the call.
    """

    type: Literal["dobon"]
    on: int


class Decline(TypedDict):
    """
    Answer a window without calling. `on` is the same as in a call.
    """

    type: Literal["decline"]
    on: int


class Doubt(TypedDict):
    """
    Claim that the play of version `on` was a lie. In Cheat the same action is also named `cheat`.
    """

    type: Literal["doubt"]
    on: int


class Cheat(TypedDict):
    """
    Another name for `doubt`.
    """

    type: Literal["cheat"]
    on: int


class Flip(TypedDict):
    """
    Turn up the next card of the stock, as the dealer.
    """

    type: Literal["flip"]


class Lead(TypedDict):
    """
    Kirifu and Mustamaija: lay cards in front of the next player. In Kirifu a group can have one further card as `extra` [おつけ].
    """

    type: Literal["lead"]
    cards: list[Card]
    extra: NotRequired[Card]


class Attack(TypedDict):
    """
    Durak: attack the defender, to begin a bout or to continue it with a number on the table. One card, unless the rules allow a lead of several.
    """

    type: Literal["attack"]
    cards: list[Card]


CardPair: TypeAlias = tuple[Card, Card]
"""
An attack card, and the card that beats it.
"""


class Beat(TypedDict):
    """
    Beat attacks: pairs of an attack card and the card that beats it. Either all pairs are played or none.
    """

    type: Literal["beat"]
    pairs: list[CardPair]


class Take(TypedDict):
    """
    Give up the defence and take up cards: in Durak all of them, in Kirifu and Mustamaija the unbeaten ones. Always allowed to the defender.
    """

    type: Literal["take"]


class Stop(TypedDict):
    """
    Durak: stop attacking or throwing in for now. The right to attack goes to the next player who can use it.
    """

    type: Literal["stop"]


class ThrowIn(TypedDict):
    """
    Durak: add cards of numbers on the table to those that the defender takes up [スローイン].
    """

    type: Literal["throw_in"]
    cards: list[Card]


class TurnOver(TypedDict):
    """
    Durak: turn the attack over to the next player with one more card of its number [ターンオーバー].
    """

    type: Literal["turn_over"]
    card: Card


class Ready(TypedDict):
    """
    Be ready for the next round.
    """

    type: Literal["ready"]


Action: TypeAlias = (
    Play
    | Draw
    | Pass
    | Accept
    | Dobon
    | Decline
    | Doubt
    | Cheat
    | Flip
    | Lead
    | Attack
    | Beat
    | Take
    | Stop
    | ThrowIn
    | TurnOver
    | Ready
)


EndReason: TypeAlias = Literal[
    "dobon",
    "ippatsu",
    "false-call",
    "dead-end",
    "empty-hand",
    "last-in",
    "max-plays",
    "one-left",
    "team-out",
    "draw",
    "first-out",
    "stalled",
]


class Score(TypedDict):
    """
    The payment of each loser, and its calculation.
    """

    addends: list[int]
    doublings: list[str]
    payment: int
    arithmetic: str


Transfer = TypedDict(
    "Transfer",
    {
        "from": int,
        "to": int,
        "points": int,
    },
)


class Result(TypedDict):
    """
    The result of a round. Fields that the ruleset does not use are left out.
    """

    round: int
    winner: int | None
    losers: list[int]
    reason: EndReason
    points: list[int]
    score: NotRequired[Score | None]
    transfers: NotRequired[list[Transfer]]
    ranks: NotRequired[list[int | None]]
    next_dealer: NotRequired[int]


class RefusedCard(TypedDict):
    """
    A card that cannot be used now, and the reason.
    """

    card: SeenCard
    code: str
    detail: str


class View(TypedDict):
    """
    A game at a version, as one viewer sees it.
    """

    game: str
    version: int
    head: str
    status: GameStatus
    ruleset: RulesetKey
    options: GameOptions
    you: You | None
    players: list[SeatHolder]
    round: Round | None
    scores: list[int]
    actions: list[Action]
    result: Result | None
    refused: NotRequired[list[RefusedCard]]


class CommandResult(TypedDict):
    """
    The result of an action, as its player sees it.
    """

    version: int
    head: str
    events: list[Event]
    view: View


class Events(TypedDict):
    """
    A part of a log.
    """

    events: list[Event]
    next: int | None


StampName: TypeAlias = Literal["hello", "nice", "thanks", "thinking", "oops", "wow", "sorry", "good-game"]


class NewStamp(TypedDict):
    """
    A stamp to send.
    """

    stamp: StampName


class Stamp(TypedDict):
    """
    A short message of a player at the table.
    """

    number: int
    seat: int
    player: str
    stamp: StampName
    version: int
    at: str


class Stamps(TypedDict):
    """
    The newest stamps, oldest first.
    """

    stamps: list[Stamp]


class FinishedRound(TypedDict):
    """
    An entry of the ledger.
    """

    round: int
    winner: int | None
    losers: list[int]
    reason: EndReason
    points: list[int]
    score: NotRequired[Score | None]
    transfers: NotRequired[list[Transfer]]
    ranks: NotRequired[list[int | None]]
    next_dealer: NotRequired[int]
    version: int
    scores: list[int]


class Ledger(TypedDict):
    """
    The finished rounds, oldest first, and the scores after the last of them.
    """

    rounds: list[FinishedRound]
    scores: list[int]


class Wait(TypedDict):
    """
    A number that a hand makes, and the formulas for it.
    """

    number: int
    formulas: list[str]


class Known(TypedDict):
    """
    A seat's knowledge of a play.
    """

    seat: int
    possible: int
    certain: bool


class SaidAndLaid(TypedDict):
    """
    The announcement of a play, and its cards.
    """

    seat: int
    number: int
    count: int
    version: int
    cards: list[SeenCard]
    lie: bool | None
    known: list[Known]


class PossibleCall(TypedDict):
    """
    A seat that could have called, and its formulas.
    """

    seat: int
    formulas: NotRequired[list[str]]


class MissedCall(TypedDict):
    """
    A call, or a safe doubt, that was possible and was not made.
    """

    seat: int
    formulas: NotRequired[list[str]]
    on: int


class Faced(TypedDict):
    """
    An attack card to be beaten.
    """

    card: SeenCard
    beaten_by: list[SeenCard]


class Defence(TypedDict):
    """
    The attacks that a defender could beat.
    """

    seat: int
    attacks: list[Faced]
    best: list[CardPair]
    all: bool


class TakenUp(TypedDict):
    """
    The cards that a seat took up, and whether it had to.
    """

    seat: int
    cards: list[SeenCard]
    trumps: int
    on_purpose: bool | None


class HeldBy(TypedDict):
    """
    Cards that a seat certainly holds.
    """

    seat: int
    cards: list[SeenCard]


class SureOf(TypedDict):
    """
    The cards of other seats of which a seat could be certain.
    """

    seat: int
    of: list[HeldBy]


class Revealed(TypedDict):
    """
    Cards that became known.
    """

    all: list[SeenCard]
    seats: dict[str, list[SeenCard]]


class Frame(TypedDict):
    """
    A round right after one event, with every hand open or as one seat knew it. Fields that the ruleset does not use are left out.
    """

    version: int
    at: str
    event: Event
    text: Words
    hands: list[list[SeenCard]]
    stock: int
    board: Board
    waits: NotRequired[list[list[Wait] | None]]
    claim: NotRequired[SaidAndLaid | None]
    could_call: NotRequired[list[PossibleCall]]
    missed: NotRequired[list[MissedCall]]
    defence: NotRequired[Defence | None]
    taken: NotRequired[TakenUp | None]
    known: NotRequired[list[SureOf]]
    revealed: Revealed


class Review(TypedDict):
    """
    Frames of a round, one for each version.
    """

    round: int
    frames: list[Frame]
    next: int | None


class SaidOf(TypedDict):
    """
    The announcement of a play.
    """

    seat: int
    number: int
    count: int


class Claim(TypedDict):
    """
    A call or a doubt, and its verdict. Fields that the ruleset does not use are left out.
    """

    version: int
    round: int
    seat: int
    kind: CallKind
    on: int
    card: NotRequired[SeenCard]
    hand: NotRequired[list[SeenCard]]
    formulas: NotRequired[list[str]]
    claimed: NotRequired[SaidOf]
    cards: NotRequired[list[SeenCard]]
    valid: bool
    at: str


class Claims(TypedDict):
    """
    Every call of the finished rounds.
    """

    claims: list[Claim]


class RoundFairness(TypedDict):
    """
    The commitment of a round's shuffle, and the secret after the round is over.
    """

    round: int
    commitment: str
    secret: str | None
    entropies: list[str]


class Fairness(TypedDict):
    """
    All data needed to repeat the shuffles.
    """

    game: str
    rounds: list[RoundFairness]
    how: Words


class NewComment(TypedDict):
    """
    A comment on a moment of the round.
    """

    version: int
    text: str


class Comment(TypedDict):
    """
    A comment of a player on a moment.
    """

    id: str
    round: int
    version: int
    seat: int | None
    player: str
    name: str
    text: str
    at: str


class Comments(TypedDict):
    """
    A page of comments, oldest first.
    """

    comments: list[Comment]
    next: str | None


class FreshShare(TypedDict):
    """
    A new link. This response alone shows its token; the server stores only its hash.
    """

    id: str
    created_at: str
    revoked_at: str | None
    token: str
    path: str


class Share(TypedDict):
    """
    A link to the replay of a game.
    """

    id: str
    created_at: str
    revoked_at: str | None


class Shares(TypedDict):
    """
    A page of the links that I created for a game.
    """

    shares: list[Share]
    next: str | None


class Replay(TypedDict):
    """
    A finished game, for the holder of a link.
    """

    game: str
    ruleset: RulesetKey
    options: GameOptions
    players: list[SeatHolder]
    rounds: list[FinishedRound]
    scores: list[int]


class Ranked(TypedDict):
    """
    An entry of the leaderboard.
    """

    games: int
    games_won: int
    rounds: int
    wins: int
    losses: int
    points: int
    calls: int
    called: int
    countered: int
    false_calls: int
    ruleset: RulesetKey
    rating: Rated | None
    place: int
    id: str | None
    name: str
    kind: SeatKind


class Leaderboard(TypedDict):
    """
    A page of the leaderboard of a ruleset, best first.
    """

    ruleset: RulesetKey
    players: list[Ranked]
    next: str | None


class FoundClaim(TypedDict):
    """
    A call with its game and player.
    """

    version: int
    round: int
    seat: int
    kind: CallKind
    on: int
    card: NotRequired[SeenCard]
    hand: NotRequired[list[SeenCard]]
    formulas: NotRequired[list[str]]
    claimed: NotRequired[SaidOf]
    cards: NotRequired[list[SeenCard]]
    valid: bool
    at: str
    game: str
    ruleset: RulesetKey
    player: str | None


class FoundClaims(TypedDict):
    """
    A page of calls, newest first. Calls of running rounds are left out.
    """

    claims: list[FoundClaim]
    next: str | None


class Judgement(TypedDict):
    """
    A call judged again from the log up to it alone.
    """

    on: int
    kind: CallKind
    permitted: bool
    hand: NotRequired[list[SeenCard]]
    card: NotRequired[SeenCard]
    formulas: NotRequired[list[str]]
    claimed: NotRequired[SaidOf]
    cards: NotRequired[list[SeenCard]]
    valid: bool


class JudgedClaim(TypedDict):
    """
    A recorded call beside its new judgement.
    """

    game: str
    version: int
    recorded: Claim
    judged: Judgement
    agrees: bool


class Integrity(TypedDict):
    """
    Recomputed digests and seals of a game.
    """

    game: str
    version: int
    head: str
    computed: str
    intact: bool
    first_bad: int | None
    problem: str | None


class DamagedGame(TypedDict):
    """
    A game that cannot be read and is set aside.
    """

    game: str
    found_at: str
    reason: str


class DamagedGames(TypedDict):
    """
    A page of games that are set aside, by id.
    """

    games: list[DamagedGame]
    next: str | None


class NewCheck(TypedDict):
    """
    The part of all logs to check, and the reason.
    """

    after: NotRequired[str]
    limit: NotRequired[int]
    reason: NotRequired[str]


class Checked(TypedDict):
    """
    A part of a check of all logs.
    """

    checked: int
    games: int
    events: int
    broken: list[Integrity]
    next: str | None


AdminActKind: TypeAlias = Literal[
    "abandon-game",
    "suspend-player",
    "lift-suspension",
    "rebuild-projection",
    "check-integrity",
    "put-back-game",
]


class AdminAct(TypedDict):
    """
    An act of an admin.
    """

    id: str
    at: str
    actor: str
    act: AdminActKind
    subject: str
    reason: str


class AdminActs(TypedDict):
    """
    A page of acts, newest first.
    """

    acts: list[AdminAct]
    next: str | None


class Reason(TypedDict):
    """
    The reason of an act. It is recorded with the admin's account and shown to admins alone.
    """

    reason: str


class Abandoned(TypedDict):
    """
    A game that an admin has abandoned.
    """

    game: str
    status: Literal["abandoned"]
    version: int
    head: str


class PutBack(TypedDict):
    """
    A game that runs again.
    """

    game: str
    act: AdminAct


class Suspension(TypedDict):
    """
    Whether the account of a player is suspended.
    """

    player: str
    suspended: bool
    act: AdminAct


ProjectionName: TypeAlias = Literal["claims", "folds", "statistics"]


class Rebuild(TypedDict):
    """
    A rebuild of a projection.
    """

    build: int
    running: bool
    games: int
    differences: int
    first_difference: str | None
    started_at: str
    ended_at: str | None


class Projection(TypedDict):
    """
    A projection and its lag behind the logs.
    """

    name: ProjectionName
    build: int
    games: int
    behind: int
    since: str | None
    rebuild: Rebuild | None


class Projections(TypedDict):
    """
    All projections.
    """

    projections: list[Projection]


class Health(TypedDict):
    """
    The process answers.
    """

    status: Literal["ok"]


class Readiness(TypedDict):
    """
    The server is ready for requests.
    """

    status: Literal["ready"]
    migration: str
