"""The options of each rule set of Dobon, with their defaults (rulebook, decision 5)."""

from domain.log.chance import MOST_ROUNDS
from domain.ruleset.ruleset import TIMING, Option, choice, integer, switch

_GRACE = integer(
    "claim_grace_seconds",
    3,
    0,
    60,
    "カードを重ねられない時間(秒)",
    "Seconds before the top card can be covered",
)
_FALSE_CALL = choice("false_claim", ("expose", "nothing", "draw_2", "lose"), "誤ドボンの罰", "Penalty for a false call")
_HINTS = switch("claim_hints", "ドボンできるときに知らせる", "Tell players when a call would be true", default=False)

SATO: tuple[Option, ...] = (
    integer("hand_size", 5, 1, 10, "手札の枚数", "Cards dealt to each seat"),
    integer("rounds", 1, 1, MOST_ROUNDS, "ラウンド数", "Rounds in a game"),
    choice("next_starter", ("loser", "winner", "random"), "次のラウンドの親", "Seat that starts the next round"),
    choice(
        "claim_mode",
        ("race", "ask_all"),
        "ドボンの受付",
        "A call races the next play, or every player is asked",
    ),
    _GRACE,
    _FALSE_CALL,
    _HINTS,
    choice(
        "initial_card_loser",
        ("none", "all_others"),
        "最初の場札へのドボンの敗者",
        "Loser of a call on the first card",
    ),
    switch("draw_penalty_ends_turn", "2で引いたら手番が終わる", "Taking a 2 ends the turn", default=True),
    switch("open_penalty_ends_turn", "13で公開したら手番が終わる", "Opening the hand ends the turn", default=False),
    switch("eight_answers_pending", "2と13を8で次へ回せる", "An 8 passes a pending 2 or 13 on", default=False),
    switch("play_after_draw", "引いたカードをすぐ出せる", "The card just drawn may be played", default=False),
    *TIMING,
)

KAWAGOE: tuple[Option, ...] = (
    integer("hand_size", 4, 1, 10, "手札の枚数", "Cards dealt to each seat"),
    integer("rounds", 4, 1, MOST_ROUNDS, "ラウンド数", "Rounds in a game"),
    choice(
        "dealer_after_ippatsu",
        ("same", "winner", "left"),
        "一発ドボンの次のディーラー",
        "Dealer after an ippatsu-dobon",
    ),
    _GRACE,
    _FALSE_CALL,
    _HINTS,
    choice(
        "score_hand",
        ("payer", "winner", "both"),
        "得点に足す手札",
        "Hand that is added to the called card",
    ),
    switch("voluntary_draw", "出せるカードがあっても引ける", "Drawing is allowed although a card fits", default=False),
    switch("eight_wild", "8はいつでも出せる", "An 8 goes on anything", default=False),
    *TIMING,
)
