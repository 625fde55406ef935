"""Types of the API. Generated from openapi.yaml by `make clients`."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

ProblemCode: TypeAlias = Literal[
    "address-too-long",
    "admin-only",
    "already-answered",
    "already-beaten",
    "already-called",
    "already-drawn",
    "already-hidden",
    "already-opened",
    "already-passed",
    "already-ready",
    "already-reported",
    "already-seated",
    "already-suspended",
    "analysis-failed",
    "bad-anchor",
    "bad-arguments",
    "bad-body",
    "bad-code",
    "bad-combination",
    "bad-header",
    "bad-join-code",
    "bad-link",
    "bad-number",
    "bad-option",
    "bad-parameter",
    "bad-passkey",
    "bad-request",
    "bad-seat-count",
    "bad-text",
    "bad-ticket",
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
    "last-way-in",
    "limit-reached",
    "malformed-json",
    "matched",
    "method-not-allowed",
    "mixed-suits",
    "must-accept",
    "must-answer-pending",
    "must-lead",
    "name-barred",
    "name-not-allowed",
    "name-reserved",
    "newer-event",
    "no-drill-yet",
    "no-one-to-turn-to",
    "no-pass",
    "no-passkeys",
    "no-such-attack",
    "no-such-claim",
    "no-such-comment",
    "no-such-device-link",
    "no-such-drill",
    "no-such-game",
    "no-such-measure",
    "no-such-passkey",
    "no-such-play",
    "no-such-player",
    "no-such-problem",
    "no-such-projection",
    "no-such-report",
    "no-such-round",
    "no-such-ruleset",
    "no-such-session",
    "no-such-share",
    "no-such-subscription",
    "no-such-version",
    "no-such-webhook",
    "not-a-caller",
    "not-asked",
    "not-confirmed",
    "not-found",
    "not-hidden",
    "not-in-hand",
    "not-in-this-game",
    "not-now",
    "not-opened",
    "not-queued",
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
    "own-name",
    "player-out",
    "precondition-failed",
    "rank-mismatch",
    "rank-not-on-table",
    "ranks-differ",
    "rate-limited",
    "rebuild-running",
    "report-decided",
    "round-not-over",
    "round-over",
    "same-card-twice",
    "seat-left",
    "seat-refused",
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
    "too-many-passkeys",
    "too-many-players",
    "too-many-reports",
    "too-many-shares",
    "too-many-streams",
    "too-many-webhooks",
    "unauthorized",
    "unavailable",
    "unknown-action",
    "unknown-bot",
    "unknown-card",
    "unknown-option",
    "unknown-ruleset",
    "unsupported-media-type",
    "webhook-disabled",
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
    now: str
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
    cuts: int
    withheld: int
    abandoned: int
    turns: int
    timeouts: int
    missed: int
    ruleset: RulesetKey
    rating: Rated | None


class Profile(TypedDict):
    """
    A player and the statistics of finished rounds.
    """

    id: str
    name: str
    statistics: list[Statistics]


class Player(TypedDict):
    """
    A player.
    """

    id: str
    name: str


class AccountExport(TypedDict):
    """
    Everything about an account. The fields of a row may grow with later versions.
    """

    account: dict[str, Any]
    reserved_names: list[dict[str, Any]]
    names: list[dict[str, Any]]
    barred_names: list[dict[str, Any]]
    sessions: list[dict[str, Any]]
    passkeys: list[dict[str, Any]]
    recovery_codes: list[dict[str, Any]]
    games: list[dict[str, Any]]
    history: list[dict[str, Any]]
    calls: list[dict[str, Any]]
    comments: list[dict[str, Any]]
    shares: list[dict[str, Any]]
    stamps: list[dict[str, Any]]
    drills: list[dict[str, Any]]
    daily_drills: list[dict[str, Any]]
    follows: list[dict[str, Any]]
    blocks: list[dict[str, Any]]
    browsers: list[dict[str, Any]]
    webhooks: list[dict[str, Any]]
    reports: list[dict[str, Any]]
    verdicts: list[dict[str, Any]]
    acts_on_me: list[dict[str, Any]]
    statistics: list[Statistics]


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
    both_out: NotRequired[Literal["draw", "first_out"]]
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


SpectatorMode: TypeAlias = Literal["live", "delayed", "off"]


SeatKind: TypeAlias = Literal["human", "bot"]


Strategy: TypeAlias = Literal["novice", "careful", "expert"]


class SeatHolder(TypedDict):
    """
    The player or bot on a seat.
    """

    seat: int
    id: str | None
    name: str
    kind: SeatKind
    bot: Strategy | None


class Standing(TypedDict):
    """
    The place of a seat at the end of a game. Seats with the same result share a place.
    """

    place: int
    seat: int
    score: int


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
    turn: list[int]
    deadline: str | None
    started_at: str | None
    ended_at: str | None
    winner: int | None
    standing: list[Standing] | None
    join_code: NotRequired[str]


class RatingChange(TypedDict):
    """
    The rating of a player before and after a game.
    """

    before: Rated
    after: Rated


class PlayedGame(TypedDict):
    """
    A finished game of a player.
    """

    game: Game
    seat: int
    place: int
    score: int
    rating: RatingChange
    replay: str


class PlayerHistory(TypedDict):
    """
    A page of the finished games of a player, the last one to end first.
    """

    games: list[PlayedGame]
    next: str | None


class RatingPoint(TypedDict):
    """
    The rating of a player after a game.
    """

    at: str
    rating: Rated


class RatingHistory(TypedDict):
    """
    The rating of a player over time, oldest first.
    """

    ruleset: RulesetKey
    points: list[RatingPoint]


class PasskeyOptions(TypedDict):
    """
    Options for the browser.
    """

    options: dict[str, Any]
    expires_in: int


class AssertionResponse(TypedDict):
    """
    What an authenticator has signed.
    """

    clientDataJSON: str
    authenticatorData: str
    signature: str
    userHandle: NotRequired[str | None]


class AssertedCredential(TypedDict):
    """
    A credential that has signed: `AuthenticationResponseJSON` of WebAuthn.
    """

    id: str
    rawId: str
    type: Literal["public-key"]
    response: AssertionResponse


class PasskeySignIn(TypedDict):
    """
    A sign-in with a passkey.
    """

    credential: AssertedCredential
    label: NotRequired[str]


class FreshSession(TypedDict):
    """
    A new session with its token. This response alone shows the token; the server stores only its hash.
    """

    id: str
    name: str
    token: str
    session: str


class CodeSignIn(TypedDict):
    """
    A sign-in with a code.
    """

    code: str
    label: NotRequired[str]


class SessionEntry(TypedDict):
    """
    A session of the account.
    """

    id: str
    label: str
    created_at: str
    used_at: str
    current: bool


class SessionList(TypedDict):
    """
    The sessions of the account, the last used one first.
    """

    sessions: list[SessionEntry]


class SessionChange(TypedDict):
    """
    A change of a session.
    """

    label: str


class FreshToken(TypedDict):
    """
    A new token of a session. This response alone shows it; the server stores only its hash.
    """

    token: str


class AttestationResponse(TypedDict):
    """
    What an authenticator says of a new passkey.
    """

    clientDataJSON: str
    attestationObject: str


class CreatedCredential(TypedDict):
    """
    A new credential: `RegistrationResponseJSON` of WebAuthn.
    """

    id: str
    rawId: str
    type: Literal["public-key"]
    response: AttestationResponse


class NewPasskey(TypedDict):
    """
    A passkey to add.
    """

    credential: CreatedCredential
    name: NotRequired[str]


class PasskeyEntry(TypedDict):
    """
    A passkey of the account.
    """

    id: str
    name: str
    created_at: str
    used_at: str | None


class PasskeyList(TypedDict):
    """
    The passkeys of the account, oldest first.
    """

    passkeys: list[PasskeyEntry]


class PasskeyChange(TypedDict):
    """
    A change of a passkey.
    """

    name: str


class CodesLeft(TypedDict):
    """
    The recovery codes of the account, without the codes.
    """

    left: int
    created_at: str | None


class FreshCodes(TypedDict):
    """
    New recovery codes. This response alone shows them; the server stores only their hashes.
    """

    codes: list[str]


class QrCode(TypedDict):
    """
    A QR code as an SVG: a square with a dark path.
    """

    size: int
    path: str


class FreshDeviceLink(TypedDict):
    """
    A new code for the next device. This response alone shows it; the server stores only its hash.
    """

    id: str
    expires_at: str
    session: str | None
    code: str
    url: str
    qr: QrCode


class DeviceLinkEntry(TypedDict):
    """
    A code for the next device, without the code.
    """

    id: str
    expires_at: str
    session: str | None


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


class RulesetList(TypedDict):
    """
    All rulesets.
    """

    rulesets: list[Ruleset]


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
    anchor: NotRequired[str]
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
    anchor: NotRequired[str]
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
    anchor: NotRequired[str]
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
    both_out: NotRequired[Literal["draw", "first_out"]]
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
    anchor: NotRequired[str]
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
    anchor: NotRequired[str]
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
    anchor: NotRequired[str]
    ruleset: Literal["mustamaija"]
    options: NotRequired[MustamaijaOptions]
    seats: int
    bots: NotRequired[list[Strategy]]


NewGame: TypeAlias = (
    NewDobonSatoGame | NewDobonKawagoeGame | NewDoubtGame | NewDurakGame | NewKirifuGame | NewMustamaijaGame
)


class GamePage(TypedDict):
    """
    A page of games, newest first.
    """

    games: list[Game]
    next: str | None


class NewSeat(TypedDict):
    """
    A request for a seat.
    """

    anchor: NotRequired[str]
    join_code: NotRequired[str]


Seals: TypeAlias = dict[str, str]
"""
The seals of all envelopes, by viewer: a seat, or `table`.
"""


class GameCreated(TypedDict):
    """
    A game is created; `options` are all options of its ruleset, `anchor` fixes the server's links of all rounds. `spectator_delay` is there if `spectators` are `delayed`.
    """

    ruleset: RulesetKey
    options: GameOptions
    seats: int
    listed: bool
    anchor: str
    spectators: SpectatorMode
    spectator_delay: NotRequired[int]


class NoEnvelopes(TypedDict):
    """
    No envelope.
    """


class GameCreatedEvent(TypedDict):
    """
    A game is created; `options` are all options of its ruleset, `anchor` fixes the server's links of all rounds. `spectator_delay` is there if `spectators` are `delayed`.
    """

    version: int
    type: Literal["game-created"]
    form: Literal["game-created"]
    schema: int
    at: str
    public: GameCreated
    sealed: NoEnvelopes
    seals: Seals
    digest: str
    text: Words


class ReadinessAsked(TypedDict):
    """
    The next round waits for players; `unready` are the seats that have to be ready before its deal.
    """

    round: int
    unready: list[int]
    ready_by: str | None


class ReadinessAskedEvent(TypedDict):
    """
    The next round waits for players; `unready` are the seats that have to be ready before its deal.
    """

    version: int
    type: Literal["readiness-asked"]
    form: Literal["readiness-asked"]
    schema: int
    at: str
    public: ReadinessAsked
    sealed: NoEnvelopes
    seals: Seals
    digest: str
    text: Words


class SeatTaken(TypedDict):
    """
    A player, or a bot, takes a seat; `anchor` fixes the links with which the player contributes to all shuffles.
    """

    seat: int
    player: str | None
    bot: Strategy | None
    bot_version: int | None
    anchor: str | None


class SeatTakenEvent(TypedDict):
    """
    A player, or a bot, takes a seat; `anchor` fixes the links with which the player contributes to all shuffles.
    """

    version: int
    type: Literal["seat-taken"]
    form: Literal["seat-taken"]
    schema: int
    at: str
    public: SeatTaken
    sealed: NoEnvelopes
    seals: Seals
    digest: str
    text: Words


class SeatLeft(TypedDict):
    """
    A player stands up before the game begins.
    """

    seat: int


class SeatLeftEvent(TypedDict):
    """
    A player stands up before the game begins.
    """

    version: int
    type: Literal["seat-left"]
    form: Literal["seat-left"]
    schema: int
    at: str
    public: SeatLeft
    sealed: NoEnvelopes
    seals: Seals
    digest: str
    text: Words


class SeatHandedOver(TypedDict):
    """
    A player leaves during the game, and a bot plays on.
    """

    seat: int
    bot: Strategy
    bot_version: int


class SeatHandedOverEvent(TypedDict):
    """
    A player leaves during the game, and a bot plays on.
    """

    version: int
    type: Literal["seat-handed-over"]
    form: Literal["seat-handed-over"]
    schema: int
    at: str
    public: SeatHandedOver
    sealed: NoEnvelopes
    seals: Seals
    digest: str
    text: Words


class SeatResumed(TypedDict):
    """
    A player comes back and plays again.
    """

    seat: int
    bot: Strategy | None


class SeatResumedEvent(TypedDict):
    """
    A player comes back and plays again.
    """

    version: int
    type: Literal["seat-resumed"]
    form: Literal["seat-resumed"]
    schema: int
    at: str
    public: SeatResumed
    sealed: NoEnvelopes
    seals: Seals
    digest: str
    text: Words


class SeatReadied(TypedDict):
    """
    A player is ready for the next round; `link` is the player's contribution to its shuffle.
    """

    seat: int
    link: str | None
    by_clock: NotRequired[Literal[True]]


class SeatReadiedEvent(TypedDict):
    """
    A player is ready for the next round; `link` is the player's contribution to its shuffle.
    """

    version: int
    type: Literal["seat-readied"]
    form: Literal["seat-readied"]
    schema: int
    at: str
    public: SeatReadied
    sealed: NoEnvelopes
    seals: Seals
    digest: str
    text: Words


class RoundRevealed(TypedDict):
    """
    The secret of a finished round becomes public.
    """

    round: int
    secret: str


class RoundRevealedEvent(TypedDict):
    """
    The secret of a finished round becomes public.
    """

    version: int
    type: Literal["round-revealed"]
    form: Literal["round-revealed"]
    schema: int
    at: str
    public: RoundRevealed
    sealed: NoEnvelopes
    seals: Seals
    digest: str
    text: Words


class GameEnded(TypedDict):
    """
    The game is over; `scores` are by seat.
    """

    scores: list[int]


class GameEndedEvent(TypedDict):
    """
    The game is over; `scores` are by seat.
    """

    version: int
    type: Literal["game-ended"]
    form: Literal["game-ended"]
    schema: int
    at: str
    public: GameEnded
    sealed: NoEnvelopes
    seals: Seals
    digest: str
    text: Words


class GameAbandoned(TypedDict):
    """
    All players left, or an admin ended it. `secret` is that of the dealt round, or of a coming one with links.
    """

    reason: Literal["everybody-left", "admin"]
    secret: str | None


class GameAbandonedEvent(TypedDict):
    """
    All players left, or an admin ended it. `secret` is that of the dealt round, or of a coming one with links.
    """

    version: int
    type: Literal["game-abandoned"]
    form: Literal["game-abandoned"]
    schema: int
    at: str
    public: GameAbandoned
    sealed: NoEnvelopes
    seals: Seals
    digest: str
    text: Words


class BeatingAsks(TypedDict):
    """
    The seat that is asked next, for what, and until when; `limit` is the number of cards that a lead of Kirifu or Mustamaija may have.
    """

    phase: Literal["leading", "defending", "attacking", "throwing-in"]
    seat: int
    deadline: str | None
    limit: NotRequired[int]


class FlipAnswered(TypedDict):
    """
    A seat answers the card turned up; all seats see that one did, and none sees which.
    """

    by_strategy: NotRequired[Strategy]
    on: int


class DobonPending(TypedDict):
    """
    The effect of a 2 or a 13 on the seat in turn.
    """

    rank: int
    draw: int


class DoubtCardsPlayed(TypedDict):
    """
    A seat lays cards face down under a number; the seats `asked` may doubt it.
    """

    by_strategy: NotRequired[Strategy]
    seat: int
    number: int
    count: int
    finishing: bool
    turn: int
    asked: list[int]
    allowed_from: str | None
    closable: bool
    deadline: str | None
    by_clock: NotRequired[Literal[True]]


class DobonCardsDrawn(TypedDict):
    """
    A seat draws cards, or finds none to draw. A draw for a false call lacks `turn` and `may_play`; `calls_open` is in the other draws of `dobon-kawagoe`.
    """

    by_strategy: NotRequired[Strategy]
    seat: int
    count: int
    why: Literal["turn", "accept", "false-call"]
    turn: NotRequired[int]
    may_play: NotRequired[bool]
    calls_open: NotRequired[bool]
    deadline: str | None
    by_clock: NotRequired[Literal[True]]


class Passed(TypedDict):
    """
    A seat passes.
    """

    by_strategy: NotRequired[Strategy]
    seat: int
    turn: int
    deadline: str | None
    by_clock: NotRequired[Literal[True]]


class PassedEvent(TypedDict):
    """
    A seat passes.
    """

    version: int
    type: Literal["passed"]
    form: Literal["passed"]
    schema: int
    at: str
    public: Passed
    sealed: NoEnvelopes
    seals: Seals
    digest: str
    text: Words


class StockReshuffled(TypedDict):
    """
    The pile below its top is shuffled and goes under the stock.
    """

    count: int
    stock: int


class CallDeclined(TypedDict):
    """
    A seat answers a window without a call; all seats see that one did, and none sees which.
    """

    by_strategy: NotRequired[Strategy]
    on: int


class SealedDeclined(TypedDict):
    """
    `true` for the seat that declined.
    """

    declined: bool


DeclinedEnvelopes: TypeAlias = dict[str, SealedDeclined]
"""
Envelopes by viewer: a seat, or `table`.
"""


class CallDeclinedEvent(TypedDict):
    """
    A seat answers a window without a call; all seats see that one did, and none sees which.
    """

    version: int
    type: Literal["call-declined"]
    form: Literal["call-declined"]
    schema: int
    at: str
    public: CallDeclined
    sealed: DeclinedEnvelopes
    seals: Seals
    digest: str
    text: Words


class DobonWindowClosed(TypedDict):
    """
    No seat is asked any more; only `dobon-kawagoe` has `calls_open`.
    """

    on: int
    calls_open: NotRequired[bool]
    deadline: str | None


class DobonWindowClosedEvent(TypedDict):
    """
    No seat is asked any more; only `dobon-kawagoe` has `calls_open`.
    """

    version: int
    type: Literal["window-closed"]
    form: Literal["dobon-window-closed"]
    schema: int
    at: str
    public: DobonWindowClosed
    sealed: NoEnvelopes
    seals: Seals
    digest: str
    text: Words


class DoubtWindowClosed(TypedDict):
    """
    A play stands: all seats declined, time ran out, or the next seat plays.
    """

    turn: int
    number: int
    deadline: str | None
    on: int
    by: Literal["all", "deadline", "play"]


class DoubtWindowClosedEvent(TypedDict):
    """
    A play stands: all seats declined, time ran out, or the next seat plays.
    """

    version: int
    type: Literal["window-closed"]
    form: Literal["doubt-window-closed"]
    schema: int
    at: str
    public: DoubtWindowClosed
    sealed: NoEnvelopes
    seals: Seals
    digest: str
    text: Words


class DobonScore(TypedDict):
    """
    The payment of each loser and its arithmetic.
    """

    addends: list[int]
    doublings: list[str]
    payment: int
    arithmetic: str


DobonTransfer = TypedDict(
    "DobonTransfer",
    {
        "from": int,
        "to": int,
        "points": int,
    },
)


class DoubtDeclined(TypedDict):
    """
    A seat declines to doubt a play; all seats see that one did, and none sees which.
    """

    by_strategy: NotRequired[Strategy]
    on: int


class DoubtDeclinedEvent(TypedDict):
    """
    A seat declines to doubt a play; all seats see that one did, and none sees which.
    """

    version: int
    type: Literal["doubt-declined"]
    form: Literal["doubt-declined"]
    schema: int
    at: str
    public: DoubtDeclined
    sealed: DeclinedEnvelopes
    seals: Seals
    digest: str
    text: Words


class DoubtClaimed(TypedDict):
    """
    A play as it was announced.
    """

    seat: int
    number: int
    count: int


class PileTaken(TypedDict):
    """
    A seat takes up the whole pile: it lost a doubt, or may not finish.
    """

    turn: int
    number: int
    deadline: str | None
    seat: int
    count: int
    why: Literal["doubt", "finish"]
    by_clock: NotRequired[Literal[True]]


class SeatEliminated(TypedDict):
    """
    A seat that lost a doubt is out, with all its cards.
    """

    turn: int
    number: int
    deadline: str | None
    seat: int
    count: int


class SeatEliminatedEvent(TypedDict):
    """
    A seat that lost a doubt is out, with all its cards.
    """

    version: int
    type: Literal["seat-eliminated"]
    form: Literal["seat-eliminated"]
    schema: int
    at: str
    public: SeatEliminated
    sealed: NoEnvelopes
    seals: Seals
    digest: str
    text: Words


CardsExchanged = TypedDict(
    "CardsExchanged",
    {
        "from": int,
        "to": int,
        "count": int,
        "turn": int,
        "number": int,
        "deadline": str | None,
    },
)


class BoutBegun(TypedDict):
    """
    Durak: a bout begins; `team` are the seats that may attack, in the order of the attack right.
    """

    asks: NotRequired[BeatingAsks]
    bout: int
    attacker: int
    defender: int
    team: list[int]
    limit: int


class BoutBegunEvent(TypedDict):
    """
    Durak: a bout begins; `team` are the seats that may attack, in the order of the attack right.
    """

    version: int
    type: Literal["bout-begun"]
    form: Literal["bout-begun"]
    schema: int
    at: str
    public: BoutBegun
    sealed: NoEnvelopes
    seals: Seals
    digest: str
    text: Words


class AttackStopped(TypedDict):
    """
    Durak: a seat attacks no further for now.
    """

    asks: NotRequired[BeatingAsks]
    by_strategy: NotRequired[Strategy]
    seat: int
    by_clock: NotRequired[Literal[True]]


class AttackStoppedEvent(TypedDict):
    """
    Durak: a seat attacks no further for now.
    """

    version: int
    type: Literal["attack-stopped"]
    form: Literal["attack-stopped"]
    schema: int
    at: str
    public: AttackStopped
    sealed: NoEnvelopes
    seals: Seals
    digest: str
    text: Words


class TakeDeclared(TypedDict):
    """
    The defender gives up.
    """

    asks: NotRequired[BeatingAsks]
    by_strategy: NotRequired[Strategy]
    seat: int
    by_clock: NotRequired[Literal[True]]


class TakeDeclaredEvent(TypedDict):
    """
    The defender gives up.
    """

    version: int
    type: Literal["take-declared"]
    form: Literal["take-declared"]
    schema: int
    at: str
    public: TakeDeclared
    sealed: NoEnvelopes
    seals: Seals
    digest: str
    text: Words


class SeatOut(TypedDict):
    """
    A seat has no cards left and is done.
    """

    asks: NotRequired[BeatingAsks]
    seat: int
    place: int


class SeatOutEvent(TypedDict):
    """
    A seat has no cards left and is done.
    """

    version: int
    type: Literal["seat-out"]
    form: Literal["seat-out"]
    schema: int
    at: str
    public: SeatOut
    sealed: NoEnvelopes
    seals: Seals
    digest: str
    text: Words


class You(TypedDict):
    """
    The viewer's seat.
    """

    seat: int
    anchor: str | None


SeenCard: TypeAlias = str


WithheldWhy: TypeAlias = Literal["clock", "refused", "handed-over", "not-asked"]


class Withheld(TypedDict):
    """
    A seat with an anchor that has no link in the deck, and the cause.
    """

    seat: int
    why: WithheldWhy


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
    allowed_from: str | None
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
    allowed_from: str | None
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
    contributed: list[int]
    withheld: list[Withheld]
    board: Board


class NextRound(TypedDict):
    """
    The round that is dealt next, and the players it waits for.
    """

    number: int
    waiting_for: list[int]
    deadline: str | None
    contributors: list[int]


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


CardPair: TypeAlias = list[Card]
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

    type: Literal["throw-in"]
    cards: list[Card]


class TurnOver(TypedDict):
    """
    Durak: turn the attack over to the next player with one more card of its number [ターンオーバー].
    """

    type: Literal["turn-over"]
    card: Card


class Ready(TypedDict):
    """
    Be ready for the next round.
    """

    type: Literal["ready"]
    link: NotRequired[str]


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


class More(TypedDict):
    """
    The additions that a listed action allows. Each property is there only if there are any.
    """

    cards: NotRequired[list[Card]]
    most: NotRequired[int]
    pairs: NotRequired[list[CardPair]]
    extra: NotRequired[list[Card]]
    suits: NotRequired[list[Suit]]
    link_round: NotRequired[int]


class LegalAction(TypedDict):
    """
    An action that may be sent as it is, or with what `more` adds.
    """

    action: Action
    allowed_from: NotRequired[str]
    more: NotRequired[More]


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

    now: str
    game: str
    version: int
    head: str
    status: GameStatus
    ruleset: RulesetKey
    options: GameOptions
    you: You | None
    players: list[SeatHolder]
    round: Round | None
    next_round: NextRound | None
    scores: list[int]
    actions: list[LegalAction]
    result: Result | None
    refused: NotRequired[list[RefusedCard]]


class Receipt(TypedDict):
    """
    The server's signed statement that the game had this head at this version.
    """

    game: str
    version: int
    head: str
    at: str
    kid: str
    signature: str


class Invitation(TypedDict):
    """
    What other players need to take a seat.
    """

    join_code: str
    url: str
    qr: QrCode


class NewPlace(TypedDict):
    """
    The table that a player waits for. The game has the default options of its ruleset, and is not listed.
    """

    ruleset: RulesetKey
    seats: int
    within: NotRequired[int | None]
    bots_after: NotRequired[int | None]
    anchor: NotRequired[str]


class QueuePlace(TypedDict):
    """
    My place in the queue.
    """

    ruleset: RulesetKey
    seats: int
    within: int | None
    bots_after: int | None
    joined_at: str
    game: str | None


class NewRematch(TypedDict):
    """
    A request for a rematch.
    """

    anchor: NotRequired[str]


class Rematch(TypedDict):
    """
    The rematch of a game.
    """

    game: str | None


class Friend(TypedDict):
    """
    A player whom I follow, with the listed games that it plays and I may watch.
    """

    id: str
    name: str
    games: list[Game]


class FriendList(TypedDict):
    """
    The players whom I follow.
    """

    players: list[Friend]


class BlockedList(TypedDict):
    """
    The players whom I do not want to meet.
    """

    players: list[Player]


StampName: TypeAlias = Literal["hello", "nice", "thanks", "thinking", "oops", "wow", "sorry", "good-game"]


class StampMessage(TypedDict):
    """
    A short message of a player at the table.
    """

    number: int
    seat: int
    player: str
    stamp: StampName
    version: int
    at: str


class StreamTime(TypedDict):
    """
    The data of `event: now`, the first message of a stream and its heartbeat.
    """

    now: str


class StreamEnd(TypedDict):
    """
    The data of `event: end`, the last message of a stream.
    """

    reason: Literal["game-over", "unauthorized", "no-such-game", "stopping", "unavailable"]


class StreamTicket(TypedDict):
    """
    A ticket for one stream. This response alone shows it; the server stores only its hash.
    """

    ticket: str
    path: str
    expires_at: str


class PublicKey(TypedDict):
    """
    A public key as JWK (RFC 7517, RFC 8037), with the time in which it signs.
    """

    kty: Literal["OKP"]
    crv: Literal["Ed25519"]
    x: str
    kid: str
    use: Literal["sig"]
    signs_from: str
    signs_until: str | None


class KeySet(TypedDict):
    """
    All keys that sign receipts or did so (JWK Set), oldest first.
    """

    keys: list[PublicKey]


class NewStamp(TypedDict):
    """
    A stamp to send.
    """

    stamp: StampName


class StampList(TypedDict):
    """
    The newest stamps, oldest first.
    """

    stamps: list[StampMessage]


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


class ClaimList(TypedDict):
    """
    Every call of the finished rounds.
    """

    claims: list[Claim]


class WithheldLink(TypedDict):
    """
    A round to which a seat with an anchor has contributed no link.
    """

    round: int
    why: WithheldWhy


class SeatFairness(TypedDict):
    """
    What a seat contributes to the shuffles.
    """

    seat: int
    anchor: str | None
    contributed: list[int]
    withheld: list[WithheldLink]


class RoundFairness(TypedDict):
    """
    What shuffles a round that was dealt, or that was broken off when links of it were known.
    """

    round: int
    dealt: bool
    secret: str | None
    links: list[str | None]


class Fairness(TypedDict):
    """
    All data needed to repeat the shuffles.
    """

    game: str
    anchor: str
    seats: list[SeatFairness]
    rounds: list[RoundFairness]
    how: Words


class RulesetFairness(TypedDict):
    """
    How often games of a ruleset were abandoned, and links withheld.
    """

    ruleset: RulesetKey
    games: int
    abandoned: int
    rounds: int
    cuts: int
    withheld: int


class FairnessRates(TypedDict):
    """
    Counts of all games of this server.
    """

    rulesets: list[RulesetFairness]


class MarkCounts(TypedDict):
    """
    How many decisions of a seat have each mark.
    """

    blunder: int
    mistake: int
    inaccuracy: int


class SeatAnalysis(TypedDict):
    """
    The decisions of one seat in a round.
    """

    seat: int
    decisions: int
    accuracy: float | None
    lost: float
    luck: float | None
    marks: MarkCounts


Mark: TypeAlias = Literal["blunder", "mistake", "inaccuracy"]


class AnalysedDecision(TypedDict):
    """
    A decision of a seat, judged by what the seat could know.
    """

    version: int
    seat: int
    chosen: Action | None
    best: Action | None
    choices: int
    loss: float
    error: float
    value: float
    won: float
    lost: float
    best_won: float
    best_lost: float
    mark: Mark | None
    reason: Words | None
    repeats: int | None
    playouts: int


class Analysis(TypedDict):
    """
    What the decisions of a finished round lost against the best ones.
    """

    analyser: int
    round: int
    unit: float
    accuracy: float | None
    seats: list[SeatAnalysis]
    decisions: list[AnalysedDecision]


class AnalysisProgress(TypedDict):
    """
    How far an analysis is.
    """

    done: int
    total: int | None


class HandWait(TypedDict):
    """
    A hand with which a seat would call.
    """

    numbers: list[int]
    chance: float


class Caller(TypedDict):
    """
    The chance that one seat calls on a play, or doubts it.
    """

    seat: int
    chance: float
    waits: list[HandWait]


class Danger(TypedDict):
    """
    The chance that a play is called, or doubted.
    """

    cards: list[Card]
    chance: float
    callers: list[Caller]


class Lie(TypedDict):
    """
    The chance that the newest play of Doubt is a lie.
    """

    seat: int
    number: int
    laid: int
    chance: float


class Moment(TypedDict):
    """
    What each card of a seat's hand risked right after one event, by what the seat could know.
    """

    version: int
    dangers: list[Danger]
    lie: Lie | None


class Dangers(TypedDict):
    """
    Moments of a round, one for each frame of its review.
    """

    round: int
    seat: int
    moments: list[Moment]
    next: int | None


class NewContinuation(TypedDict):
    """
    What if: the moment, the seat to play, and its actions since.
    """

    version: int
    seat: int
    actions: NotRequired[list[Action | None]]
    bots: NotRequired[Literal["novice", "careful"]]


class DrillAnswered(TypedDict):
    """
    The first answer to a drill.
    """

    choice: int
    right: bool
    at: str


class Drill(TypedDict):
    """
    A position of a finished, analysed round in which one action was clearly the best.
    """

    id: str
    game: str
    round: int
    version: int
    position: int
    seat: int
    ruleset: RulesetKey
    asks: Literal["play", "call", "doubt", "answer"]
    own: bool
    mark: Mark | None
    answered: DrillAnswered | None


class DrillPage(TypedDict):
    """
    Drills of a player: unanswered ones first, and own mistakes first among them.
    """

    drills: list[Drill]
    next: str | None


class DrillChoice(TypedDict):
    """
    An answer to a drill.
    """

    choice: int


class DrillResult(TypedDict):
    """
    The losses of all choices of a drill.
    """

    choice: int
    right: bool
    best: int
    played: int
    unit: float
    losses: list[float]
    errors: list[float]
    mark: Mark | None
    reason: Words | None
    answered: DrillAnswered | None


class DailyChoice(TypedDict):
    """
    An answer to the drill of a day.
    """

    choice: int
    day: NotRequired[str]


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
    text: str | None
    hidden: bool
    at: str


class CommentPage(TypedDict):
    """
    A page of comments, oldest first.
    """

    comments: list[Comment]
    next: str | None


class NewCommentReport(TypedDict):
    """
    A report of a comment of another player, in a game of mine.
    """

    kind: Literal["comment"]
    game: str
    comment: str
    reason: Literal["insult", "spam", "personal-data", "other"]
    text: NotRequired[str]


class NewNameReport(TypedDict):
    """
    A report of the name of another player.
    """

    kind: Literal["name"]
    player: str
    reason: Literal["insult", "impersonation", "personal-data", "other"]
    text: NotRequired[str]


class NewPlayReport(TypedDict):
    """
    A report of a play in a game of mine, such as a call whose verdict is disputed.
    """

    kind: Literal["play"]
    game: str
    version: int
    reason: Literal["wrong-verdict", "collusion", "stalling", "other"]
    text: NotRequired[str]


NewReport: TypeAlias = NewCommentReport | NewNameReport | NewPlayReport


ReportKind: TypeAlias = Literal["comment", "name", "play"]


ReportReason: TypeAlias = Literal[
    "insult", "spam", "personal-data", "other", "impersonation", "wrong-verdict", "collusion", "stalling"
]


ReportStatus: TypeAlias = Literal["open", "upheld", "dismissed"]


class Report(TypedDict):
    """
    A report of mine.
    """

    id: str
    at: str
    kind: ReportKind
    game: str | None
    version: int | None
    comment: str | None
    player: str | None
    name: str | None
    reason: ReportReason
    text: str
    status: ReportStatus
    decided_at: str | None
    note: str


class ReportPage(TypedDict):
    """
    A page of my reports, newest first.
    """

    reports: list[Report]
    next: str | None


VerdictKind: TypeAlias = Literal["upheld", "dismissed"]


Measure: TypeAlias = Literal["hide-comment", "reset-name", "suspend-player", "abandon-game"]


class ReceivedVerdict(TypedDict):
    """
    A verdict about a comment, a name or a play of mine. It does not tell who has reported it.
    """

    id: str
    at: str
    kind: ReportKind
    game: str | None
    version: int | None
    verdict: VerdictKind
    measures: list[Measure]
    note: str


class VerdictPage(TypedDict):
    """
    A page of verdicts about me, newest first.
    """

    verdicts: list[ReceivedVerdict]
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
    api_path: str


class Share(TypedDict):
    """
    A link to the replay of a game.
    """

    id: str
    created_at: str
    revoked_at: str | None


class SharePage(TypedDict):
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
    cuts: int
    withheld: int
    abandoned: int
    turns: int
    timeouts: int
    missed: int
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


class MyPlace(TypedDict):
    """
    My place on a leaderboard, and the entries around it.
    """

    ruleset: RulesetKey
    place: int | None
    players: list[Ranked]


class TurnNotification(TypedDict):
    """
    My seat is in turn.
    """

    position: int
    at: str
    game: str
    version: int
    ruleset: RulesetKey
    seat: int
    phase: str
    round: int
    deadline: str | None
    kind: Literal["turn"]


class QuestionNotification(TypedDict):
    """
    My seat is asked about an open window, to turn a card up, or whether it is ready for the next round.
    """

    position: int
    at: str
    game: str
    version: int
    ruleset: RulesetKey
    seat: int
    phase: str
    round: int
    deadline: str | None
    kind: Literal["question"]


class StartedNotification(TypedDict):
    """
    A game of mine has begun.
    """

    position: int
    at: str
    game: str
    version: int
    ruleset: RulesetKey
    seat: int
    kind: Literal["started"]


class EndedNotification(TypedDict):
    """
    A game of mine is over.
    """

    position: int
    at: str
    game: str
    version: int
    ruleset: RulesetKey
    seat: int
    kind: Literal["ended"]
    status: Literal["finished", "abandoned"]


class CommentedNotification(TypedDict):
    """
    Another player has commented on a round of a game of mine.
    """

    position: int
    at: str
    kind: Literal["commented"]
    game: str
    version: int
    round: int
    comment: str
    player: str


class WebhookDisabledNotification(TypedDict):
    """
    A webhook of mine has failed for three days and gets no more deliveries.
    """

    position: int
    at: str
    kind: Literal["webhook-disabled"]
    webhook: str


class TestNotification(TypedDict):
    """
    A test of a webhook, which only that webhook gets.
    """

    position: int
    kind: Literal["test"]
    at: str


class ReportDecidedNotification(TypedDict):
    """
    An admin has decided a report of mine.
    """

    position: int
    at: str
    about: ReportKind
    verdict: VerdictKind
    game: NotRequired[str]
    version: NotRequired[int]
    kind: Literal["report-decided"]
    report: str


class VerdictNotification(TypedDict):
    """
    An admin has decided about a comment, the name or a play of mine.
    """

    position: int
    at: str
    about: ReportKind
    verdict: VerdictKind
    game: NotRequired[str]
    version: NotRequired[int]
    kind: Literal["verdict"]
    measures: list[Measure]


Notification: TypeAlias = (
    TurnNotification
    | QuestionNotification
    | StartedNotification
    | EndedNotification
    | CommentedNotification
    | WebhookDisabledNotification
    | TestNotification
    | ReportDecidedNotification
    | VerdictNotification
)


class Missed(TypedDict):
    """
    The data of `event: missed`: notifications up to this position are no longer kept.
    """

    until: int


AccountMessage: TypeAlias = Notification | Missed | StreamTime | StreamEnd


class OpenPage(TypedDict):
    """
    A page of the web client, or of another one.
    """

    visible: bool


class PushSubscription(TypedDict):
    """
    A browser that gets web pushes.
    """

    id: str
    host: str
    language: Literal["en", "ja"]
    created_at: str
    own: bool


class PushSubscriptionList(TypedDict):
    """
    All browsers of the account, oldest first.
    """

    key: str
    subscriptions: list[PushSubscription]


class PushKeys(TypedDict):
    """
    The keys of a browser's subscription, in base64url.
    """

    p256dh: str
    auth: str


class NewPushSubscription(TypedDict):
    """
    A browser's subscription, as its `PushSubscription.toJSON` returns it, with a language.
    """

    endpoint: str
    keys: PushKeys
    language: NotRequired[Literal["en", "ja"]]
    expirationTime: NotRequired[float | None]


class Webhook(TypedDict):
    """
    A webhook. `failing_since` is set after a failure until the next success.
    """

    id: str
    url: str
    enabled: bool
    created_at: str
    failing_since: str | None
    disabled_at: str | None


class WebhookList(TypedDict):
    """
    All webhooks of the account, oldest first.
    """

    webhooks: list[Webhook]


class NewWebhook(TypedDict):
    """
    A webhook to create.
    """

    url: str


class FreshWebhook(TypedDict):
    """
    A new webhook. This response alone shows its secret, which signs the deliveries.
    """

    id: str
    url: str
    enabled: bool
    created_at: str
    failing_since: str | None
    disabled_at: str | None
    secret: str


class ChangedWebhook(TypedDict):
    """
    Changes of a webhook.
    """

    url: NotRequired[str]
    enabled: NotRequired[bool]


class Delivery(TypedDict):
    """
    A delivery; `id` is the `webhook-id` of all its attempts.
    """

    id: str
    kind: str
    created_at: str
    status: Literal["pending", "delivered", "failed"]
    attempts: int
    due_at: str | None
    answer: int | None
    error: str | None
    ended_at: str | None


class DeliveryPage(TypedDict):
    """
    A page of deliveries, newest first.
    """

    deliveries: list[Delivery]
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
    name: str | None


class FoundClaimPage(TypedDict):
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


class DamagedGamePage(TypedDict):
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


class CheckedPart(TypedDict):
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
    "hide-comment",
    "show-comment",
    "reset-name",
    "uphold-report",
    "dismiss-report",
    "erase-player",
]


class AdminAct(TypedDict):
    """
    An act of an admin.
    """

    id: str
    at: str
    actor: str
    kind: AdminActKind
    subject: str
    reason: str


class AdminActPage(TypedDict):
    """
    A page of acts, newest first.
    """

    acts: list[AdminAct]
    next: str | None


class NewAct(TypedDict):
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


class NewSuspension(TypedDict):
    """
    The reason of a suspension, and its end.
    """

    reason: str
    until: NotRequired[str | None]


class Suspension(TypedDict):
    """
    Whether the account of a player is suspended.
    """

    player: str
    suspended: bool
    until: str | None
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


class ProjectionList(TypedDict):
    """
    All projections.
    """

    projections: list[Projection]


class Person(TypedDict):
    """
    A player with the present name; an erased player has the name `-`.
    """

    id: str
    name: str


class ReportEntry(TypedDict):
    """
    A report in the list of admins.
    """

    id: str
    at: str
    kind: ReportKind
    reason: ReportReason
    text: str
    status: ReportStatus
    reporter: Person | None
    reported: Person | None
    game: str | None
    version: int | None
    comment: str | None
    name: str | None


class ReportEntryPage(TypedDict):
    """
    A page of reports: open ones oldest first, decided ones newest first.
    """

    reports: list[ReportEntry]
    next: str | None


class KnownName(TypedDict):
    """
    A name that a player has or had.
    """

    name: str
    since: str
    until: str | None


class ModeratedPlayer(TypedDict):
    """
    A player with everything that a verdict may depend on.
    """

    id: str
    name: str
    created_at: str
    erased: bool
    suspended: bool
    suspended_until: str | None
    names: list[KnownName]
    reports: dict[str, int]
    acts: list[AdminAct]


class SeatedPlayer(TypedDict):
    """
    A player of a game, by seat.
    """

    seat: int
    id: str | None
    kind: SeatKind
    bot: Strategy | None
    name: str


class NewVerdict(TypedDict):
    """
    A verdict about a report, with the measures that are taken together with it.
    """

    reason: str
    verdict: VerdictKind
    note: NotRequired[str]
    measures: NotRequired[list[Measure]]
    until: NotRequired[str | None]


class Decided(TypedDict):
    """
    A verdict that was given, and the acts that were recorded.
    """

    report: str
    verdict: VerdictKind
    acts: list[AdminAct]


class FoundPlayer(TypedDict):
    """
    A player found by a present or old name.
    """

    id: str
    name: str
    matched: str
    created_at: str
    suspended: bool
    suspended_until: str | None


class FoundPlayerPage(TypedDict):
    """
    A page of players, by the names that were found.
    """

    players: list[FoundPlayer]
    next: str | None


class NameReset(TypedDict):
    """
    The new name of a player.
    """

    player: str
    name: str
    act: AdminAct


class HiddenComment(TypedDict):
    """
    Whether a comment is hidden.
    """

    comment: str
    hidden: bool
    act: AdminAct


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


class DobonRoundDealt(TypedDict):
    """
    The hands are dealt. In `dobon-sato` a card is turned up (`top`, `asked`, `allowed_from`), in `dobon-kawagoe` the `dealer` is to turn cards up.
    """

    round: int
    withheld: list[Withheld]
    hand_size: int
    top: NotRequired[Card]
    dealer: NotRequired[int]
    turn: int
    stock: int
    asked: NotRequired[list[int]]
    deadline: str | None
    allowed_from: NotRequired[str | None]


class SealedCards(TypedDict):
    """
    Cards that only the viewer of the part knows.
    """

    cards: list[Card]


class SealedStock(TypedDict):
    """
    The stock in the order of drawing.
    """

    stock: list[Card]


CardsOrStockEnvelopes: TypeAlias = dict[str, SealedCards | SealedStock]
"""
Envelopes by viewer: a seat, or `table`.
"""


class DobonRoundDealtEvent(TypedDict):
    """
    The hands are dealt. In `dobon-sato` a card is turned up (`top`, `asked`, `allowed_from`), in `dobon-kawagoe` the `dealer` is to turn cards up.
    """

    version: int
    type: Literal["round-dealt"]
    form: Literal["dobon-round-dealt"]
    schema: int
    at: str
    public: DobonRoundDealt
    sealed: CardsOrStockEnvelopes
    seals: Seals
    digest: str
    text: Words


class DoubtRoundDealt(TypedDict):
    """
    All cards are dealt; `hands` are their numbers by seat.
    """

    round: int
    withheld: list[Withheld]
    turn: int
    number: int
    variant: Literal["doubt", "cheat"]
    decks: int
    jokers: int
    hands: list[int]
    deadline: str | None


CardsEnvelopes: TypeAlias = dict[str, SealedCards]
"""
Envelopes by viewer: a seat, or `table`.
"""


class DoubtRoundDealtEvent(TypedDict):
    """
    All cards are dealt; `hands` are their numbers by seat.
    """

    version: int
    type: Literal["round-dealt"]
    form: Literal["doubt-round-dealt"]
    schema: int
    at: str
    public: DoubtRoundDealt
    sealed: CardsEnvelopes
    seals: Seals
    digest: str
    text: Words


class BeatingShown(TypedDict):
    """
    A card of a hand that all players see.
    """

    seat: int
    card: Card


class BeatingRoundDealt(TypedDict):
    """
    The hands are dealt; `hands` are their numbers by seat. Durak has `shown`, `first` and `decided_by`, Kirifu `jokers`, `aces` and `follow_suit`, Mustamaija the `dealer`. `asks` is in the last event of each command, unless it ends the round.
    """

    asks: NotRequired[BeatingAsks]
    round: int
    withheld: list[Withheld]
    hands: list[int]
    stock: int
    trump: Suit | None
    trump_card: Card | None
    shown: NotRequired[list[BeatingShown]]
    first: NotRequired[int]
    decided_by: NotRequired[Card | None]
    jokers: NotRequired[int]
    aces: NotRequired[Literal["spade_ace", "all_aces", "none"]]
    follow_suit: NotRequired[bool]
    dealer: NotRequired[int]


class BeatingRoundDealtEvent(TypedDict):
    """
    The hands are dealt; `hands` are their numbers by seat. Durak has `shown`, `first` and `decided_by`, Kirifu `jokers`, `aces` and `follow_suit`, Mustamaija the `dealer`. `asks` is in the last event of each command, unless it ends the round.
    """

    version: int
    type: Literal["round-dealt"]
    form: Literal["beating-round-dealt"]
    schema: int
    at: str
    public: BeatingRoundDealt
    sealed: CardsOrStockEnvelopes
    seals: Seals
    digest: str
    text: Words


class CardFlipped(TypedDict):
    """
    The dealer turns up the next card of the stock.
    """

    seat: int
    card: Card
    stock: int
    asked: list[int]
    calls_open: bool
    deadline: str | None
    by_clock: NotRequired[Literal[True]]


class CardFlippedEvent(TypedDict):
    """
    The dealer turns up the next card of the stock.
    """

    version: int
    type: Literal["card-flipped"]
    form: Literal["card-flipped"]
    schema: int
    at: str
    public: CardFlipped
    sealed: NoEnvelopes
    seals: Seals
    digest: str
    text: Words


class SealedFlipAnswer(TypedDict):
    """
    The answer, for the seat that gave it; an empty one of the same shape for each other seat.
    """

    answered: bool
    cards: list[Card] | None
    suit: Suit | None


FlipAnswerEnvelopes: TypeAlias = dict[str, SealedFlipAnswer]
"""
Envelopes by viewer: a seat, or `table`.
"""


class FlipAnsweredEvent(TypedDict):
    """
    A seat answers the card turned up; all seats see that one did, and none sees which.
    """

    version: int
    type: Literal["flip-answered"]
    form: Literal["flip-answered"]
    schema: int
    at: str
    public: FlipAnswered
    sealed: FlipAnswerEnvelopes
    seals: Seals
    digest: str
    text: Words


class DobonCardsPlayed(TypedDict):
    """
    A seat lays cards of one number, bottom card first; only `dobon-kawagoe` says `how`.
    """

    by_strategy: NotRequired[Strategy]
    seat: int
    cards: list[Card]
    suit: Suit
    how: NotRequired[Literal["turn", "opening", "jump-in"]]
    turn: int
    direction: Literal[1, -1]
    pending: DobonPending | None
    asked: list[int]
    deadline: str | None
    allowed_from: str | None


class DobonCardsPlayedEvent(TypedDict):
    """
    A seat lays cards of one number, bottom card first; only `dobon-kawagoe` says `how`.
    """

    version: int
    type: Literal["cards-played"]
    form: Literal["dobon-cards-played"]
    schema: int
    at: str
    public: DobonCardsPlayed
    sealed: NoEnvelopes
    seals: Seals
    digest: str
    text: Words


class DoubtCardsPlayedEvent(TypedDict):
    """
    A seat lays cards face down under a number; the seats `asked` may doubt it.
    """

    version: int
    type: Literal["cards-played"]
    form: Literal["doubt-cards-played"]
    schema: int
    at: str
    public: DoubtCardsPlayed
    sealed: CardsEnvelopes
    seals: Seals
    digest: str
    text: Words


class DobonCardsDrawnEvent(TypedDict):
    """
    A seat draws cards, or finds none to draw. A draw for a false call lacks `turn` and `may_play`; `calls_open` is in the other draws of `dobon-kawagoe`.
    """

    version: int
    type: Literal["cards-drawn"]
    form: Literal["dobon-cards-drawn"]
    schema: int
    at: str
    public: DobonCardsDrawn
    sealed: CardsEnvelopes
    seals: Seals
    digest: str
    text: Words


class BeatingCardsDrawn(TypedDict):
    """
    A seat draws from the stock; `shown` are those of the cards that all players know.
    """

    asks: NotRequired[BeatingAsks]
    seat: int
    count: int
    stock: int
    shown: list[Card]


class BeatingCardsDrawnEvent(TypedDict):
    """
    A seat draws from the stock; `shown` are those of the cards that all players know.
    """

    version: int
    type: Literal["cards-drawn"]
    form: Literal["beating-cards-drawn"]
    schema: int
    at: str
    public: BeatingCardsDrawn
    sealed: CardsEnvelopes
    seals: Seals
    digest: str
    text: Words


class HandOpened(TypedDict):
    """
    A seat opens its whole hand, as a 13 asks; the cards stay open until they are played.
    """

    by_strategy: NotRequired[Strategy]
    seat: int
    cards: list[Card]
    turn: int
    deadline: str | None
    by_clock: NotRequired[Literal[True]]


class HandOpenedEvent(TypedDict):
    """
    A seat opens its whole hand, as a 13 asks; the cards stay open until they are played.
    """

    version: int
    type: Literal["hand-opened"]
    form: Literal["hand-opened"]
    schema: int
    at: str
    public: HandOpened
    sealed: NoEnvelopes
    seals: Seals
    digest: str
    text: Words


class StockReshuffledEvent(TypedDict):
    """
    The pile below its top is shuffled and goes under the stock.
    """

    version: int
    type: Literal["stock-reshuffled"]
    form: Literal["stock-reshuffled"]
    schema: int
    at: str
    public: StockReshuffled
    sealed: CardsEnvelopes
    seals: Seals
    digest: str
    text: Words


class DobonCalled(TypedDict):
    """
    A seat calls or counters; `hand` is null after a false call that is not shown. A true call has `asked` and `deadline`.
    """

    by_strategy: NotRequired[Strategy]
    seat: int
    on: int
    kind: Literal["call", "counter", "ippatsu"]
    card: Card
    hand: list[Card] | None
    formulas: list[str]
    valid: bool
    asked: NotRequired[list[int]]
    deadline: NotRequired[str | None]


class SealedHand(TypedDict):
    """
    The hand of a false call that is not shown, for the caller.
    """

    hand: list[Card]


HandEnvelopes: TypeAlias = dict[str, SealedHand]
"""
Envelopes by viewer: a seat, or `table`.
"""


class DobonCalledEvent(TypedDict):
    """
    A seat calls or counters; `hand` is null after a false call that is not shown. A true call has `asked` and `deadline`.
    """

    version: int
    type: Literal["dobon-called"]
    form: Literal["dobon-called"]
    schema: int
    at: str
    public: DobonCalled
    sealed: HandEnvelopes
    seals: Seals
    digest: str
    text: Words


class DobonRoundEnded(TypedDict):
    """
    The round is over and all hands lie open; `points` are by seat. Only `dobon-kawagoe` has `score`, `transfers` and `next_dealer`; `score` is null without a winner.
    """

    winner: int | None
    losers: list[int]
    reason: Literal["dobon", "ippatsu", "false-call", "dead-end"]
    points: list[int]
    score: NotRequired[DobonScore | None]
    transfers: NotRequired[list[DobonTransfer]]
    next_dealer: NotRequired[int]
    hands: list[list[Card]]


class DobonRoundEndedEvent(TypedDict):
    """
    The round is over and all hands lie open; `points` are by seat. Only `dobon-kawagoe` has `score`, `transfers` and `next_dealer`; `score` is null without a winner.
    """

    version: int
    type: Literal["round-ended"]
    form: Literal["dobon-round-ended"]
    schema: int
    at: str
    public: DobonRoundEnded
    sealed: NoEnvelopes
    seals: Seals
    digest: str
    text: Words


class DoubtRoundEnded(TypedDict):
    """
    The round is over and all hands lie open; `points` and `ranks` are by seat.
    """

    winner: int | None
    losers: list[int]
    reason: Literal["empty-hand", "last-in", "max-plays"]
    points: list[int]
    ranks: list[int | None]
    hands: list[list[Card]]


class DoubtRoundEndedEvent(TypedDict):
    """
    The round is over and all hands lie open; `points` and `ranks` are by seat.
    """

    version: int
    type: Literal["round-ended"]
    form: Literal["doubt-round-ended"]
    schema: int
    at: str
    public: DoubtRoundEnded
    sealed: NoEnvelopes
    seals: Seals
    digest: str
    text: Words


class BeatingRoundEnded(TypedDict):
    """
    The round is over and all hands lie open; `points` and `ranks` are by seat.
    """

    winner: int | None
    losers: list[int]
    reason: Literal["one-left", "team-out", "draw", "first-out", "stalled"]
    points: list[int]
    ranks: list[int | None]
    hands: list[list[Card]]


class BeatingRoundEndedEvent(TypedDict):
    """
    The round is over and all hands lie open; `points` and `ranks` are by seat.
    """

    version: int
    type: Literal["round-ended"]
    form: Literal["beating-round-ended"]
    schema: int
    at: str
    public: BeatingRoundEnded
    sealed: NoEnvelopes
    seals: Seals
    digest: str
    text: Words


class DoubtCalled(TypedDict):
    """
    A seat doubts a play: its cards are shown, and `valid` says whether it was a lie.
    """

    by_strategy: NotRequired[Strategy]
    seat: int
    on: int
    kind: Literal["doubt", "cheat"]
    valid: bool
    cards: list[Card]
    claimed: DoubtClaimed


class DoubtCalledEvent(TypedDict):
    """
    A seat doubts a play: its cards are shown, and `valid` says whether it was a lie.
    """

    version: int
    type: Literal["doubt-called"]
    form: Literal["doubt-called"]
    schema: int
    at: str
    public: DoubtCalled
    sealed: NoEnvelopes
    seals: Seals
    digest: str
    text: Words


class PileTakenEvent(TypedDict):
    """
    A seat takes up the whole pile: it lost a doubt, or may not finish.
    """

    version: int
    type: Literal["pile-taken"]
    form: Literal["pile-taken"]
    schema: int
    at: str
    public: PileTaken
    sealed: CardsEnvelopes
    seals: Seals
    digest: str
    text: Words


class CardsExchangedEvent(TypedDict):
    """
    The seat that lost a doubt takes cards, unseen, from the hand of the other seat.
    """

    version: int
    type: Literal["cards-exchanged"]
    form: Literal["cards-exchanged"]
    schema: int
    at: str
    public: CardsExchanged
    sealed: CardsEnvelopes
    seals: Seals
    digest: str
    text: Words


class CardsLed(TypedDict):
    """
    Kirifu and Mustamaija: a seat leads cards to the next; `extra` is the last of them if it is an extra card.
    """

    asks: NotRequired[BeatingAsks]
    by_strategy: NotRequired[Strategy]
    seat: int
    by_clock: NotRequired[Literal[True]]
    to: int
    cards: list[Card]
    kind: Literal["single", "group", "sequence", "two-groups", "flush"]
    extra: Card | None


class CardsLedEvent(TypedDict):
    """
    Kirifu and Mustamaija: a seat leads cards to the next; `extra` is the last of them if it is an extra card.
    """

    version: int
    type: Literal["cards-led"]
    form: Literal["cards-led"]
    schema: int
    at: str
    public: CardsLed
    sealed: NoEnvelopes
    seals: Seals
    digest: str
    text: Words


class AttackPlayed(TypedDict):
    """
    Durak: a seat attacks.
    """

    asks: NotRequired[BeatingAsks]
    by_strategy: NotRequired[Strategy]
    seat: int
    by_clock: NotRequired[Literal[True]]
    cards: list[Card]


class AttackPlayedEvent(TypedDict):
    """
    Durak: a seat attacks.
    """

    version: int
    type: Literal["attack-played"]
    form: Literal["attack-played"]
    schema: int
    at: str
    public: AttackPlayed
    sealed: NoEnvelopes
    seals: Seals
    digest: str
    text: Words


class CardsThrownIn(TypedDict):
    """
    Durak: a seat adds cards to those that the defender takes.
    """

    asks: NotRequired[BeatingAsks]
    by_strategy: NotRequired[Strategy]
    seat: int
    cards: list[Card]


class CardsThrownInEvent(TypedDict):
    """
    Durak: a seat adds cards to those that the defender takes.
    """

    version: int
    type: Literal["cards-thrown-in"]
    form: Literal["cards-thrown-in"]
    schema: int
    at: str
    public: CardsThrownIn
    sealed: NoEnvelopes
    seals: Seals
    digest: str
    text: Words


class AttackTurnedOver(TypedDict):
    """
    Durak: the defender turns the attack over to the next seat with one more card.
    """

    asks: NotRequired[BeatingAsks]
    by_strategy: NotRequired[Strategy]
    seat: int
    card: Card
    defender: int
    team: list[int]
    limit: int


class AttackTurnedOverEvent(TypedDict):
    """
    Durak: the defender turns the attack over to the next seat with one more card.
    """

    version: int
    type: Literal["attack-turned-over"]
    form: Literal["attack-turned-over"]
    schema: int
    at: str
    public: AttackTurnedOver
    sealed: NoEnvelopes
    seals: Seals
    digest: str
    text: Words


class CardsBeaten(TypedDict):
    """
    The defender beats attacks; each pair is an attack card and the card that beats it.
    """

    asks: NotRequired[BeatingAsks]
    by_strategy: NotRequired[Strategy]
    seat: int
    pairs: list[CardPair]


class CardsBeatenEvent(TypedDict):
    """
    The defender beats attacks; each pair is an attack card and the card that beats it.
    """

    version: int
    type: Literal["cards-beaten"]
    form: Literal["cards-beaten"]
    schema: int
    at: str
    public: CardsBeaten
    sealed: NoEnvelopes
    seals: Seals
    digest: str
    text: Words


class DefenceEnded(TypedDict):
    """
    The table is cleared: cards `taken` go to the defender's hand, the others out of play.
    """

    asks: NotRequired[BeatingAsks]
    seat: int
    how: Literal["beaten", "taken"]
    taken: list[Card]
    discarded: list[Card]
    stall: int


class DefenceEndedEvent(TypedDict):
    """
    The table is cleared: cards `taken` go to the defender's hand, the others out of play.
    """

    version: int
    type: Literal["defence-ended"]
    form: Literal["defence-ended"]
    schema: int
    at: str
    public: DefenceEnded
    sealed: NoEnvelopes
    seals: Seals
    digest: str
    text: Words


class TrumpTurned(TypedDict):
    """
    Mustamaija: a card is turned up to decide the trump; `skipped` were turned up before it.
    """

    asks: NotRequired[BeatingAsks]
    card: Card
    trump: Suit
    skipped: list[Card]
    under: int


class TrumpTurnedEvent(TypedDict):
    """
    Mustamaija: a card is turned up to decide the trump; `skipped` were turned up before it.
    """

    version: int
    type: Literal["trump-turned"]
    form: Literal["trump-turned"]
    schema: int
    at: str
    public: TrumpTurned
    sealed: NoEnvelopes
    seals: Seals
    digest: str
    text: Words


Event: TypeAlias = (
    GameCreatedEvent
    | ReadinessAskedEvent
    | SeatTakenEvent
    | SeatLeftEvent
    | SeatHandedOverEvent
    | SeatResumedEvent
    | SeatReadiedEvent
    | RoundRevealedEvent
    | GameEndedEvent
    | GameAbandonedEvent
    | DobonRoundDealtEvent
    | DoubtRoundDealtEvent
    | BeatingRoundDealtEvent
    | CardFlippedEvent
    | FlipAnsweredEvent
    | DobonCardsPlayedEvent
    | DoubtCardsPlayedEvent
    | DobonCardsDrawnEvent
    | BeatingCardsDrawnEvent
    | PassedEvent
    | HandOpenedEvent
    | StockReshuffledEvent
    | DobonCalledEvent
    | CallDeclinedEvent
    | DobonWindowClosedEvent
    | DoubtWindowClosedEvent
    | DobonRoundEndedEvent
    | DoubtRoundEndedEvent
    | BeatingRoundEndedEvent
    | DoubtDeclinedEvent
    | DoubtCalledEvent
    | PileTakenEvent
    | SeatEliminatedEvent
    | CardsExchangedEvent
    | BoutBegunEvent
    | CardsLedEvent
    | AttackPlayedEvent
    | AttackStoppedEvent
    | CardsThrownInEvent
    | AttackTurnedOverEvent
    | CardsBeatenEvent
    | TakeDeclaredEvent
    | DefenceEndedEvent
    | TrumpTurnedEvent
    | SeatOutEvent
)


class CommandResult(TypedDict):
    """
    The result of an action, as its player sees it.
    """

    version: int
    head: str
    events: list[Event]
    view: View
    receipt: NotRequired[Receipt]


class EventPage(TypedDict):
    """
    A part of a log.
    """

    events: list[Event]
    next: int | None


StreamMessage: TypeAlias = Event | StampMessage | StreamTime | StreamEnd


class Frame(TypedDict):
    """
    A round right after one event, with every hand open or as one seat knew it. Fields that the ruleset does not use are left out.
    """

    version: int
    at: str
    event: Event
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


class Continuation(TypedDict):
    """
    A round continued against bots, as the seat knows it. It is recorded nowhere.
    """

    version: int
    seat: int
    frames: list[Frame]
    view: View
    over: bool
    points: list[int] | None
    may_wait: bool
    version_now: int


class DrillQuestion(TypedDict):
    """
    A drill with its position and its choices.
    """

    id: str
    game: str
    round: int
    version: int
    position: int
    seat: int
    ruleset: RulesetKey
    asks: Literal["play", "call", "doubt", "answer"]
    own: bool
    mark: Mark | None
    answered: DrillAnswered | None
    frame: Frame
    choices: list[Action | None]
    players: list[SeatHolder]
    options: GameOptions


class DailyDrill(TypedDict):
    """
    The drill of a day, the same for everybody, from a game of bots.
    """

    day: str
    seat: int
    ruleset: RulesetKey
    asks: Literal["play", "call", "doubt", "answer"]
    answered: DrillAnswered | None
    frame: Frame
    choices: list[Action | None]
    players: list[SeatHolder]
    options: GameOptions


class ReportedPlay(TypedDict):
    """
    A play at its moment. Hands and judgements are there after the end of the round.
    """

    ruleset: RulesetKey
    status: GameStatus
    round: int
    round_over: bool
    players: list[SeatedPlayer]
    claim: JudgedClaim | None
    frame: Frame | None
    events: list[Event]


class ReportFile(TypedDict):
    """
    A report with everything that is needed for a verdict.
    """

    report: ReportEntry
    same_subject: int
    measures: list[Measure]
    comment: Comment | None
    player: ModeratedPlayer | None
    play: ReportedPlay | None
    acts: list[AdminAct]
