"""The options of the beating games (rulebook 2.5, 3.6 and 4.5)."""

from domain.log.chance import MOST_ROUNDS
from domain.ruleset.ruleset import Option, choice, integer, switch

_ROUNDS = integer("rounds", 1, 1, MOST_ROUNDS, "ラウンド数", "Rounds in a game")
_COMMON = (
    integer(
        "stall_limit",
        100,
        0,
        1000,
        "山札がなくなった後、引き取りが続いたら終わる回数(0はなし)",
        "Consecutive takes with an empty stock that end a round (0: no limit)",
    ),
    integer("turn_seconds", 60, 0, 86_400, "手番の持ち時間(秒、0は無制限)", "Seconds for a turn (0: no limit)"),
    integer("bot_delay_ms", 800, 0, 60_000, "ボットが考える時間(ミリ秒)", "Milliseconds a bot takes to move"),
)

DURAK: tuple[Option, ...] = (
    _ROUNDS,
    switch("throw_in", "スローインあり", "More cards may be thrown in when the defender takes", default=False),
    switch("turnover", "ターンオーバーあり", "The defender may pass the attack on to the next seat", default=False),
    switch("teams", "4人ペア戦", "Two against two (four seats)", default=False),
    choice(
        "guardian_scope",
        ("neighbours", "all"),
        "攻撃できる人",
        "Seats that may attack: the defender's neighbours, or all",
    ),
    integer(
        "first_bout_limit", 6, 5, 6, "最初のバウトの攻撃の上限", "Maximum number of attack cards in the first bout"
    ),
    switch("multi_lead", "同じ数字を何枚でもリードできる", "Several cards of one number may be led", default=False),
    choice("first_attacker", ("lowest_trump", "random"), "最初の攻撃者", "First attacker"),
    choice(
        "both_out",
        ("draw", "first_out"),
        "最後の手札が同じバウトでなくなったら",
        "The last hands run out in the same bout: a draw, or the first to run out wins",
    ),
    *_COMMON,
)

KIRIFU: tuple[Option, ...] = (
    _ROUNDS,
    switch("joker", "ジョーカーを使う", "A joker is in the deck", default=True),
    choice("ace_rule", ("spade_ace", "all_aces", "none"), "切り札より強いA", "Aces that beat the trumps"),
    choice("trump", ("clubs", "diamonds", "hearts", "spades", "random"), "切り札", "Trump suit"),
    choice(
        "finish",
        ("play_on", "first_out"),
        "終わり方",
        "End of a round: a loser is left, or the first seat has no cards",
    ),
    switch("sequences", "シークエンスを出せる", "Sequences may be led", default=True),
    switch("extra_card", "おつけを出せる", "A group may take an extra card along", default=True),
    integer("min_sequence", 3, 2, 3, "シークエンスの最小枚数", "Minimum length of a sequence"),
    switch("two_groups", "ペアを二組出せる", "Two pairs may be led together", default=False),
    switch("limit_by_defender_hand", "相手の手札の枚数まで", "No lead larger than the defender's hand", default=False),
    switch(
        "plain_follow_suit",
        "同じスートか切り札で切る",
        "Plain cards are beaten by their suit or a trump",
        default=False,
    ),
    *_COMMON,
)

MUSTAMAIJA: tuple[Option, ...] = (
    _ROUNDS,
    choice(
        "trump_reveal",
        ("after_first_lead", "at_deal"),
        "切り札を決める時",
        "Moment at which the trump card is turned up",
    ),
    integer(
        "max_lead",
        0,
        0,
        13,
        "リードの上限(0は相手の手札まで)",
        "Maximum number of cards in a lead (0: the size of the defender's hand)",
    ),
    switch("spades_can_be_trump", "スペードも切り札になる", "Spades can be trump", default=False),
    *_COMMON,
)
