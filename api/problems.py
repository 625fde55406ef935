"""Every error this server can answer with, in one table: code → (status, title in English, title in Japanese).

Bodies are `application/problem+json` (RFC 9457). A code never changes its meaning; a new meaning gets a new code. A test looks through the source
for every `Refused("...")` and asks for its row here.
"""

from dataclasses import dataclass
from typing import Any

from flask import Response, g, request
from orjson import dumps

from domain.errors import Refused

MIMETYPE = "application/problem+json"

RETRY_AFTER = "1"
"""Seconds after which what was not to be had just now is worth another try."""


@dataclass(frozen=True, slots=True)
class Kind:
    """One row: the HTTP status and the title in both languages."""

    status: int
    en: str
    ja: str


_REQUEST = {
    "bad-request": Kind(400, "The request cannot be understood", "リクエストを解釈できません"),
    "empty-body": Kind(400, "A JSON body is needed", "JSONの本文が必要です"),
    "malformed-json": Kind(400, "The body is not well-formed JSON", "本文が正しいJSONではありません"),
    "duplicate-key": Kind(400, "A key stands twice in one object", "同じキーが二度あります"),
    "too-deep": Kind(400, "The body is nested too deep", "本文の入れ子が深すぎます"),
    "bad-text": Kind(400, "A text holds characters that are no text", "文字列に使えない文字があります"),
    "bad-number": Kind(400, "A number is too large", "数が大きすぎます"),
    "bad-header": Kind(400, "A header cannot be understood", "ヘッダーを解釈できません"),
    "unauthorized": Kind(401, "A valid token is needed", "有効なトークンが必要です"),
    "forbidden": Kind(403, "This token may not do that", "このトークンでは許可されていません"),
    "admin-only": Kind(403, "An admin token is needed", "管理者トークンが必要です"),
    "suspended": Kind(403, "This account is suspended", "このアカウントは停止されています"),
    "not-found": Kind(404, "There is nothing here", "ここには何もありません"),
    "method-not-allowed": Kind(405, "This method is not known here", "このメソッドは使えません"),
    "body-too-slow": Kind(408, "The body did not come in time", "本文が時間内に届きませんでした"),
    "body-too-large": Kind(413, "The body is too large", "本文が大きすぎます"),
    "address-too-long": Kind(414, "The address is too long", "アドレスが長すぎます"),
    "unsupported-media-type": Kind(415, "The body must be JSON", "本文はJSONでなければなりません"),
    "bad-body": Kind(422, "The body does not have the right fields", "本文の項目が正しくありません"),
    "bad-parameter": Kind(422, "A query parameter is not right", "クエリの値が正しくありません"),
    "rate-limited": Kind(429, "So much at once is too much", "リクエストが多すぎます"),
    "headers-too-large": Kind(431, "The headers are too large", "ヘッダーが大きすぎます"),
    "internal-error": Kind(500, "This server made a mistake", "サーバーの誤りです"),
    "too-many-streams": Kind(503, "Too many streams are open just now", "開いているストリームが多すぎます"),
    "unavailable": Kind(503, "The database does not answer just now", "データベースが今は応答しません"),
}

_MISSING = {
    "no-such-game": Kind(404, "There is no such game, or it is not yours to see", "そのゲームはないか、見られません"),
    "no-such-player": Kind(404, "There is no such player", "その利用者はいません"),
    "no-such-ruleset": Kind(404, "There is no such ruleset", "そのルールはありません"),
    "no-such-round": Kind(404, "This game has no such round", "そのラウンドはありません"),
    "no-such-version": Kind(404, "This game has no such version", "その版はありません"),
    "no-such-claim": Kind(404, "No call was made at this version", "その版にドボンの宣言はありません"),
    "bad-join-code": Kind(404, "There is no such game, or it is not yours to see", "そのゲームはないか、見られません"),
    "no-such-share": Kind(404, "This link opens nothing", "このリンクでは何も開けません"),
    "no-such-projection": Kind(404, "There is no such projection", "その集計はありません"),
    "no-such-problem": Kind(404, "There is no problem with this code", "そのコードのエラーはありません"),
}

_STATE = {
    "round-not-over": Kind(409, "The round is not over", "ラウンドはまだ終わっていません"),
    "game-not-over": Kind(409, "The game is not finished", "ゲームはまだ終わっていません"),
    "too-many-comments": Kind(409, "There are too many comments", "コメントが多すぎます"),
    "already-suspended": Kind(409, "The player is suspended already", "この利用者はすでに停止されています"),
    "not-suspended": Kind(409, "The player is not suspended", "この利用者は停止されていません"),
    "rebuild-running": Kind(409, "The projection is being made again already", "この集計はすでに作り直しの途中です"),
    "precondition-failed": Kind(412, "The game has moved on", "ゲームは先に進んでいます"),
    "newer-event": Kind(
        503, "A newer version of this server wrote this game", "このゲームは新しい版のサーバーで記録されています"
    ),
    "busy": Kind(503, "Others are acting on this game all the time", "他の人の操作が続いています"),
    "key-reused": Kind(
        422, "This idempotency key was used for another request", "この冪等キーは別の要求に使われました"
    ),
}

OPENING = {
    "unknown-ruleset": Kind(422, "There is no such ruleset", "そのルールはありません"),
    "unknown-option": Kind(422, "The ruleset has no such option", "このルールにその設定はありません"),
    "bad-option": Kind(422, "The option cannot have this value", "その設定にその値は使えません"),
    "bad-seat-count": Kind(422, "The ruleset is not played with so many seats", "この人数では遊べません"),
    "option-conflict": Kind(422, "These options do not go together", "その設定の組み合わせでは遊べません"),
    "unknown-bot": Kind(422, "There is no such bot", "そのボットはありません"),
    "too-many-bots": Kind(422, "There are more bots than seats for them", "ボットが席より多すぎます"),
    "bad-entropy": Kind(422, "The entropy cannot be used", "その乱数の種は使えません"),
}
"""Of opening a game."""

SEATS = {
    "already-seated": Kind(409, "You sit at this table already", "すでに着席しています"),
    "game-started": Kind(409, "The game has started", "ゲームはもう始まっています"),
    "game-over": Kind(409, "The game is over", "ゲームは終わっています"),
    "not-seated": Kind(409, "You do not sit at this table", "この卓に着いていません"),
    "seat-left": Kind(409, "You have left this table", "席を立っています"),
}
"""Of taking a seat and leaving it."""

RULES = {
    "already-beaten": Kind(
        409, "A card is beaten, so the attack is not turned over", "もう撃退しているのでターンオーバーできません"
    ),
    "already-passed": Kind(409, "You have declined already", "すでに見送っています"),
    "bad-arguments": Kind(409, "The action has what this game has no use for", "このゲームでは使わない項目があります"),
    "bad-combination": Kind(409, "These cards cannot be led together", "その組み合わせはリードできません"),
    "cannot-beat": Kind(409, "The card does not beat that attack", "そのカードでは撃退できません"),
    "duplicate-card": Kind(409, "Each card can be played once", "同じカードを二度は出せません"),
    "extra-not-allowed": Kind(409, "No extra card goes with this lead", "このリードにおつけは添えられません"),
    "joker-cannot-finish": Kind(409, "A joker cannot be the last card", "ジョーカーでは上がれません"),
    "limit-reached": Kind(409, "So many attack cards may not lie there", "攻撃できる枚数の上限を超えます"),
    "mixed-suits": Kind(409, "Cards led together are of one suit", "リードは同じスートでなければなりません"),
    "must-lead": Kind(409, "A bout begins with an attack", "最初の攻撃は省けません"),
    "no-one-to-turn-to": Kind(409, "Nobody is there to turn the attack over to", "ターンオーバーする相手がいません"),
    "no-such-attack": Kind(409, "There is no such attack to be beaten", "撃退する相手のカードがありません"),
    "not-a-caller": Kind(409, "This play is not yours to doubt", "あなたはダウトできません"),
    "not-in-hand": Kind(409, "You do not hold that card", "そのカードは手札にありません"),
    "not-in-this-game": Kind(409, "This game has no such action", "このゲームにその操作はありません"),
    "one-card-only": Kind(409, "One card at a time attacks", "攻撃は1枚ずつです"),
    "option-off": Kind(409, "This game is played without that", "このゲームの設定では使えません"),
    "player-out": Kind(409, "You are out of this round", "このラウンドではもう手番がありません"),
    "rank-mismatch": Kind(409, "The numbers are not the same", "数字が同じではありません"),
    "rank-not-on-table": Kind(409, "That number is not on the table", "その数字は場にありません"),
    "too-many-cards": Kind(409, "So many cards cannot be laid at once", "一度に出せる枚数を超えています"),
    "wrong-phase": Kind(409, "This is not the moment for that", "今はその操作の時ではありません"),
    "already-answered": Kind(409, "You have answered already", "すでに返答しています"),
    "already-called": Kind(409, "You have called on this card already", "このカードにはもうドボンを宣言しました"),
    "already-drawn": Kind(409, "You have drawn already", "すでに引いています"),
    "already-opened": Kind(409, "The round has been opened", "もう始まっています"),
    "already-ready": Kind(409, "You are ready already", "すでに準備できています"),
    "between-rounds": Kind(409, "The next round has not begun", "次のラウンドはまだ始まっていません"),
    "bottom-does-not-fit": Kind(409, "The first card does not fit the top", "最初のカードが場に合いません"),
    "card-fits": Kind(409, "A card of your hand fits", "出せるカードがあります"),
    "card-not-held": Kind(409, "You do not hold that card", "そのカードは手札にありません"),
    "does-not-open": Kind(409, "Only the number turned up opens", "めくられた数字でなければ始められません"),
    "empty-hand": Kind(409, "An empty hand cannot call", "手札がないとドボンできません"),
    "joker-unplayable": Kind(409, "A joker is never played", "ジョーカーは出せません"),
    "must-accept": Kind(
        409, "What is pending has to be taken or passed on", "2か13の効果を受けるか回さなければなりません"
    ),
    "must-answer-pending": Kind(409, "Only the same number can be played now", "今は同じ数字しか出せません"),
    "no-pass": Kind(409, "This turn cannot be passed", "この手番はパスできません"),
    "not-asked": Kind(409, "You are not asked", "あなたへの問いではありません"),
    "not-now": Kind(409, "This is not asked for now", "今はその時ではありません"),
    "not-opened": Kind(409, "The round has not been opened", "まだ始まっていません"),
    "not-started": Kind(409, "The game has not started", "ゲームはまだ始まっていません"),
    "not-your-turn": Kind(409, "It is not your turn", "あなたの番ではありません"),
    "nothing-pending": Kind(409, "There is nothing to take", "受けるものがありません"),
    "nothing-to-decline": Kind(409, "There is no window to answer", "返答を求められていません"),
    "only-drawn-card": Kind(409, "Only the card just drawn can be played", "出せるのは今引いたカードだけです"),
    "own-card": Kind(409, "Nobody calls on a card of their own", "自分のカードにはドボンできません"),
    "ranks-differ": Kind(
        409, "Cards played together have one number", "一緒に出すカードは同じ数字でなければなりません"
    ),
    "round-over": Kind(409, "The round is over", "ラウンドは終わっています"),
    "same-card-twice": Kind(409, "A card stands twice in the play", "同じカードが二度あります"),
    "suit-needed": Kind(409, "An 8 names a suit", "8にはマークの指定が必要です"),
    "suit-not-allowed": Kind(409, "Only an 8 names a suit", "マークを指定できるのは8だけです"),
    "too-early": Kind(409, "It is too early to cover the top", "まだカードを重ねられません"),
    "too-late": Kind(409, "It is too late: the table has moved on", "もう間に合いません"),
    "unknown-action": Kind(422, "There is no such action", "その行動はありません"),
    "unknown-card": Kind(422, "There is no such card", "そのカードはありません"),
    "window-open": Kind(409, "A card or a call is being answered", "カードかドボンへの返答を待っています"),
}
"""Of playing."""

PROBLEMS: dict[str, Kind] = {**_REQUEST, **_MISSING, **_STATE, **OPENING, **SEATS, **RULES}

STATUS_CODES: dict[int, str] = {
    400: "bad-request",
    401: "unauthorized",
    403: "forbidden",
    404: "not-found",
    405: "method-not-allowed",
    408: "body-too-slow",
    413: "body-too-large",
    414: "address-too-long",
    415: "unsupported-media-type",
    429: "rate-limited",
    431: "headers-too-large",
    503: "unavailable",
}
"""The code for an error that has nothing but an HTTP status."""


class Problem(Refused):
    """An error that HTTP knows and the games do not. Its code stands in `PROBLEMS`; `headers` go with the answer."""

    def __init__(self, code: str, detail: str = "", headers: dict[str, str] | None = None, **extra: Any) -> None:
        super().__init__(code, detail, **extra)
        self.headers = headers or {}


def language() -> str:
    """`ja` where the request prefers Japanese, else `en`."""
    return request.accept_languages.best_match(["en", "ja"]) or "en"


def answer_problem(code: str, detail: str = "", headers: dict[str, str] | None = None, **extra: Any) -> Response:
    """The response for a code. An unknown code is answered as a 409 with its own name, and a test keeps that from happening."""
    g.code = code
    kind = PROBLEMS.get(code) or Kind(409, "The rules do not allow this", "ルールで許されていません")
    body: dict[str, Any] = {
        "type": f"/problems/{code}",
        "title": kind.ja if language() == "ja" else kind.en,
        "status": kind.status,
        "code": code,
    }
    if detail:
        body["detail"] = detail
    headers = headers or {}
    if kind.status == 503:
        headers = {"Retry-After": RETRY_AFTER, **headers}
    return Response(dumps({**body, **extra}), kind.status, headers, mimetype=MIMETYPE)
