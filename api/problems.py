"""Every error that this server answers with, in one table: code → (status, title in English, title in Japanese).

Bodies are `application/problem+json` (RFC 9457). A code never changes its meaning; a new meaning gets a new code. A
test collects every `Refused("...")` in the source and requires a row here.
"""

from dataclasses import dataclass
from math import ceil
from typing import Any

from flask import Response, current_app, g, request
from orjson import dumps

from api.texts.details import in_japanese
from domain.log.errors import Refused
from domain.log.moments import Moment, milliseconds_between
from infra import clock

MIMETYPE = "application/problem+json"

CLOCK = "dobon.clock"
"""Key of the application's extension that returns the current moment."""

RETRY_AFTER = "1"
"""Default `Retry-After` of a 503, in seconds."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A row of the table: the HTTP status and the title in both languages."""

    status: int
    en: str
    ja: str


_REQUEST = {
    "bad-request": Kind(400, "Bad request", "リクエストを解釈できません"),
    "empty-body": Kind(400, "The request body is missing", "JSONの本文が必要です"),
    "malformed-json": Kind(400, "The request body is not valid JSON", "本文が正しいJSONではありません"),
    "duplicate-key": Kind(400, "Object keys must be unique", "同じキーが二度あります"),
    "too-deep": Kind(400, "The request body is nested too deeply", "本文の入れ子が深すぎます"),
    "bad-text": Kind(400, "A string contains invalid characters", "文字列に使えない文字があります"),
    "bad-number": Kind(400, "A number is too large", "数が大きすぎます"),
    "bad-header": Kind(400, "A request header is invalid", "ヘッダーを解釈できません"),
    "unauthorized": Kind(401, "A valid token is required", "有効なトークンが必要です"),
    "bad-ticket": Kind(401, "The ticket is invalid", "チケットが無効です"),
    "forbidden": Kind(403, "Forbidden", "このトークンでは許可されていません"),
    "admin-only": Kind(403, "An admin token is required", "管理者トークンが必要です"),
    "suspended": Kind(403, "The account is suspended", "このアカウントは停止されています"),
    "not-found": Kind(404, "Not found", "ここには何もありません"),
    "method-not-allowed": Kind(405, "Method not allowed", "このメソッドは使えません"),
    "body-too-slow": Kind(408, "The request body did not arrive in time", "本文が時間内に届きませんでした"),
    "body-too-large": Kind(413, "The request body is too large", "本文が大きすぎます"),
    "address-too-long": Kind(414, "The address is too long", "アドレスが長すぎます"),
    "unsupported-media-type": Kind(415, "The request body must be JSON", "本文はJSONでなければなりません"),
    "bad-body": Kind(422, "The request body has invalid fields", "本文の項目が正しくありません"),
    "bad-parameter": Kind(422, "A query parameter is invalid", "クエリの値が正しくありません"),
    "rate-limited": Kind(429, "Too many requests", "リクエストが多すぎます"),
    "too-many-open": Kind(
        429, "Your account has too many open streams or waiting requests", "同時に開ける数を超えています"
    ),
    "headers-too-large": Kind(431, "The request headers are too large", "ヘッダーが大きすぎます"),
    "internal-error": Kind(500, "Internal server error", "サーバーの誤りです"),
    "too-many-streams": Kind(503, "Too many open streams", "開いているストリームが多すぎます"),
    "unavailable": Kind(503, "The database is unavailable", "データベースが今は応答しません"),
}

_MISSING = {
    "no-such-game": Kind(404, "The game does not exist or is not visible to you", "そのゲームはないか、見られません"),
    "no-such-player": Kind(404, "The player does not exist", "その利用者はいません"),
    "no-such-ruleset": Kind(404, "The ruleset does not exist", "そのルールはありません"),
    "no-such-round": Kind(404, "The game has no such round", "そのラウンドはありません"),
    "no-such-version": Kind(404, "The game has no such version", "その版はありません"),
    "no-such-claim": Kind(404, "There is no call at this version", "その版にドボンの宣言はありません"),
    "bad-join-code": Kind(404, "The game does not exist or is not visible to you", "そのゲームはないか、見られません"),
    "no-such-share": Kind(404, "The link is invalid or revoked", "このリンクでは何も開けません"),
    "no-such-drill": Kind(
        404, "The drill does not exist or is not yours", "その問題はないか、あなたのものではありません"
    ),
    "no-drill-yet": Kind(404, "There is no drill for this day yet", "この日の問題はまだありません"),
    "no-such-projection": Kind(404, "The projection does not exist", "その集計はありません"),
    "no-such-session": Kind(404, "You have no such session", "そのサインインはありません"),
    "no-such-passkey": Kind(404, "You have no such passkey", "そのパスキーはありません"),
    "no-such-device-link": Kind(404, "You have no such code for a device", "その端末用コードはありません"),
    "no-such-subscription": Kind(404, "The subscription does not exist", "その通知先はありません"),
    "no-such-webhook": Kind(404, "The webhook does not exist", "そのWebhookはありません"),
    "no-such-report": Kind(404, "The report does not exist", "その通報はありません"),
    "no-such-comment": Kind(404, "The comment does not exist", "そのコメントはありません"),
    "no-such-play": Kind(404, "There is no play of a seat at this version", "その版に手番の操作はありません"),
    "not-queued": Kind(404, "You do not wait for a table", "クイックプレイの順番待ちに入っていません"),
    "no-such-problem": Kind(404, "The problem code does not exist", "そのコードのエラーはありません"),
}

_STATE = {
    "round-not-over": Kind(409, "The round is not over", "ラウンドはまだ終わっていません"),
    "analysis-failed": Kind(500, "The analysis has failed", "解析に失敗しました"),
    "game-not-over": Kind(409, "The game is not finished", "ゲームはまだ終わっていません"),
    "too-many-games": Kind(409, "You take part in too many unfinished games", "終わっていないゲームが多すぎます"),
    "seat-refused": Kind(409, "You cannot take a seat in this game", "このゲームの席には着けません"),
    "too-many-comments": Kind(409, "Too many comments", "コメントが多すぎます"),
    "too-many-players": Kind(409, "You follow or block too many players", "フォローまたはブロックが多すぎます"),
    "too-many-shares": Kind(409, "Too many links to the replay", "リンクが多すぎます"),
    "name-reserved": Kind(
        409, "The name is reserved for another player", "この名前は今は他の人のために取り置かれています"
    ),
    "name-not-allowed": Kind(
        409, "Players would take the name for one of the server", "運営やサーバーと紛らわしい名前です"
    ),
    "no-passkeys": Kind(409, "Passkeys are not available at this address", "このアドレスではパスキーを使えません"),
    "bad-passkey": Kind(422, "The passkey was not accepted", "パスキーを確認できません"),
    "bad-code": Kind(422, "The code was not accepted", "このコードは使えません"),
    "too-many-passkeys": Kind(409, "Too many passkeys", "パスキーが多すぎます"),
    "last-way-in": Kind(409, "This is the last way into the account", "アカウントに入る最後の手段です"),
    "not-confirmed": Kind(409, "The step has to be confirmed", "確認が必要です"),
    "too-many-webhooks": Kind(409, "Too many webhooks", "Webhookが多すぎます"),
    "webhook-disabled": Kind(409, "The webhook is disabled", "このWebhookは止められています"),
    "already-suspended": Kind(409, "The player is already suspended", "この利用者はすでに停止されています"),
    "not-suspended": Kind(409, "The player is not suspended", "この利用者は停止されていません"),
    "already-reported": Kind(409, "You have reported this already", "すでに通報しています"),
    "too-many-reports": Kind(409, "You have too many open reports", "未処理の通報が多すぎます"),
    "own-name": Kind(409, "This is your own name", "自分の名前です"),
    "name-barred": Kind(409, "An admin has reset this name", "この名前は管理者が変更したため、今は使えません"),
    "report-decided": Kind(409, "The report is decided already", "この通報はすでに裁定されています"),
    "no-such-measure": Kind(409, "The report cannot lead to this measure", "この通報にその処置はありません"),
    "already-hidden": Kind(409, "The comment is already hidden", "このコメントはすでに非表示です"),
    "not-hidden": Kind(409, "The comment is not hidden", "このコメントは非表示ではありません"),
    "rebuild-running": Kind(
        409, "A rebuild of this projection is already running", "この集計はすでに作り直しの途中です"
    ),
    "game-not-damaged": Kind(409, "The game is not set aside", "このゲームは取り置かれていません"),
    "precondition-failed": Kind(412, "The game has changed", "ゲームは先に進んでいます"),
    "newer-event": Kind(
        503, "The game was written by a newer server version", "このゲームは新しい版のサーバーで記録されています"
    ),
    "damaged-game": Kind(500, "The game cannot be read", "このゲームは読み出せません"),
    "matched": Kind(409, "A table was found for you", "すでに卓が見つかっています"),
    "busy": Kind(503, "The game is busy", "他の人の操作が続いています"),
    "key-reused": Kind(
        422, "The idempotency key was used for a different request", "この冪等キーは別の要求に使われました"
    ),
}

OPENING = {
    "unknown-ruleset": Kind(422, "Unknown ruleset", "そのルールはありません"),
    "unknown-option": Kind(422, "Unknown option", "このルールにその設定はありません"),
    "bad-option": Kind(422, "Invalid value for an option", "その設定にその値は使えません"),
    "bad-seat-count": Kind(422, "Invalid number of seats for this ruleset", "この人数では遊べません"),
    "option-conflict": Kind(422, "These options cannot be combined", "その設定の組み合わせでは遊べません"),
    "unknown-bot": Kind(422, "Unknown bot", "そのボットはありません"),
    "too-many-bots": Kind(422, "More bots than free seats", "ボットが席より多すぎます"),
    "bad-anchor": Kind(422, "The anchor is invalid", "そのアンカーは使えません"),
}
"""Refusals of opening a game."""

SEATS = {
    "already-seated": Kind(409, "You already have a seat in this game", "すでに着席しています"),
    "game-started": Kind(409, "The game has started", "ゲームはもう始まっています"),
    "game-over": Kind(409, "The game is over", "ゲームは終わっています"),
    "not-seated": Kind(409, "You have no seat in this game", "この卓に着いていません"),
    "seat-left": Kind(409, "You have left your seat", "席を立っています"),
}
"""Refusals of taking or leaving a seat."""

RULES = {
    "already-beaten": Kind(
        409, "The attack cannot be turned over because a card is beaten", "もう撃退しているのでターンオーバーできません"
    ),
    "already-passed": Kind(409, "You have already declined", "すでに見送っています"),
    "bad-arguments": Kind(
        409, "The action has fields that this game does not use", "このゲームでは使わない項目があります"
    ),
    "bad-combination": Kind(409, "These cards cannot be led together", "その組み合わせはリードできません"),
    "cannot-beat": Kind(409, "The card does not beat that attack", "そのカードでは撃退できません"),
    "duplicate-card": Kind(409, "A card can be used only once", "同じカードを二度は出せません"),
    "extra-not-allowed": Kind(409, "This lead cannot have an extra card", "このリードにおつけは添えられません"),
    "joker-cannot-finish": Kind(409, "A joker cannot be your last card", "ジョーカーでは上がれません"),
    "limit-reached": Kind(409, "Too many attack cards", "攻撃できる枚数の上限を超えます"),
    "mixed-suits": Kind(409, "Cards led together must have one suit", "リードは同じスートでなければなりません"),
    "must-lead": Kind(409, "The first attack cannot be skipped", "最初の攻撃は省けません"),
    "no-one-to-turn-to": Kind(409, "No player can receive the attack", "ターンオーバーする相手がいません"),
    "no-such-attack": Kind(409, "There is no such attack to beat", "撃退する相手のカードがありません"),
    "not-a-caller": Kind(409, "You cannot doubt this play", "あなたはダウトできません"),
    "not-in-hand": Kind(409, "The card is not in your hand", "そのカードは手札にありません"),
    "not-in-this-game": Kind(409, "This game has no such action", "このゲームにその操作はありません"),
    "one-card-only": Kind(409, "Attack with one card at a time", "攻撃は1枚ずつです"),
    "option-off": Kind(409, "This option is off in this game", "このゲームの設定では使えません"),
    "player-out": Kind(409, "You are out of this round", "このラウンドではもう手番がありません"),
    "rank-mismatch": Kind(409, "The numbers are not the same", "数字が同じではありません"),
    "rank-not-on-table": Kind(409, "The number is not on the table", "その数字は場にありません"),
    "too-many-cards": Kind(409, "Too many cards in one play", "一度に出せる枚数を超えています"),
    "wrong-phase": Kind(409, "The action is not possible in this phase", "今はその操作の時ではありません"),
    "already-answered": Kind(409, "You have already answered", "すでに返答しています"),
    "already-called": Kind(409, "You have already called on this card", "このカードにはもうドボンを宣言しました"),
    "already-drawn": Kind(409, "You have already drawn", "すでに引いています"),
    "already-opened": Kind(409, "The round is already open", "もう始まっています"),
    "already-ready": Kind(409, "You are already ready", "すでに準備できています"),
    "bad-link": Kind(
        409, "The link does not belong to your hash chain", "そのリンクはあなたのチェーンのものではありません"
    ),
    "between-rounds": Kind(409, "The next round has not begun", "次のラウンドはまだ始まっていません"),
    "bottom-does-not-fit": Kind(409, "The first card does not fit the top", "最初のカードが場に合いません"),
    "card-fits": Kind(409, "A card in your hand fits", "出せるカードがあります"),
    "card-not-held": Kind(409, "The card is not in your hand", "そのカードは手札にありません"),
    "does-not-open": Kind(409, "Only the number turned up opens the round", "めくられた数字でなければ始められません"),
    "empty-hand": Kind(409, "An empty hand cannot call", "手札がないとドボンできません"),
    "joker-unplayable": Kind(409, "Jokers cannot be played", "ジョーカーは出せません"),
    "must-accept": Kind(409, "Take the pending effect or pass it on", "2か13の効果を受けるか回さなければなりません"),
    "must-answer-pending": Kind(409, "Only the same number can be played now", "今は同じ数字しか出せません"),
    "no-pass": Kind(409, "You cannot pass this turn", "この手番はパスできません"),
    "not-asked": Kind(409, "The question is not for you", "あなたへの問いではありません"),
    "not-now": Kind(409, "The action is not possible now", "今はその時ではありません"),
    "not-opened": Kind(409, "The round has not been opened", "まだ始まっていません"),
    "not-started": Kind(409, "The game has not started", "ゲームはまだ始まっていません"),
    "not-your-turn": Kind(409, "It is not your turn", "あなたの番ではありません"),
    "nothing-pending": Kind(409, "There is nothing to take", "受けるものがありません"),
    "nothing-to-decline": Kind(409, "There is nothing to decline", "返答を求められていません"),
    "only-drawn-card": Kind(409, "Only the card just drawn can be played", "出せるのは今引いたカードだけです"),
    "own-card": Kind(409, "You cannot call on your own card", "自分のカードにはドボンできません"),
    "ranks-differ": Kind(
        409, "Cards played together must have one number", "一緒に出すカードは同じ数字でなければなりません"
    ),
    "round-over": Kind(409, "The round is over", "ラウンドは終わっています"),
    "same-card-twice": Kind(409, "The play contains a card twice", "同じカードが二度あります"),
    "suit-needed": Kind(409, "An 8 must name a suit", "8にはマークの指定が必要です"),
    "suit-not-allowed": Kind(409, "Only an 8 names a suit", "マークを指定できるのは8だけです"),
    "too-early": Kind(409, "It is too early to cover the top", "まだカードを重ねられません"),
    "too-late": Kind(409, "It is too late: the game has moved on", "もう間に合いません"),
    "unknown-action": Kind(422, "Unknown action", "その行動はありません"),
    "unknown-card": Kind(422, "Unknown card", "そのカードはありません"),
    "window-open": Kind(409, "A card or a call is still being answered", "カードかドボンへの返答を待っています"),
}
"""Refusals of an action by the rules of a game."""

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
"""The code for an error that has only an HTTP status."""


class Problem(Refused):
    """An error of the HTTP layer. Its code is in `PROBLEMS`; `headers` are added to the response."""

    def __init__(self, code: str, detail: str = "", headers: dict[str, str] | None = None, **extra: Any) -> None:
        super().__init__(code, detail, **extra)
        self.headers = headers or {}


def language() -> str:
    """Return `ja` if the request prefers Japanese, else `en`."""
    return request.accept_languages.best_match(["en", "ja"]) or "en"


def localized(detail: str) -> str:
    """Return a detail in the language of the request."""
    return in_japanese(detail) if language() == "ja" else detail


def vary_by_language(response: Response) -> Response:
    """Tell caches that the answer depends on `Accept-Language`, if it has a language."""
    if "Content-Language" in response.headers:
        response.vary.add("Accept-Language")
    return response


def answer_problem(code: str, detail: str = "", headers: dict[str, str] | None = None, **extra: Any) -> Response:
    """Return the response for a code.

    A code without a row becomes a 409 of that name; a test keeps codes without a row out of the source.
    """
    g.code = code
    kind = PROBLEMS.get(code) or Kind(409, "The rules do not allow this", "ルールで許されていません")
    now: Moment = extra.pop("now", None) or current_app.extensions.get(CLOCK, clock.now)()
    body: dict[str, Any] = {
        "type": f"/problems/{code}",
        "title": kind.ja if language() == "ja" else kind.en,
        "status": kind.status,
        "code": code,
        "now": now,
    }
    if detail:
        body["detail"] = localized(detail)
    headers = {"Content-Language": language(), **(headers or {})}
    if kind.status == 503:
        headers = {"Retry-After": RETRY_AFTER, **headers}
    if extra.get("allowed_from") is not None:
        headers = {"Retry-After": str(max(1, ceil(milliseconds_between(now, extra["allowed_from"]) / 1000))), **headers}
    return Response(dumps({**body, **extra}), kind.status, headers, mimetype=MIMETYPE)
