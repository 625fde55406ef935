"""Scopes: what a program may do with a token of an account. Each operation declares the one that it needs.

A session of the account itself has all of them, and alone may do what can take the account away: erase it, sign in and
out, and make tokens. A program has the scopes that the player gave its token.
"""

from typing import NamedTuple

from api.problems import Problem
from domain.log.sentences import Sentence
from infra.accounts.accounts import Account


class Permission(NamedTuple):
    """A scope in words, for the player who gives it."""

    en: str
    ja: str


SCOPES: dict[str, Permission] = {
    "games:read": Permission(
        "See games, tables, players and leaderboards as you see them, and follow your games live",
        "ゲーム・卓・プレイヤー・順位表をあなたと同じように見て、あなたのゲームの進行を受け取る",
    ),
    "games:play": Permission(
        "Open games, take seats, and play for you",
        "ゲームを開き、席に着き、あなたの代わりに打つ",
    ),
    "bot:play": Permission(
        "Make your account that of a bot, for good, if it has never played",
        "一度も遊んでいないアカウントを、ボットのアカウントにする(元に戻せない)",
    ),
    "reviews:read": Permission(
        "See replays, analyses and drills of your games, and answer drills",
        "あなたのゲームの再生・分析・問題を見て、問題に答える",
    ),
    "account:read": Permission(
        "See your name, settings, follows, blocks and reports, and everything stored about you",
        "名前・設定・フォロー・ブロック・通報と、あなたについて保存されたすべてを見る",
    ),
    "account:write": Permission(
        "Change your name",
        "名前を変える",
    ),
    "social:write": Permission(
        "Follow and block players, write comments, share replays, and report",
        "フォローとブロック、コメント、再生の共有、通報をする",
    ),
    "notifications:write": Permission(
        "Choose where your notifications go: browsers and webhooks",
        "通知の送り先(ブラウザとWebhook)を決める",
    ),
}
"""All scopes."""

SESSION = "session"
"""The operation needs a session of the account itself."""

ANY = "any"
"""The operation needs a token, whatever its scopes."""


def scope_refusal(account: Account | None, needed: str) -> Problem | None:
    """Return the reason to refuse a token that lacks the needed scope, `SESSION` or `ANY`; None for a session."""
    if account is None or account.scopes is None or needed == ANY or needed in account.scopes:
        return None
    if needed == SESSION:
        return Problem("session-only", "This operation requires a session of the account: sign in on the web page.")
    return Problem(
        "insufficient-scope",
        Sentence("The token lacks the scope {scope}.", scope=needed),
        {"WWW-Authenticate": f'Bearer realm="dobon", error="insufficient_scope", scope="{needed}"'},
        scope=needed,
    )
