"""The operations of players, each as one method with the types of `openapi.yaml`."""

from typing import cast

from dobon_client import types
from dobon_client._async.account_operations import AsyncAccountOperations
from dobon_client._async.challenge_operations import AsyncChallengeOperations

GAME = "/v1/games/{game}"
ROUND = "/v1/games/{game}/rounds/{round_number}"
SHARE = "/v1/shares/{share_token}"
FOLLOW = "/v1/players/me/follows/{player}"
BLOCK = "/v1/players/me/blocks/{player}"


class AsyncOperations(AsyncAccountOperations, AsyncChallengeOperations):
    """One method for each operation of a player; `connection.request` reaches all others."""

    # Players

    async def player(self, player: str) -> types.Profile:
        """Return the profile of a player."""
        return await self._get(types.Profile, "/v1/players/{player}", {"player": player})

    async def leaderboard(
        self, ruleset: str, *, cursor: str | None = None, limit: int | None = None
    ) -> types.Leaderboard:
        """Return a page of the players of a ruleset, best first."""
        query = {"ruleset": ruleset, "cursor": cursor, "limit": limit}
        return await self._get(types.Leaderboard, "/v1/leaderboard", query=query)

    async def my_place(self, ruleset: str, *, around: int | None = None) -> types.MyPlace:
        """Return my place on the leaderboard of a ruleset, with the entries around it."""
        return await self._get(types.MyPlace, "/v1/leaderboard/me", query={"ruleset": ruleset, "around": around})

    async def player_history(
        self, player: str, *, ruleset: str | None = None, cursor: str | None = None, limit: int | None = None
    ) -> types.PlayerHistory:
        """Return a page of the finished games of a player, the last one to end first."""
        query = {"ruleset": ruleset, "cursor": cursor, "limit": limit}
        return await self._get(types.PlayerHistory, "/v1/players/{player}/history", {"player": player}, query=query)

    async def player_ratings(self, player: str, ruleset: str) -> types.RatingHistory:
        """Return the rating of a player in a ruleset over time."""
        return await self._get(
            types.RatingHistory, "/v1/players/{player}/ratings", {"player": player}, query={"ruleset": ruleset}
        )

    async def fairness_rates(self) -> types.FairnessRates:
        """Return how often games were abandoned, and links withheld."""
        return await self._get(types.FairnessRates, "/v1/fairness")

    # Rulesets and games

    async def rulesets(self) -> types.RulesetList:
        """Return all rulesets."""
        return await self._get(types.RulesetList, "/v1/rulesets")

    async def ruleset(self, key: str) -> types.Ruleset:
        """Return a ruleset."""
        return await self._get(types.Ruleset, "/v1/rulesets/{key}", {"key": key})

    async def open_game(self, game: types.NewGame, *, key: str | None = None) -> types.Game:
        """Open a game, with me in seat 0."""
        return await self._seat(types.Game, "/v1/games", body=game, key=key)

    async def games(
        self,
        *,
        status: str | None = None,
        ruleset: str | None = None,
        join_code: str | None = None,
        mine: bool | None = None,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> types.GamePage:
        """Return a page of the games that I may see, newest first."""
        query = {"status": status, "ruleset": ruleset, "join_code": join_code, "mine": mine}
        return await self._get(types.GamePage, "/v1/games", query={**query, "cursor": cursor, "limit": limit})

    async def game(self, game: str) -> types.Game:
        """Return a game."""
        return await self._get(types.Game, GAME, {"game": game})

    async def take_seat(
        self, game: str, join_code: str | None = None, *, key: str | None = None
    ) -> types.CommandResult:
        """Take a seat; a game that is not listed needs its join code."""
        body = {} if join_code is None else {"join_code": join_code}
        return await self._seat(types.CommandResult, f"{GAME}/seats", {"game": game}, body, key)

    async def leave_seat(self, game: str, *, key: str | None = None) -> types.CommandResult:
        """Leave my seat."""
        return await self._send(types.CommandResult, "DELETE", f"{GAME}/seats/me", {"game": game}, key=key)

    async def invitation(self, game: str) -> types.Invitation:
        """Return the address of a game that waits for players, also as a QR code."""
        return await self._get(types.Invitation, f"{GAME}/invitation", {"game": game})

    async def join_rematch(self, game: str) -> types.Game:
        """Play again at the table of a game that is over; all its players get the same new game."""
        return await self._seat(types.Game, f"{GAME}/rematch", {"game": game})

    async def rematch(self, game: str) -> types.Rematch:
        """Return the rematch of a game, if a player has asked for one."""
        return await self._get(types.Rematch, f"{GAME}/rematch", {"game": game})

    # Quick play

    async def join_queue(self, place: types.NewPlace) -> types.QueuePlace:
        """Wait for a table with anybody; `queue_place` keeps the place."""
        return await self._seat(types.QueuePlace, "/v1/queue", body=place)

    async def queue_place(self) -> types.QueuePlace:
        """Return my place in the queue, and keep it; its `game` is set as soon as there is a table."""
        return await self._get(types.QueuePlace, "/v1/queue/me")

    async def leave_queue(self) -> None:
        """Give up my place in the queue."""
        await self.connection.request("DELETE", "/v1/queue/me")

    # Follows and blocks

    async def follows(self) -> types.FriendList:
        """Return the players whom I follow, with their listed games."""
        return await self._get(types.FriendList, "/v1/players/me/follows")

    async def follow_player(self, player: str) -> None:
        """Follow a player."""
        await self.connection.request("PUT", FOLLOW, values={"player": player})

    async def unfollow_player(self, player: str) -> None:
        """Follow a player no more."""
        await self.connection.request("DELETE", FOLLOW, values={"player": player})

    async def blocks(self) -> types.BlockedList:
        """Return the players whom I block."""
        return await self._get(types.BlockedList, "/v1/players/me/blocks")

    async def block_player(self, player: str) -> None:
        """Block a player: we never sit at a table together, and I see none of its comments."""
        await self.connection.request("PUT", BLOCK, values={"player": player})

    async def unblock_player(self, player: str) -> None:
        """Block a player no more."""
        await self.connection.request("DELETE", BLOCK, values={"player": player})

    # Views and events; see also `table`, `events` and `follow` of the client

    async def view(self, game: str, *, at: int | None = None) -> types.View:
        """Return my view of a game, at its newest version or at an older one."""
        return await self._get(types.View, f"{GAME}/view", {"game": game}, {"at": at})

    async def events_page(self, game: str, after: int = 0, limit: int | None = None) -> types.EventPage:
        """Return a page of the events after a version, as I may see them."""
        return await self._get(types.EventPage, f"{GAME}/events", {"game": game}, {"after": after, "limit": limit})

    async def log(self, game: str) -> str:
        """Return the whole log as I may see it, as a file for `dobon verify`."""
        return await self._get(str, f"{GAME}/log", {"game": game})

    async def receipt(self, game: str) -> types.Receipt:
        """Return the server's signature under the newest head that I may see; keep it together with `keys`."""
        return await self._get(types.Receipt, f"{GAME}/receipt", {"game": game})

    async def inclusion(self, game: str) -> types.Inclusion:
        """Return the heads of a game in the public log, with proofs; keep it together with `keys`."""
        return await self._get(types.Inclusion, f"{GAME}/inclusion", {"game": game})

    async def keys(self) -> types.KeySet:
        """Return the public keys that sign receipts."""
        return await self._get(types.KeySet, "/v1/keys")

    async def give_stamp(self, game: str, stamp: types.NewStamp) -> types.StampMessage:
        """Send a stamp to the table."""
        return await self._send(types.StampMessage, "POST", f"{GAME}/stamps", {"game": game}, stamp)

    async def stamps(self, game: str) -> types.StampList:
        """Return the stamps of a game."""
        return await self._get(types.StampList, f"{GAME}/stamps", {"game": game})

    async def create_ticket(self, game: str, *, key: str | None = None) -> types.StreamTicket:
        """Return a ticket for one stream, for programs that cannot send a token in a header."""
        return await self._send(types.StreamTicket, "POST", f"{GAME}/tickets", {"game": game}, key=key)

    # Finished rounds

    async def rounds(self, game: str) -> types.Ledger:
        """Return the results of the finished rounds."""
        return await self._get(types.Ledger, f"{GAME}/rounds", {"game": game})

    async def review_page(
        self, game: str, number: int, *, seat: int | None = None, start: int | None = None, end: int | None = None
    ) -> types.Review:
        """Return a page of the frames of a finished round, with `seat` as that seat could know them."""
        values = {"game": game, "round_number": number}
        return await self._get(types.Review, f"{ROUND}/review", values, {"as": seat, "from": start, "to": end})

    async def frame(self, game: str, number: int, version: int, *, seat: int | None = None) -> types.Frame:
        """Return one frame of a finished round."""
        values = {"game": game, "round_number": number, "version": version}
        return await self._get(types.Frame, f"{ROUND}/review/{{version}}", values, {"as": seat})

    async def analysis(self, game: str, number: int) -> types.Analysis | types.AnalysisProgress:
        """Return the analysis of a finished round, or its progress: the first request starts the computation."""
        values = {"game": game, "round_number": number}
        found = (await self.connection.request("GET", f"{ROUND}/analysis", values=values)).data
        return cast("types.Analysis | types.AnalysisProgress", found)

    async def dangers_page(
        self, game: str, number: int, seat: int, *, start: int | None = None, end: int | None = None
    ) -> types.Dangers:
        """Return how dangerous the cards of a seat were at each moment of a finished round, as far as it could know."""
        values = {"game": game, "round_number": number}
        return await self._get(types.Dangers, f"{ROUND}/dangers", values, {"as": seat, "from": start, "to": end})

    async def continue_round(self, game: str, number: int, continuation: types.NewContinuation) -> types.Continuation:
        """Continue a finished round from one of its moments against bots; nothing is recorded."""
        values = {"game": game, "round_number": number}
        return await self._send(types.Continuation, "POST", f"{ROUND}/continuations", values, continuation)

    async def drills(
        self, *, done: bool | None = None, cursor: str | None = None, limit: int | None = None
    ) -> types.DrillPage:
        """Return a page of the drills from my games."""
        return await self._get(types.DrillPage, "/v1/drills", query={"done": done, "cursor": cursor, "limit": limit})

    async def drill(self, drill: str) -> types.DrillQuestion:
        """Return a drill with its position and its choices."""
        return await self._get(types.DrillQuestion, "/v1/drills/{drill}", {"drill": drill})

    async def answer_drill(self, drill: str, answer: types.DrillChoice) -> types.DrillResult:
        """Answer a drill; the first answer is kept."""
        return await self._send(types.DrillResult, "POST", "/v1/drills/{drill}/answers", {"drill": drill}, answer)

    async def daily_drill(self) -> types.DailyDrill:
        """Return the drill of the day."""
        return await self._get(types.DailyDrill, "/v1/drills/daily")

    async def answer_daily_drill(self, answer: types.DailyChoice) -> types.DrillResult:
        """Answer the drill of a day."""
        return await self._send(types.DrillResult, "POST", "/v1/drills/daily/answers", body=answer)

    async def claims(self, game: str) -> types.ClaimList:
        """Return the calls of a game."""
        return await self._get(types.ClaimList, f"{GAME}/claims", {"game": game})

    async def fairness(self, game: str) -> types.Fairness:
        """Return what shuffles each round, with the secrets that are public."""
        return await self._get(types.Fairness, f"{GAME}/fairness", {"game": game})

    async def add_comment(
        self, game: str, number: int, comment: types.NewComment, *, key: str | None = None
    ) -> types.Comment:
        """Comment on a finished round."""
        values = {"game": game, "round_number": number}
        return await self._send(types.Comment, "POST", f"{ROUND}/comments", values, comment, key)

    async def comments(
        self, game: str, number: int, *, cursor: str | None = None, limit: int | None = None
    ) -> types.CommentPage:
        """Return a page of the comments on a round."""
        values = {"game": game, "round_number": number}
        return await self._get(types.CommentPage, f"{ROUND}/comments", values, {"cursor": cursor, "limit": limit})

    # Links to replays

    async def create_share(self, game: str, *, key: str | None = None) -> types.FreshShare:
        """Create a link to the replay of a finished game."""
        return await self._send(types.FreshShare, "POST", f"{GAME}/shares", {"game": game}, key=key)

    async def shares(self, game: str, *, cursor: str | None = None, limit: int | None = None) -> types.SharePage:
        """Return a page of the links that I created for a game."""
        return await self._get(types.SharePage, f"{GAME}/shares", {"game": game}, {"cursor": cursor, "limit": limit})

    async def revoke_share(self, game: str, share: str) -> None:
        """Revoke a link."""
        await self.connection.request("DELETE", f"{GAME}/shares/{{share}}", values={"game": game, "share": share})

    async def replay(self, share_token: str) -> types.Replay:
        """Return the game behind a link."""
        return await self._get(types.Replay, SHARE, {"share_token": share_token})

    async def replay_round_page(
        self,
        share_token: str,
        number: int,
        *,
        seat: int | None = None,
        start: int | None = None,
        end: int | None = None,
    ) -> types.Review:
        """Return a page of the frames of a round behind a link."""
        values = {"share_token": share_token, "round_number": number}
        return await self._get(
            types.Review, f"{SHARE}/rounds/{{round_number}}", values, {"as": seat, "from": start, "to": end}
        )

    async def replay_events_page(self, share_token: str, after: int = 0, limit: int | None = None) -> types.EventPage:
        """Return a page of the events behind a link."""
        values = {"share_token": share_token}
        return await self._get(types.EventPage, f"{SHARE}/events", values, {"after": after, "limit": limit})

    async def replay_fairness(self, share_token: str) -> types.Fairness:
        """Return what shuffles each round of the game behind a link."""
        return await self._get(types.Fairness, f"{SHARE}/fairness", {"share_token": share_token})
