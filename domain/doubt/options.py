"""The options of Doubt (rulebook 1.6)."""

from domain.log.chance import MOST_ROUNDS
from domain.ruleset.ruleset import Option, choice, integer, switch

DOUBT: tuple[Option, ...] = (
    choice("variant", ("doubt", "cheat"), "誰がダウトできるか", "Seats that may doubt: all, or only the next (Cheat)"),
    integer("rounds", 1, 1, MOST_ROUNDS, "ラウンド数", "Rounds in a game"),
    integer("decks", 1, 1, 4, "使う組の数", "Decks of cards"),
    integer("jokers_per_deck", 0, 0, 2, "一組のジョーカーの枚数", "Jokers in each deck; one counts as any number"),
    integer("max_cards_per_play", 1, 1, 4, "一度に出せる枚数", "Cards that may be laid at once"),
    choice("penalty", ("pile", "eliminate", "exchange_two"), "ダウトに負けた人", "Penalty for losing a doubt"),
    switch(
        "resume_same_number", "嘘を見破ったら同じ数字から", "A caught lie resumes at the same number", default=False
    ),
    switch("doubter_takes_turn", "見破った人の番になる", "The seat that caught a lie plays next", default=False),
    switch(
        "must_doubt_to_finish", "一度は見破らないと上がれない", "A seat must have caught a lie to finish", default=False
    ),
    switch("joker_may_finish", "ジョーカーで上がれる", "A joker may be the last card", default=True),
    choice(
        "ranking", ("winner_only", "by_hand_count"), "順位", "Ranking: the winner alone, or all seats by cards left"
    ),
    integer("window_seconds", 10, 0, 86_400, "ダウトの受付(秒、0は無制限)", "Seconds to doubt a play (0: no limit)"),
    integer(
        "min_open_seconds",
        3,
        0,
        60,
        "次の人が出せるまでの時間(秒)",
        "Seconds before the next play may close a window",
    ),
    switch("next_play_closes", "次の人が出すと受付が終わる", "The next player's play closes the window", default=True),
    integer(
        "max_plays",
        0,
        0,
        100_000,
        "出す回数の上限(0はなし、他は50以上)",
        "Plays in a round (0: no limit, else 50 or more)",
    ),
    integer("turn_seconds", 60, 0, 86_400, "手番の持ち時間(秒、0は無制限)", "Seconds for a turn (0: no limit)"),
    integer("bot_delay_ms", 800, 0, 60_000, "ボットが考える時間(ミリ秒)", "Milliseconds a bot takes to move"),
)
