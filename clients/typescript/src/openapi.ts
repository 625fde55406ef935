// Generated from openapi.yaml by `make clients`.

export interface paths {
    "/v1/players": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a player.
         * @description This response alone shows the token. With a key, a repeated request gets the same player and token, so the key is
         *     as secret as the token.
         */
        post: operations["create_player"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/players/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the account of the token, with its statistics.
         * @description The statistics count finished rounds, by ruleset.
         */
        get: operations["get_me"];
        put?: never;
        post?: never;
        /**
         * Erase my account.
         * @description My name, sessions, passkeys, codes, comments and links to replays are deleted, and nobody can sign in to the account
         *     again. I leave my unfinished games. My games stay whole under the name `-`, and every log can be verified as before.
         */
        delete: operations["erase_me"];
        options?: never;
        head?: never;
        /**
         * Change my name.
         * @description Other players see the new name within a minute, also in earlier games. The old name is reserved for me for 30 days
         *     if I have played under it and no other player has it.
         */
        patch: operations["change_me"];
        trace?: never;
    };
    "/v1/players/me/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a file with everything about me.
         * @description It has my account, sessions, ways to sign in, games with links, calls, comments, shares and statistics. The log of
         *     each game is in its own file (`GET /v1/games/{game}/events`).
         */
        get: operations["export_me"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/players/me/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a new token for this session.
         * @description The old token is refused within a second, and its streams end. With a key, the request can be repeated with the old
         *     token and gets the same new one.
         */
        post: operations["rotate_session"];
        /**
         * Revoke the token of this request.
         * @description The server refuses it from now on.
         */
        delete: operations["revoke_token"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/players/{player}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the player. */
                player: string;
            };
            cookie?: never;
        };
        /**
         * Get a player by id, with statistics.
         * @description Every account can see every player. An erased player has the name `-` and no statistics.
         */
        get: operations["get_player"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/players/{player}/history": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the player. */
                player: string;
            };
            cookie?: never;
        };
        /**
         * List the finished games of a player, the last one to end first.
         * @description My own history has all my games. That of another player has the games that I may open: listed games with
         *     spectators, and games in which I have a seat too. A game is in the history as soon as it is rated, a moment after
         *     its end. An erased player has no history.
         */
        get: operations["get_history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/players/{player}/ratings": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the player. */
                player: string;
            };
            cookie?: never;
        };
        /**
         * Get the rating of a player over time.
         * @description There is a point after each finished game of the ruleset. After more than 200 games the points are 200 at most, at
         *     about equal distances in time; the last one is always the newest rating.
         */
        get: operations["get_ratings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/passkey-options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get the options with which a browser signs in by a passkey.
         * @description Give them to `navigator.credentials.get`, and send its answer to `POST /v1/sessions/passkey`.
         */
        post: operations["create_sign_in_options"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/passkey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in by a passkey.
         * @description This response alone shows the token. With a key, a repeated request gets the same session, so the key is as secret
         *     as the token.
         */
        post: operations["sign_in_by_passkey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/recovery": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in by a recovery code.
         * @description The code is used from now on. With a key, a repeated request gets the same session, so the key is as secret as the
         *     token.
         */
        post: operations["sign_in_by_recovery_code"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/device-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in by a code from another device.
         * @description The code is used from now on. With a key, a repeated request gets the same session, so the key is as secret as the
         *     token.
         */
        post: operations["sign_in_by_device_link"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/players/me/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List my sessions.
         * @description Each token is a session. The last use is noted once an hour.
         */
        get: operations["list_sessions"];
        put?: never;
        post?: never;
        /**
         * End all other sessions.
         * @description Their tokens are refused within a second, and their streams end.
         */
        delete: operations["end_other_sessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/players/me/sessions/{session}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the session. */
                session: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End a session.
         * @description Its token is refused within a second, and its streams end. The last session of an account without a passkey and
         *     without recovery codes ends only with `confirm`, because nobody could sign in to the account again.
         */
        delete: operations["end_session"];
        options?: never;
        head?: never;
        /**
         * Name the device of a session.
         * @description Only the lists of the account's sessions show the name.
         */
        patch: operations["change_session"];
        trace?: never;
    };
    "/v1/players/me/passkey-options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get the options with which a browser makes a passkey.
         * @description Give them to `navigator.credentials.create`, and send its answer to `POST /v1/players/me/passkeys`.
         */
        post: operations["create_passkey_options"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/players/me/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List my passkeys.
         * @description The last use is the last sign-in with the passkey.
         */
        get: operations["list_passkeys"];
        put?: never;
        /**
         * Add a passkey.
         * @description The body has the answer of the browser to the options of `POST /v1/players/me/passkey-options`.
         */
        post: operations["add_passkey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/players/me/passkeys/{passkey}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the passkey. */
                passkey: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a passkey.
         * @description The sessions that it has opened stay. The last passkey of an account without recovery codes is removed only with
         *     `confirm`.
         */
        delete: operations["remove_passkey"];
        options?: never;
        head?: never;
        /**
         * Name a passkey.
         * @description Only the list of the account's passkeys shows the name; browsers keep their own.
         */
        patch: operations["change_passkey"];
        trace?: never;
    };
    "/v1/players/me/recovery-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count my unused recovery codes.
         * @description The codes themselves are not stored.
         */
        get: operations["count_recovery_codes"];
        put?: never;
        /**
         * Get ten new recovery codes.
         * @description Each opens one session (`POST /v1/sessions/recovery`). The codes of an earlier set become invalid.
         */
        post: operations["create_recovery_codes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/players/me/device-links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a code that signs in my next device.
         * @description It is valid once and for ten minutes (`POST /v1/sessions/device-link`). An earlier code becomes invalid.
         */
        post: operations["create_device_link"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/players/me/device-links/{link}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the code for a device. */
                link: string;
            };
            cookie?: never;
        };
        /**
         * Get the state of a code for my next device.
         * @description It names the session that the code has opened. It can be read for an hour after the code has expired.
         */
        get: operations["get_device_link"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/rulesets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List all rulesets with their options.
         * @description The answer stays the same until the server is updated, so `If-None-Match` saves its transfer.
         */
        get: operations["list_rulesets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/rulesets/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The key of the ruleset. */
                key: components["schemas"]["RulesetKey"];
            };
            cookie?: never;
        };
        /**
         * Get one ruleset.
         * @description It names the options with their defaults, the numbers of seats, and the strategies that bots can have.
         */
        get: operations["get_ruleset"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List games, newest first.
         * @description Without filters these are the listed games; with `mine=true` all games in which I sit; with `join_code` the waiting
         *     game of that code. The list without `mine` is the same for every account: it shows each game as its spectators see
         *     it. A page may be shorter than `limit`, if a game changes at that moment; `next` says whether another page follows.
         */
        get: operations["list_games"];
        put?: never;
        /**
         * Open a game.
         * @description I take seat 0 and bots take the last seats; the first round is dealt when every seat is taken, and when all players
         *     with an `anchor` are ready. Give `join_code` to
         *     the players who should take the other seats.
         */
        post: operations["open_game"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games/{game}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the game. */
                game: string;
            };
            cookie?: never;
        };
        /**
         * Get a game as seen from outside.
         * @description The response holds its `join_code` if I have a seat.
         */
        get: operations["get_game"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games/{game}/seats": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the game. */
                game: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take the first free seat, or return to my own after leaving.
         * @description A game that is not listed requires its `join_code`. A return needs no code: the bot stops, `bot` in `players` is
         *     null again, and the cards are those of that moment.
         */
        post: operations["take_seat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games/{game}/seats/me": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the game. */
                game: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Leave my seat.
         * @description Before the start the seat is free again, and a game that its last player leaves is abandoned. After the start a bot
         *     plays on in my place: my seat in `players` keeps its `id` and its `kind`, and `bot` names the strategy. `POST
         *     /v1/games/{game}/seats` gives the seat back to me at any time until the game is over. Until then I see the game as
         *     my seat does.
         */
        delete: operations["leave_seat"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games/{game}/invitation": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the game. */
                game: string;
            };
            cookie?: never;
        };
        /**
         * Get the invitation to a game that waits for players.
         * @description For its players.
         */
        get: operations["get_invitation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/queue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Wait for a table.
         * @description An account has one place. Another request replaces it, unless it has led to a game in which I still play: then it
         *     stays, with that game, until I give it up. The place is kept by `GET /v1/queue/me`, and lapses 10 s after the last
         *     request.
         */
        post: operations["join_queue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/queue/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get my place, and keep it.
         * @description As soon as there is a table, `game` is its id.
         */
        get: operations["get_place"];
        put?: never;
        post?: never;
        /**
         * Give up my place.
         * @description A seat that it has led to is kept: `DELETE /v1/games/{game}/seats/me` leaves it.
         */
        delete: operations["leave_queue"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games/{game}/rematch": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the game. */
                game: string;
            };
            cookie?: never;
        };
        /**
         * Get the rematch of a game.
         * @description `game` is null until a player has asked for one.
         */
        get: operations["get_rematch"];
        put?: never;
        /**
         * Play again at the same table.
         * @description The first player who asks opens a game with the same options, seats and bots; players who ask later take a seat in
         *     it. A repeated request gets the same game.
         */
        post: operations["join_rematch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/players/me/follows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the players whom I follow.
         * @description Each has its newest listed games that run or wait for players.
         */
        get: operations["list_follows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/players/me/follows/{player}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the player. */
                player: string;
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Follow a player: their link is `/?follow=` with their id.
         * @description A player who blocks me, or whom I block, cannot be followed; the answer is the same as for an absent player.
         */
        put: operations["follow"];
        post?: never;
        /**
         * Follow a player no more.
         * @description The answer is the same if I did not follow the player.
         */
        delete: operations["unfollow"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/players/me/blocks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the players whom I block.
         * @description The oldest block comes first.
         */
        get: operations["list_blocks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/players/me/blocks/{player}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the player. */
                player: string;
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Block a player.
         * @description Quick play never seats us together, neither of us can take a seat at a table of the other, I see no comment of that
         *     player, and neither of us follows the other any more. The player is not told.
         */
        put: operations["block"];
        post?: never;
        /**
         * Block a player no more.
         * @description The answer is the same if I did not block the player. Follows that the block has ended do not come back.
         */
        delete: operations["unblock"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games/{game}/view": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the game. */
                game: string;
            };
            cookie?: never;
        };
        /**
         * Get my view of a game, or the spectators' view.
         * @description With `wait` and the `If-None-Match` of a known view the response comes when the view changes, or as a 304 after that
         *     time. The view also changes when actions that had to wait are allowed. A 304 with `Retry-After` means that too many
         *     requests wait in this process.
         */
        get: operations["get_view"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games/{game}/actions": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the game. */
                game: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Do one of the actions that my view lists.
         * @description The response holds all events that the action caused, including those of bots that answer at once.
         */
        post: operations["send_action"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games/{game}/events": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the game. */
                game: string;
            };
            cookie?: never;
        };
        /**
         * List the log as I can see it, each event with its digest and its seals.
         * @description Finished rounds are open to every viewer.
         */
        get: operations["list_events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games/{game}/stream": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the game. */
                game: string;
            };
            cookie?: never;
        };
        /**
         * Follow the log as I can see it: past events from a version on, then each new event as it happens.
         * @description Clients that cannot send a token in a header, such as browsers' `EventSource`, send a `ticket` instead.
         */
        get: operations["stream_events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games/{game}/tickets": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the game. */
                game: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a ticket, which opens one stream of this game in place of my token.
         * @description It is valid once and for 30 seconds. The stream ends with the right of the token that asked for the ticket. To
         *     resume a stream that has broken, get another ticket and send the version of the last event as `after`.
         */
        post: operations["create_ticket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games/{game}/receipt": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the game. */
                game: string;
            };
            cookie?: never;
        };
        /**
         * Get a receipt: the server's signature under the head of the game.
         * @description It is of the newest version that I can see. Keep receipts together with the keys: a log that contradicts one of them
         *     was rewritten after the receipt.
         */
        get: operations["get_receipt"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the public keys that sign receipts.
         * @description Keys that were replaced stay in the list, so that old receipts can be checked.
         */
        get: operations["list_keys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games/{game}/stamps": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the game. */
                game: string;
            };
            cookie?: never;
        };
        /**
         * List the newest stamps, up to 20.
         * @description A delayed spectator sees those sent up to the visible version.
         */
        get: operations["list_stamps"];
        put?: never;
        /**
         * Send a stamp to my table.
         * @description Stamps are not part of the log and change no version. They have a rate limit of their own.
         */
        post: operations["give_stamp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games/{game}/rounds": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the game. */
                game: string;
            };
            cookie?: never;
        };
        /**
         * List the finished rounds, oldest first, each with its winner, its payments and the scores after it.
         * @description A running round has no entry yet.
         */
        get: operations["list_rounds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games/{game}/rounds/{round_number}/review": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the game. */
                game: string;
                /** @description The number of the round, from 1. */
                round_number: number;
            };
            cookie?: never;
        };
        /**
         * Review a finished round, one frame for each version: every hand, every wait, every possible call.
         * @description With `as` the frames show only what that seat knew. A long round takes several requests: `next` of an answer is the
         *     `from` of the next one.
         */
        get: operations["get_review"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games/{game}/rounds/{round_number}/review/{version}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the game. */
                game: string;
                /** @description The number of the round, from 1. */
                round_number: number;
                /** @description The version of an event. */
                version: number;
            };
            cookie?: never;
        };
        /**
         * Get one frame: every hand right after that event, or with `as` what that seat knew.
         * @description The version is that of an event of the round, as the review lists them.
         */
        get: operations["get_frame"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games/{game}/claims": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the game. */
                game: string;
            };
            cookie?: never;
        };
        /**
         * List the calls and doubts of finished rounds, each with its verdict and the cards that decided it.
         * @description Calls of a running round are left out until it is over.
         */
        get: operations["list_claims"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games/{game}/fairness": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the game. */
                game: string;
            };
            cookie?: never;
        };
        /**
         * Get what shuffles the decks of a game: the anchors that were public before, and the links that are public now.
         * @description They are enough to repeat the shuffles and to verify every seal of the log.
         */
        get: operations["get_fairness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/fairness": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get how often games of this server were abandoned, and links withheld.
         * @description An abandoned game reveals the cards of its last round. High rates of either may mean that somebody breaks off rounds
         *     whose deck they do not like.
         */
        get: operations["get_fairness_rates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games/{game}/rounds/{round_number}/analysis": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the game. */
                game: string;
                /** @description The number of the round, from 1. */
                round_number: number;
            };
            cookie?: never;
        };
        /**
         * Analyse a finished round: what each decision lost against the best one, by what its seat could know.
         * @description The first request starts the computation, which takes some seconds. Until it is complete, the answer is 202 with the
         *     progress. Losses, chances and reasons come from the seat's own view. `luck` uses the result as well.
         */
        get: operations["get_analysis"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games/{game}/rounds/{round_number}/dangers": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the game. */
                game: string;
                /** @description The number of the round, from 1. */
                round_number: number;
            };
            cookie?: never;
        };
        /**
         * Tell what each card of a seat's hand risked at each moment of a finished round, by what the seat could know.
         * @description There is one moment for each frame of the review. `next` of an answer is the `from` of the next one.
         */
        get: operations["get_dangers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games/{game}/rounds/{round_number}/continuations": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the game. */
                game: string;
                /** @description The number of the round, from 1. */
                round_number: number;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Continue a finished round from one of its moments, with one seat played by me and all others by bots.
         * @description The hands and the stock are the true ones of that moment; the answer shows what the seat can know. Nothing is
         *     recorded: for the next choice, repeat the request with one more action. A refused action has its position as
         *     `action`.
         */
        post: operations["continue_round"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/drills": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List my drills, from all analysed rounds of games in which I have a seat.
         * @description Unanswered ones come first, and among them my own mistakes, then my other decisions, then those of other seats.
         */
        get: operations["list_drills"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/drills/{drill}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the drill. */
                drill: string;
            };
            cookie?: never;
        };
        /**
         * Get one of my drills.
         * @description It has the position as its seat knew it, and the choices, in an order that tells nothing.
         */
        get: operations["get_drill"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/drills/{drill}/answers": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the drill. */
                drill: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answer one of my drills, and get the losses of all choices.
         * @description The first answer is kept. Further answers are judged, and change nothing.
         */
        post: operations["answer_drill"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/drills/daily": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the drill of the day (UTC). It is the same for everybody, and from a game of bots.
         * @description With a token the answer also has the account's first answer.
         */
        get: operations["get_daily_drill"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/drills/daily/answers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answer the drill of a day, and get the losses of all choices.
         * @description With a token the first answer of the account is kept; without one nothing is.
         */
        post: operations["answer_daily_drill"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games/{game}/rounds/{round_number}/comments": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the game. */
                game: string;
                /** @description The number of the round, from 1. */
                round_number: number;
            };
            cookie?: never;
        };
        /**
         * List the comments on a finished round, oldest first.
         * @description For players of the game. Comments of players whom I block are left out, and of comments that an admin has hidden
         *     only the author gets the text.
         */
        get: operations["list_comments"];
        put?: never;
        /**
         * Comment on a moment of a finished round.
         * @description The players of the game can read it.
         */
        post: operations["add_comment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List my reports, newest first.
         * @description A decided one has the moment of its verdict, and the admin's note.
         */
        get: operations["list_reports"];
        put?: never;
        /**
         * Report a comment, a name or a play to the admins.
         * @description A play is an event of a seat, such as a call, in a game of mine; it may be my own, to dispute a verdict. I get a
         *     notification of the verdict, and so does the reported player, who is not told who has reported.
         */
        post: operations["create_report"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reports/{report}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the report. */
                report: string;
            };
            cookie?: never;
        };
        /**
         * Get a report of mine.
         * @description Its status tells whether it is decided. Reports of other players are not there (404).
         */
        get: operations["get_report"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/verdicts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the verdicts about comments, the name and plays of mine, newest first.
         * @description They do not tell who has reported.
         */
        get: operations["list_verdicts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games/{game}/shares": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the game. */
                game: string;
            };
            cookie?: never;
        };
        /**
         * List the links that I created for a game, oldest first and including revoked ones.
         * @description Their tokens are not stored.
         */
        get: operations["list_shares"];
        put?: never;
        /**
         * Create a link to the replay of a finished game.
         * @description The holder of the link sees every hand. This response alone shows the token: `path` opens the page of the replay,
         *     and `api_path` is its address in this API.
         */
        post: operations["create_share"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games/{game}/shares/{share}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the game. */
                game: string;
                /** @description The id of the link. */
                share: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a link that I created.
         * @description From then on its replay is answered like that of an unknown link.
         */
        delete: operations["revoke_share"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/shares/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The token of the link. */
                token: string;
            };
            cookie?: never;
        };
        /**
         * Get the game behind a link: its players and the results of its rounds.
         * @description The token in the path is the only right that the request needs.
         */
        get: operations["open_share"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/shares/{token}/rounds/{round_number}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The token of the link. */
                token: string;
                /** @description The number of the round, from 1. */
                round_number: number;
            };
            cookie?: never;
        };
        /**
         * Review a round of the game behind a link, one frame for each version.
         * @description With `as` the frames show only what that seat knew. A long round takes several requests: `next` of an answer is the
         *     `from` of the next one.
         */
        get: operations["open_shared_round"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/shares/{token}/events": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The token of the link. */
                token: string;
            };
            cookie?: never;
        };
        /**
         * List the log of the game behind a link.
         * @description Every envelope is open, so a reader of the log can verify it.
         */
        get: operations["list_shared_events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/shares/{token}/fairness": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The token of the link. */
                token: string;
            };
            cookie?: never;
        };
        /**
         * Get the commitments and secrets of the game behind a link.
         * @description The commitments bound the shuffles before the deal.
         */
        get: operations["get_shared_fairness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/leaderboard": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the players with a finished game in the ruleset, best first.
         * @description Each bot strategy has one entry for all its seats.
         */
        get: operations["get_leaderboard"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/leaderboard/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get my place on the leaderboard of a ruleset, with the entries around it.
         * @description The cost does not depend on the number of players.
         */
        get: operations["get_my_place"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/players/me/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow what happens in all my games: my turn, a question to me, and games that start, end or are commented on.
         * @description No notification holds a card: open the game to see more.
         */
        get: operations["stream_notifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/players/me/tickets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a ticket, which opens my stream once in place of my token.
         * @description It is like a ticket of a game: valid once, for 30 seconds, and the stream ends with the right of the token.
         */
        post: operations["create_account_ticket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/players/me/pages/{page_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A random UUID that the page has chosen. */
                page_id: string;
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Tell whether I can see a page of a client, whose random UUID the client has chosen.
         * @description While I can see one, I get no web push. A visible page tells so again within a minute.
         */
        put: operations["set_page"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/players/me/push-subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the browsers that get web pushes, and the server's key for new subscriptions.
         * @description A browser needs the key to subscribe; it never changes.
         */
        get: operations["list_push_subscriptions"];
        put?: never;
        /**
         * Send web pushes to a browser.
         * @description It gets at most one for each turn, and none while I can see a page. The subscription ends with the token of this
         *     request. A repetition with the same endpoint changes nothing else.
         */
        post: operations["add_push_subscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/players/me/push-subscriptions/{subscription}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the subscription. */
                subscription: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Send no more web pushes to a browser.
         * @description Pushes that wait for their next attempt are dropped.
         */
        delete: operations["remove_push_subscription"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/players/me/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List my webhooks, oldest first.
         * @description Their secrets are not shown again.
         */
        get: operations["list_webhooks"];
        put?: never;
        /**
         * Create a webhook.
         * @description It gets each notification of my stream as a POST request, signed by the scheme Standard Webhooks. This response
         *     alone shows the secret. Requests go only to public addresses, and follow no redirects.
         */
        post: operations["create_webhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/players/me/webhooks/{webhook}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the webhook. */
                webhook: string;
            };
            cookie?: never;
        };
        /**
         * Get a webhook of mine.
         * @description `failing_since` is set while its deliveries fail.
         */
        get: operations["get_webhook"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook.
         * @description Its deliveries are deleted, too.
         */
        delete: operations["remove_webhook"];
        options?: never;
        head?: never;
        /**
         * Change the address of a webhook, or enable or disable it.
         * @description Deliveries that wait for their next attempt go to the new address.
         */
        patch: operations["change_webhook"];
        trace?: never;
    };
    "/v1/players/me/webhooks/{webhook}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the webhook. */
                webhook: string;
            };
            cookie?: never;
        };
        /**
         * List the deliveries of a webhook with their results, newest first.
         * @description They are kept for seven days.
         */
        get: operations["list_deliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/players/me/webhooks/{webhook}/tests": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the webhook. */
                webhook: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a notification of the kind `test` to a webhook.
         * @description Its deliveries show the result. The notification has the position 0.
         */
        post: operations["send_test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/claims": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List calls of finished rounds of all games, newest first.
         * @description The filters can be combined. Calls of running rounds are left out.
         */
        get: operations["find_claims"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/claims/{game}/{version}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the game. */
                game: string;
                /** @description The version of an event. */
                version: number;
            };
            cookie?: never;
        };
        /**
         * Judge one call again, from the log up to it alone.
         * @description The answer holds the recorded verdict beside the new one.
         */
        get: operations["get_judged_claim"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/games/{game}/events": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the game. */
                game: string;
            };
            cookie?: never;
        };
        /**
         * List the log with all envelopes of finished rounds and none of a running round.
         * @description It is what a spectator of a listed game sees, for every game.
         */
        get: operations["list_raw_events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/games/{game}/integrity": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the game. */
                game: string;
            };
            cookie?: never;
        };
        /**
         * Recompute the digests and seals of a whole log.
         * @description The response names the first invalid version.
         */
        get: operations["get_integrity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/damaged-games": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the games that cannot be read.
         * @description Each is set aside: its deadlines and bots stand still, and requests for it are answered with `damaged-game`. The
         *     server tries to read it again every few minutes.
         */
        get: operations["list_damaged_games"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/integrity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Recompute the digests and seals of all logs, part by part.
         * @description A part has at most `limit` games and ends after a second. Send `next` as `after` to continue, until it is null. On
         *     the command line `dobon check` checks all logs.
         */
        post: operations["check_integrity"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/acts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the acts of admins, newest first.
         * @description An act holds the account of the admin and the reason.
         */
        get: operations["list_acts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/games/{game}/abandonment": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the game. */
                game: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End a running game.
         * @description The secret of its running round becomes public, and with it the hands.
         */
        post: operations["abandon_game"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/games/{game}/recovery": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the game. */
                game: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put back a game that was set aside, after a repair of the database.
         * @description The server reads the game at once, and refuses if it still cannot.
         */
        post: operations["put_game_back"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/players/{player}/suspension": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the player. */
                player: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Suspend a player, until a moment or without an end.
         * @description All tokens of the account are refused. Its games continue, and turns with a time limit expire.
         */
        post: operations["suspend_player"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/players/{player}/reinstatement": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the player. */
                player: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Lift a suspension.
         * @description The tokens of the account are accepted again.
         */
        post: operations["lift_suspension"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/projections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the projections, each with its lag behind the logs and its last rebuild.
         * @description A projection is a table that can be rebuilt from the logs, such as the statistics.
         */
        get: operations["list_projections"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/projections/{name}/rebuild": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The name of the projection. */
                name: components["schemas"]["ProjectionName"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rebuild a projection beside the live one, compare the two and replace the live one.
         * @description GET /v1/admin/projections reports the progress.
         */
        post: operations["rebuild_projection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the reports of players.
         * @description Open ones come oldest first, decided ones newest first.
         */
        get: operations["find_reports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/reports/{report}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the report. */
                report: string;
            };
            cookie?: never;
        };
        /**
         * Get a report with everything that is needed for a verdict.
         * @description Of a play this is the table at that moment, a call judged again, and the events around it. Hands of a running round
         *     are not shown before its end.
         */
        get: operations["get_report_file"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/reports/{report}/verdict": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the report. */
                report: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decide a report, and take measures.
         * @description The verdict decides all open reports about the same thing. Each measure is recorded as an act with the reason. The
         *     reporters and the reported player get a notification with the verdict; the note is shown to them.
         */
        post: operations["decide_report"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/players": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find players by name.
         * @description The beginning of a present or old name is enough, in any case and width of letters.
         */
        get: operations["find_players"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/players/{player}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the player. */
                player: string;
            };
            cookie?: never;
        };
        /**
         * Get a player as admins see it.
         * @description The answer has all names, the suspension, the number of reports, and the last acts.
         */
        get: operations["get_moderated_player"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/players/{player}/name-reset": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the player. */
                player: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a player a new name that says nothing.
         * @description The player may choose another name, but not the old one for 90 days.
         */
        post: operations["reset_name"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/games/{game}/comments/{comment}/hiding": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the game. */
                game: string;
                /** @description The id of the comment. */
                comment: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Hide a comment.
         * @description From now on its author alone can read it. The others see that an admin has hidden it.
         */
        post: operations["hide_comment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/games/{game}/comments/{comment}/restoration": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the game. */
                game: string;
                /** @description The id of the comment. */
                comment: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Show a hidden comment again.
         * @description All players who may read the comments of the game can read it.
         */
        post: operations["restore_comment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check that the process answers.
         * @description The database is not asked.
         */
        get: operations["get_health"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check that the database answers, has the tables of this version, and can store data.
         * @description A load balancer can send requests to this process while the answer is 200.
         */
        get: operations["get_readiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return metrics in Prometheus' text format.
         * @description Open to programs on the same machine and to admins, and with `DOBON_METRICS=open` to every client. The metrics cover
         *     the whole server. Yet on a quiet server a count of refusals reveals that a player has just tried an action, which
         *     opponents must not learn.
         */
        get: operations["get_metrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description The code of a problem. It never changes its meaning. `/problems/{code}` is its page, for people.
         * @enum {string}
         */
        ProblemCode: "address-too-long" | "admin-only" | "already-answered" | "already-beaten" | "already-called" | "already-drawn" | "already-hidden" | "already-opened" | "already-passed" | "already-ready" | "already-reported" | "already-seated" | "already-suspended" | "analysis-failed" | "bad-anchor" | "bad-arguments" | "bad-body" | "bad-code" | "bad-combination" | "bad-header" | "bad-join-code" | "bad-link" | "bad-number" | "bad-option" | "bad-parameter" | "bad-passkey" | "bad-request" | "bad-seat-count" | "bad-text" | "bad-ticket" | "between-rounds" | "body-too-large" | "body-too-slow" | "bottom-does-not-fit" | "busy" | "cannot-beat" | "card-fits" | "card-not-held" | "damaged-game" | "does-not-open" | "duplicate-card" | "duplicate-key" | "empty-body" | "empty-hand" | "extra-not-allowed" | "forbidden" | "game-not-damaged" | "game-not-over" | "game-over" | "game-started" | "headers-too-large" | "internal-error" | "joker-cannot-finish" | "joker-unplayable" | "key-reused" | "last-way-in" | "limit-reached" | "malformed-json" | "matched" | "method-not-allowed" | "mixed-suits" | "must-accept" | "must-answer-pending" | "must-lead" | "name-barred" | "name-not-allowed" | "name-reserved" | "newer-event" | "no-drill-yet" | "no-one-to-turn-to" | "no-pass" | "no-passkeys" | "no-such-attack" | "no-such-claim" | "no-such-comment" | "no-such-device-link" | "no-such-drill" | "no-such-game" | "no-such-measure" | "no-such-passkey" | "no-such-play" | "no-such-player" | "no-such-problem" | "no-such-projection" | "no-such-report" | "no-such-round" | "no-such-ruleset" | "no-such-session" | "no-such-share" | "no-such-subscription" | "no-such-version" | "no-such-webhook" | "not-a-caller" | "not-asked" | "not-confirmed" | "not-found" | "not-hidden" | "not-in-hand" | "not-in-this-game" | "not-now" | "not-opened" | "not-queued" | "not-seated" | "not-started" | "not-suspended" | "not-your-turn" | "nothing-pending" | "nothing-to-decline" | "one-card-only" | "only-drawn-card" | "option-conflict" | "option-off" | "own-card" | "own-name" | "player-out" | "precondition-failed" | "rank-mismatch" | "rank-not-on-table" | "ranks-differ" | "rate-limited" | "rebuild-running" | "report-decided" | "round-not-over" | "round-over" | "same-card-twice" | "seat-left" | "seat-refused" | "suit-needed" | "suit-not-allowed" | "suspended" | "too-deep" | "too-early" | "too-late" | "too-many-bots" | "too-many-cards" | "too-many-comments" | "too-many-games" | "too-many-open" | "too-many-passkeys" | "too-many-players" | "too-many-reports" | "too-many-shares" | "too-many-streams" | "too-many-webhooks" | "unauthorized" | "unavailable" | "unknown-action" | "unknown-bot" | "unknown-card" | "unknown-option" | "unknown-ruleset" | "unsupported-media-type" | "webhook-disabled" | "window-open" | "wrong-phase";
        /**
         * @description `flipping`: the dealer turns a card up; `opening`, `asking`, `countering`, `doubting`: that card, a play or a call is being answered; `leading`: a lead or the first attack is next; `defending`: the defender beats or takes the unbeaten cards; `attacking`: all attacks are beaten, and more can follow; `throwing-in`: the defender takes, and cards can be added; `settling`: between two events of one command.
         * @enum {string}
         */
        Phase: "flipping" | "opening" | "playing" | "asking" | "countering" | "over" | "doubting" | "leading" | "defending" | "attacking" | "throwing-in" | "settling";
        /** @description The error of one field. */
        FieldProblem: {
            /** @example #/cards/0 */
            pointer: string;
            detail: string;
        };
        /** @description An error (RFC 9457). A code may have further members, such as `version`, `allowed_from`, `on` or `turn`. */
        Problem: {
            /** @example /problems/too-late */
            type: string;
            title: string;
            status: number;
            code: components["schemas"]["ProblemCode"];
            /**
             * Format: date-time
             * @description The moment of the answer, by the server's clock.
             * @example 2026-11-21T03:24:00.123456Z
             */
            now: string;
            detail?: string;
            /** @description The version of the game to which the refusal applies. */
            version?: number;
            /**
             * Format: date-time
             * @description The moment from which the refused action may be sent again.
             * @example 2026-11-21T03:24:00.123456Z
             */
            allowed_from?: string;
            /**
             * @description The version that `on` would have to name now; null if there is none.
             * @example 17
             */
            on?: number | null;
            /**
             * @description The seat whose turn it is.
             * @example 1
             */
            turn?: number;
            /** @description The phase of the round. */
            phase?: components["schemas"]["Phase"];
            /** @description The limit of cards. */
            limit?: number;
            /** @description Numbers on the table. */
            ranks?: number[];
            /**
             * @description The option to which the refusal applies.
             * @example hand_size
             */
            option?: string;
            /**
             * @description With `rate-limited`: the allowance that is used up.
             * @example account
             */
            allowance?: string;
            /** @description The errors of single fields. */
            errors?: components["schemas"]["FieldProblem"][];
        };
        /** @description A player to create. */
        NewPlayer: {
            /**
             * @description Begins with a visible character, without invisible ones. Other players may have the same name.
             * @example Aoi
             */
            name: string;
        };
        /** @description A new player with its token. This response alone shows the token; the server stores only its hash. */
        FreshPlayer: {
            /** Format: uuid */
            id: string;
            /** @example Aoi */
            name: string;
            /** @example dbn_mU4rPCyEo6nHLqS8eL3Vw0yvQn5t2dXkZb7aJgR1hFs */
            token: string;
        };
        /**
         * @description A ruleset of this server.
         * @enum {string}
         */
        RulesetKey: "dobon-sato" | "dobon-kawagoe" | "doubt" | "durak" | "kirifu" | "mustamaija";
        /** @description A rating by OpenSkill (the model of Plackett and Luce). */
        Rated: {
            /**
             * @description mu - 3 sigma: a lower bound of the strength. The leaderboard is sorted by it.
             * @example 12.5
             */
            value: number;
            /**
             * @description The estimated strength; 25 at the start.
             * @example 27.3
             */
            mu: number;
            /**
             * @description The uncertainty of the estimate.
             * @example 4.9
             */
            sigma: number;
        };
        /** @description Statistics in one ruleset. */
        Statistics: {
            /** @description Finished games. */
            games: number;
            /** @description Games that ended with no better score at the table and at least one worse. */
            games_won: number;
            rounds: number;
            /** @description Rounds won. */
            wins: number;
            /** @description Rounds lost. */
            losses: number;
            points: number;
            /** @description Calls, counters and doubts made. */
            calls: number;
            /** @description Correct calls on an own card; own lies that were caught. */
            called: number;
            /** @description Own correct calls that were countered. */
            countered: number;
            false_calls: number;
            /** @description Rounds whose deck the player's own link has shuffled. */
            cuts: number;
            /** @description Rounds for which the player has an anchor and revealed no link. */
            withheld: number;
            /** @description Games that were abandoned after the first link or the first deal. */
            abandoned: number;
            /** @description Decisions in turn. `timeouts` of them are the share that ran out. */
            turns: number;
            /** @description Turns that the clock played. */
            timeouts: number;
            /** @description Calls, counters and safe doubts that would have been right, and were not made. */
            missed: number;
            ruleset: components["schemas"]["RulesetKey"];
            /** @description null before the first finished game. */
            rating: components["schemas"]["Rated"] | null;
        };
        /** @description A player and the statistics of finished rounds. */
        Profile: {
            /** Format: uuid */
            id: string;
            /** @example Aoi */
            name: string;
            /** @description By ruleset. */
            statistics: components["schemas"]["Statistics"][];
        };
        /** @description A player. */
        Player: {
            /** Format: uuid */
            id: string;
            /** @example Aoi */
            name: string;
        };
        /** @description Everything about an account. The fields of a row may grow with later versions. */
        AccountExport: {
            /** @description Id, name and creation. */
            account: {
                [key: string]: unknown;
            };
            /** @description An earlier name that is reserved, in the form in which names are compared. */
            reserved_names: {
                [key: string]: unknown;
            }[];
            /** @description My names: the present one, and up to 19 earlier ones. */
            names: {
                [key: string]: unknown;
            }[];
            /** @description Names that an admin has reset, in the form in which names are compared. */
            barred_names: {
                [key: string]: unknown;
            }[];
            /** @description All sessions, with those that have ended. */
            sessions: {
                [key: string]: unknown;
            }[];
            /** @description Passkeys, without their public keys. */
            passkeys: {
                [key: string]: unknown;
            }[];
            /** @description When each code was made and used; the codes themselves are not stored. */
            recovery_codes: {
                [key: string]: unknown;
            }[];
            /** @description Games with a seat of mine, each with links to its log and to its replay. */
            games: {
                [key: string]: unknown;
            }[];
            /** @description Finished games with my ratings before and after, in millionths. */
            history: {
                [key: string]: unknown;
            }[];
            /** @description Calls, counters and doubts in rounds that are over, with their verdicts. */
            calls: {
                [key: string]: unknown;
            }[];
            /** @description Comments on rounds. */
            comments: {
                [key: string]: unknown;
            }[];
            /** @description Links to replays; the links themselves are not stored. */
            shares: {
                [key: string]: unknown;
            }[];
            /** @description Stamps that have not been deleted yet. */
            stamps: {
                [key: string]: unknown;
            }[];
            /** @description Drills from my games, with my first answers. */
            drills: {
                [key: string]: unknown;
            }[];
            /** @description My first answers to the drills of the days. */
            daily_drills: {
                [key: string]: unknown;
            }[];
            /** @description Players whom I follow. */
            follows: {
                [key: string]: unknown;
            }[];
            /** @description Players whom I block. */
            blocks: {
                [key: string]: unknown;
            }[];
            /** @description Browsers that get web pushes, without their keys. */
            browsers: {
                [key: string]: unknown;
            }[];
            /** @description Webhooks, without their secrets. */
            webhooks: {
                [key: string]: unknown;
            }[];
            /** @description What I have reported to the admins, and the verdicts. */
            reports: {
                [key: string]: unknown;
            }[];
            /** @description Verdicts about comments, the name and plays of mine. */
            verdicts: {
                [key: string]: unknown;
            }[];
            /** @description What admins did with the account, and why. */
            acts_on_me: {
                [key: string]: unknown;
            }[];
            /** @description By ruleset. */
            statistics: components["schemas"]["Statistics"][];
        };
        /** @description All options of the game. Which there are depends on its ruleset. */
        GameOptions: {
            /** @description Cards dealt to each seat. */
            hand_size?: number;
            /** @description Rounds in a game. */
            rounds?: number;
            /**
             * @description Seat that starts the next round.
             * @enum {string}
             */
            next_starter?: "loser" | "winner" | "random";
            /**
             * @description A call races the next play, or every player is asked.
             * @enum {string}
             */
            claim_mode?: "race" | "ask_all";
            /** @description Seconds before the top card can be covered. */
            claim_grace_seconds?: number;
            /**
             * @description Penalty for a false call.
             * @enum {string}
             */
            false_claim?: "expose" | "nothing" | "draw_2" | "lose";
            /** @description Tell players when a call would be true. */
            claim_hints?: boolean;
            /**
             * @description Loser of a call on the first card.
             * @enum {string}
             */
            initial_card_loser?: "none" | "all_others";
            /** @description Taking a 2 ends the turn. */
            draw_penalty_ends_turn?: boolean;
            /** @description Opening the hand ends the turn. */
            open_penalty_ends_turn?: boolean;
            /** @description An 8 passes a pending 2 or 13 on. */
            eight_answers_pending?: boolean;
            /** @description The card just drawn may be played. */
            play_after_draw?: boolean;
            /** @description Seconds for a turn (0: no limit). */
            turn_seconds?: number;
            /** @description Seconds to answer a window (0: no limit). */
            answer_seconds?: number;
            /** @description Milliseconds a bot takes to move. */
            bot_delay_ms?: number;
            /**
             * @description Dealer after an ippatsu-dobon.
             * @enum {string}
             */
            dealer_after_ippatsu?: "same" | "winner" | "left";
            /**
             * @description Hand that is added to the called card.
             * @enum {string}
             */
            score_hand?: "payer" | "winner" | "both";
            /** @description Drawing is allowed although a card fits. */
            voluntary_draw?: boolean;
            /** @description An 8 goes on anything. */
            eight_wild?: boolean;
            /**
             * @description Seats that may doubt: all, or only the next (Cheat).
             * @enum {string}
             */
            variant?: "doubt" | "cheat";
            /** @description Decks of cards. */
            decks?: number;
            /** @description Jokers in each deck; one counts as any number. */
            jokers_per_deck?: number;
            /** @description Cards that may be laid at once. */
            max_cards_per_play?: number;
            /**
             * @description Penalty for losing a doubt.
             * @enum {string}
             */
            penalty?: "pile" | "eliminate" | "exchange_two";
            /** @description A caught lie resumes at the same number. */
            resume_same_number?: boolean;
            /** @description The seat that caught a lie plays next. */
            doubter_takes_turn?: boolean;
            /** @description A seat must have caught a lie to finish. */
            must_doubt_to_finish?: boolean;
            /** @description A joker may be the last card. */
            joker_may_finish?: boolean;
            /**
             * @description Ranking: the winner alone, or all seats by cards left.
             * @enum {string}
             */
            ranking?: "winner_only" | "by_hand_count";
            /** @description Seconds to doubt a play (0: no limit). */
            window_seconds?: number;
            /** @description Seconds before the next play may close a window. */
            min_open_seconds?: number;
            /** @description The next player's play closes the window. */
            next_play_closes?: boolean;
            /** @description Plays in a round (0: no limit, else 50 or more). */
            max_plays?: number;
            /** @description More cards may be thrown in when the defender takes. */
            throw_in?: boolean;
            /** @description The defender may pass the attack on to the next seat. */
            turnover?: boolean;
            /** @description Two against two (four seats). */
            teams?: boolean;
            /**
             * @description Seats that may attack: the defender's neighbours, or all.
             * @enum {string}
             */
            guardian_scope?: "neighbours" | "all";
            /** @description Maximum number of attack cards in the first bout. */
            first_bout_limit?: number;
            /** @description Several cards of one number may be led. */
            multi_lead?: boolean;
            /**
             * @description First attacker.
             * @enum {string}
             */
            first_attacker?: "lowest_trump" | "random";
            /**
             * @description The last hands run out in the same bout: a draw, or the first to run out wins.
             * @enum {string}
             */
            both_out?: "draw" | "first_out";
            /** @description Consecutive takes with an empty stock that end a round (0: no limit). */
            stall_limit?: number;
            /** @description A joker is in the deck. */
            joker?: boolean;
            /**
             * @description Aces that beat the trumps.
             * @enum {string}
             */
            ace_rule?: "spade_ace" | "all_aces" | "none";
            /**
             * @description Trump suit.
             * @enum {string}
             */
            trump?: "clubs" | "diamonds" | "hearts" | "spades" | "random";
            /**
             * @description End of a round: a loser is left, or the first seat has no cards.
             * @enum {string}
             */
            finish?: "play_on" | "first_out";
            /** @description Sequences may be led. */
            sequences?: boolean;
            /** @description A group may take an extra card along. */
            extra_card?: boolean;
            /** @description Minimum length of a sequence. */
            min_sequence?: number;
            /** @description Two pairs may be led together. */
            two_groups?: boolean;
            /** @description No lead larger than the defender's hand. */
            limit_by_defender_hand?: boolean;
            /** @description Plain cards are beaten by their suit or a trump. */
            plain_follow_suit?: boolean;
            /**
             * @description Moment at which the trump card is turned up.
             * @enum {string}
             */
            trump_reveal?: "after_first_lead" | "at_deal";
            /** @description Maximum number of cards in a lead (0: the size of the defender's hand). */
            max_lead?: number;
            /** @description Spades can be trump. */
            spades_can_be_trump?: boolean;
        };
        /**
         * @description The status of a game. `finished` and `abandoned` are final.
         * @enum {string}
         */
        GameStatus: "waiting" | "playing" | "between-rounds" | "finished" | "abandoned";
        /**
         * @description What spectators see of a listed game: `live` all public events as they happen, `delayed` the game `spectator_delay` moves ago, `off` nothing after the deal.
         * @enum {string}
         */
        SpectatorMode: "live" | "delayed" | "off";
        /**
         * @description A player (`human`) or a bot.
         * @enum {string}
         */
        SeatKind: "human" | "bot";
        /**
         * @description A strategy of bots.
         * @enum {string}
         */
        Strategy: "novice" | "careful" | "expert";
        /** @description The player or bot on a seat. */
        SeatHolder: {
            /** @example 1 */
            seat: number;
            /**
             * Format: uuid
             * @description The player; null for a bot.
             */
            id: string | null;
            /**
             * @description With `#` and the seat, counted from 1, if the player's name looks like another one at the table or a bot's.
             * @example Aoi
             */
            name: string;
            /** @description `human` for the seat of a player, `bot` for that of a bot. The seat of a player who has left stays `human` and keeps its `id`, while `bot` names the strategy that plays in its place. */
            kind: components["schemas"]["SeatKind"];
            /** @description The strategy that acts, for a bot or for a player who has left; null while the player acts. */
            bot: components["schemas"]["Strategy"] | null;
        };
        /** @description The place of a seat at the end of a game. Seats with the same result share a place. */
        Standing: {
            /** @example 1 */
            place: number;
            /** @example 1 */
            seat: number;
            /** @example 40 */
            score: number;
        };
        /** @description A game as seen from outside. */
        Game: {
            /** Format: uuid */
            id: string;
            ruleset: components["schemas"]["RulesetKey"];
            options: components["schemas"]["GameOptions"];
            seats: number;
            status: components["schemas"]["GameStatus"];
            /** @example 17 */
            version: number;
            /** @example 3f0a377ba0a4a460ecb616f6507ce0d8cfa3e704025d4fda3ed0c5ca05468728 */
            head: string;
            listed: boolean;
            spectators: components["schemas"]["SpectatorMode"];
            /**
             * @description The delay of spectators in moves, if they are delayed.
             * @example 20
             */
            spectator_delay?: number;
            players: components["schemas"]["SeatHolder"][];
            /** @description The seats that are asked to act. Answers in an open window are sealed, so until it closes all seats that were asked are listed. */
            turn: number[];
            /**
             * Format: date-time
             * @description When the clock acts for the seats that are asked; null without a limit.
             * @example 2026-11-21T03:24:00.123456Z
             */
            deadline: string | null;
            /**
             * Format: date-time
             * @description The first deal; null before it.
             * @example 2026-11-21T03:24:00.123456Z
             */
            started_at: string | null;
            /**
             * Format: date-time
             * @description The end of the game; null before it.
             * @example 2026-11-21T03:24:00.123456Z
             */
            ended_at: string | null;
            /**
             * @description The first seat of the standing; null before the end and after a tie.
             * @example 1
             */
            winner: number | null;
            /** @description The seats of a finished game, best first; null before the end and after it was abandoned. */
            standing: components["schemas"]["Standing"][] | null;
            /**
             * @description For seated players only.
             * @example KMRTWX
             */
            join_code?: string;
        };
        /** @description The rating of a player before and after a game. */
        RatingChange: {
            before: components["schemas"]["Rated"];
            after: components["schemas"]["Rated"];
        };
        /** @description A finished game of a player. */
        PlayedGame: {
            game: components["schemas"]["Game"];
            /**
             * @description The player's seat.
             * @example 1
             */
            seat: number;
            /**
             * @description The player's place.
             * @example 1
             */
            place: number;
            /**
             * @description The player's points.
             * @example 40
             */
            score: number;
            rating: components["schemas"]["RatingChange"];
            /**
             * @description The page with the replay of the game.
             * @example /replay.html?game=...
             */
            replay: string;
        };
        /** @description A page of the finished games of a player, the last one to end first. */
        PlayerHistory: {
            games: components["schemas"]["PlayedGame"][];
            /** @description The `cursor` of the next page. */
            next: string | null;
        };
        /** @description The rating of a player after a game. */
        RatingPoint: {
            /**
             * Format: date-time
             * @description The end of the game.
             * @example 2026-11-21T03:24:00.123456Z
             */
            at: string;
            rating: components["schemas"]["Rated"];
        };
        /** @description The rating of a player over time, oldest first. */
        RatingHistory: {
            ruleset: components["schemas"]["RulesetKey"];
            points: components["schemas"]["RatingPoint"][];
        };
        /** @description Options for the browser. */
        PasskeyOptions: {
            /**
             * @description `PublicKeyCredentialCreationOptionsJSON` or `PublicKeyCredentialRequestOptionsJSON` of WebAuthn.
             * @example {
             *       "challenge": "AQIDBA",
             *       "rpId": "localhost"
             *     }
             */
            options: {
                [key: string]: unknown;
            };
            /** @description Seconds for which the challenge is valid, once. */
            expires_in: number;
        };
        /** @description What an authenticator has signed. */
        AssertionResponse: {
            /**
             * @description URL-safe Base64.
             * @example AQIDBA
             */
            clientDataJSON: string;
            /**
             * @description URL-safe Base64.
             * @example AQIDBA
             */
            authenticatorData: string;
            /**
             * @description URL-safe Base64.
             * @example AQIDBA
             */
            signature: string;
            userHandle?: string | null;
        };
        /** @description A credential that has signed: `AuthenticationResponseJSON` of WebAuthn. */
        AssertedCredential: {
            /**
             * @description URL-safe Base64.
             * @example AQIDBA
             */
            id: string;
            /**
             * @description URL-safe Base64.
             * @example AQIDBA
             */
            rawId: string;
            /** @enum {string} */
            type: "public-key";
            response: components["schemas"]["AssertionResponse"];
        };
        /** @description A sign-in with a passkey. */
        PasskeySignIn: {
            credential: components["schemas"]["AssertedCredential"];
            /**
             * @description A name for the device; by default that of the browser.
             * @example Firefox (Android)
             */
            label?: string;
        };
        /** @description A new session with its token. This response alone shows the token; the server stores only its hash. */
        FreshSession: {
            /** Format: uuid */
            id: string;
            /** @example Aoi */
            name: string;
            /** @example dbn_mU4rPCyEo6nHLqS8eL3Vw0yvQn5t2dXkZb7aJgR1hFs */
            token: string;
            /**
             * Format: uuid
             * @description The session.
             */
            session: string;
        };
        /** @description A sign-in with a code. */
        CodeSignIn: {
            /**
             * @description Small letters, and other or no separators, are accepted.
             * @example 7Q2M9-KXD4T-ZB83N-V6WRA
             */
            code: string;
            /**
             * @description A name for the device; by default that of the browser.
             * @example Firefox (Android)
             */
            label?: string;
        };
        /** @description A session of the account. */
        SessionEntry: {
            /** Format: uuid */
            id: string;
            /**
             * @description The device; empty if it is unknown.
             * @example Firefox (Android)
             */
            label: string;
            /**
             * Format: date-time
             * @example 2026-11-21T03:24:00.123456Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description The last use, to the hour.
             * @example 2026-11-21T03:24:00.123456Z
             */
            used_at: string;
            /** @description The session of this request. */
            current: boolean;
        };
        /** @description The sessions of the account, the last used one first. */
        SessionList: {
            sessions: components["schemas"]["SessionEntry"][];
        };
        /** @description A change of a session. */
        SessionChange: {
            /**
             * @description A name for the device.
             * @example Firefox (Android)
             */
            label: string;
        };
        /** @description A new token of a session. This response alone shows it; the server stores only its hash. */
        FreshToken: {
            /** @example dbn_mU4rPCyEo6nHLqS8eL3Vw0yvQn5t2dXkZb7aJgR1hFs */
            token: string;
        };
        /** @description What an authenticator says of a new passkey. */
        AttestationResponse: {
            /**
             * @description URL-safe Base64.
             * @example AQIDBA
             */
            clientDataJSON: string;
            /**
             * @description URL-safe Base64.
             * @example AQIDBA
             */
            attestationObject: string;
        };
        /** @description A new credential: `RegistrationResponseJSON` of WebAuthn. */
        CreatedCredential: {
            /**
             * @description URL-safe Base64.
             * @example AQIDBA
             */
            id: string;
            /**
             * @description URL-safe Base64.
             * @example AQIDBA
             */
            rawId: string;
            /** @enum {string} */
            type: "public-key";
            response: components["schemas"]["AttestationResponse"];
        };
        /** @description A passkey to add. */
        NewPasskey: {
            credential: components["schemas"]["CreatedCredential"];
            /**
             * @description A name for the list of passkeys; by default that of the device.
             * @example My phone
             */
            name?: string;
        };
        /** @description A passkey of the account. */
        PasskeyEntry: {
            /** Format: uuid */
            id: string;
            /** @example My phone */
            name: string;
            /**
             * Format: date-time
             * @example 2026-11-21T03:24:00.123456Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description The last sign-in with it.
             * @example 2026-11-21T03:24:00.123456Z
             */
            used_at: string | null;
        };
        /** @description The passkeys of the account, oldest first. */
        PasskeyList: {
            passkeys: components["schemas"]["PasskeyEntry"][];
        };
        /** @description A change of a passkey. */
        PasskeyChange: {
            /** @example My phone */
            name: string;
        };
        /** @description The recovery codes of the account, without the codes. */
        CodesLeft: {
            /** @description Unused codes. */
            left: number;
            /**
             * Format: date-time
             * @description null if there are none.
             * @example 2026-11-21T03:24:00.123456Z
             */
            created_at: string | null;
        };
        /** @description New recovery codes. This response alone shows them; the server stores only their hashes. */
        FreshCodes: {
            codes: string[];
        };
        /** @description A QR code as an SVG: a square with a dark path. */
        QrCode: {
            /** @description The side of the square with its margin. */
            size: number;
            /**
             * @description The `d` of the path of all dark modules.
             * @example M4 4h7v1h-7z
             */
            path: string;
        };
        /** @description A new code for the next device. This response alone shows it; the server stores only its hash. */
        FreshDeviceLink: {
            /** Format: uuid */
            id: string;
            /**
             * Format: date-time
             * @example 2026-11-21T03:24:00.123456Z
             */
            expires_at: string;
            /**
             * Format: uuid
             * @description The session that the code has opened.
             */
            session: string | null;
            /** @example 7Q2M-9KXD-4TZB */
            code: string;
            /**
             * Format: uri
             * @description The address of the page that signs in.
             */
            url: string;
            qr: components["schemas"]["QrCode"];
        };
        /** @description A code for the next device, without the code. */
        DeviceLinkEntry: {
            /** Format: uuid */
            id: string;
            /**
             * Format: date-time
             * @example 2026-11-21T03:24:00.123456Z
             */
            expires_at: string;
            /**
             * Format: uuid
             * @description The session that the code has opened.
             */
            session: string | null;
        };
        /** @description The same text in both languages. */
        Words: {
            ja: string;
            en: string;
        };
        /** @description The number of seats at a table. */
        SeatRange: {
            min: number;
            max: number;
        };
        /**
         * @description The kind of an option's values.
         * @enum {string}
         */
        OptionKind: "int" | "bool" | "choice";
        /** @description An option of a ruleset. */
        Option: {
            /** @example hand_size */
            name: string;
            kind: components["schemas"]["OptionKind"];
            default: number | boolean | string;
            /** @description The values of a choice; empty for other kinds. */
            values: string[];
            /** @description The option as JSON Schema. */
            schema: {
                [key: string]: unknown;
            };
            title: components["schemas"]["Words"];
        };
        /** @description A ruleset of this server. */
        Ruleset: {
            key: components["schemas"]["RulesetKey"];
            title: components["schemas"]["Words"];
            text: components["schemas"]["Words"];
            seats: components["schemas"]["SeatRange"];
            options: components["schemas"]["Option"][];
            /** @description Strategies that bots can have. */
            strategies: components["schemas"]["Strategy"][];
        };
        /** @description All rulesets. */
        RulesetList: {
            rulesets: components["schemas"]["Ruleset"][];
        };
        /** @description Options of Dobon (Sato). The others have their default values. */
        DobonSatoOptions: {
            /** @description Cards dealt to each seat. The default is `5`. */
            hand_size?: number;
            /** @description Rounds in a game. The default is `1`. */
            rounds?: number;
            /**
             * @description Seat that starts the next round. The default is `loser`.
             * @enum {string}
             */
            next_starter?: "loser" | "winner" | "random";
            /**
             * @description A call races the next play, or every player is asked. The default is `race`.
             * @enum {string}
             */
            claim_mode?: "race" | "ask_all";
            /** @description Seconds before the top card can be covered. The default is `3`. */
            claim_grace_seconds?: number;
            /**
             * @description Penalty for a false call. The default is `expose`.
             * @enum {string}
             */
            false_claim?: "expose" | "nothing" | "draw_2" | "lose";
            /** @description Tell players when a call would be true. The default is false. */
            claim_hints?: boolean;
            /**
             * @description Loser of a call on the first card. The default is `none`.
             * @enum {string}
             */
            initial_card_loser?: "none" | "all_others";
            /** @description Taking a 2 ends the turn. The default is true. */
            draw_penalty_ends_turn?: boolean;
            /** @description Opening the hand ends the turn. The default is false. */
            open_penalty_ends_turn?: boolean;
            /** @description An 8 passes a pending 2 or 13 on. The default is false. */
            eight_answers_pending?: boolean;
            /** @description The card just drawn may be played. The default is false. */
            play_after_draw?: boolean;
            /** @description Seconds for a turn (0: no limit). The default is `60`. */
            turn_seconds?: number;
            /** @description Seconds to answer a window (0: no limit). The default is `10`. */
            answer_seconds?: number;
            /** @description Milliseconds a bot takes to move. The default is `800`. */
            bot_delay_ms?: number;
        };
        /** @description A game of Dobon (Sato) to open. Its creator takes seat 0, bots take the last seats. */
        NewDobonSatoGame: {
            /** @description Any account can find the game, watch it and take a seat. The default is false. */
            listed?: boolean;
            /** @description What spectators see of a listed game. The default is `live`. */
            spectators?: components["schemas"]["SpectatorMode"];
            /** @description With `delayed`: the delay of spectators in moves; the default is 20. */
            spectator_delay?: number;
            /**
             * @description The anchor of my own hash chain, if I contribute to the shuffles: docs/fairness.md. It is public. Before each round, the first included, I am then asked to be `ready` with its next link.
             * @example 3f0a377ba0a4a460ecb616f6507ce0d8cfa3e704025d4fda3ed0c5ca05468728
             */
            anchor?: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            ruleset: "dobon-sato";
            options?: components["schemas"]["DobonSatoOptions"];
            /** @example 2 */
            seats: number;
            /**
             * @example [
             *       "careful"
             *     ]
             */
            bots?: components["schemas"]["Strategy"][];
        };
        /** @description Options of Dobon (Kawagoe). The others have their default values. */
        DobonKawagoeOptions: {
            /** @description Cards dealt to each seat. The default is `4`. */
            hand_size?: number;
            /** @description Rounds in a game. The default is `4`. */
            rounds?: number;
            /**
             * @description Dealer after an ippatsu-dobon. The default is `same`.
             * @enum {string}
             */
            dealer_after_ippatsu?: "same" | "winner" | "left";
            /** @description Seconds before the top card can be covered. The default is `3`. */
            claim_grace_seconds?: number;
            /**
             * @description Penalty for a false call. The default is `expose`.
             * @enum {string}
             */
            false_claim?: "expose" | "nothing" | "draw_2" | "lose";
            /** @description Tell players when a call would be true. The default is false. */
            claim_hints?: boolean;
            /**
             * @description Hand that is added to the called card. The default is `payer`.
             * @enum {string}
             */
            score_hand?: "payer" | "winner" | "both";
            /** @description Drawing is allowed although a card fits. The default is false. */
            voluntary_draw?: boolean;
            /** @description An 8 goes on anything. The default is false. */
            eight_wild?: boolean;
            /** @description Seconds for a turn (0: no limit). The default is `60`. */
            turn_seconds?: number;
            /** @description Seconds to answer a window (0: no limit). The default is `10`. */
            answer_seconds?: number;
            /** @description Milliseconds a bot takes to move. The default is `800`. */
            bot_delay_ms?: number;
        };
        /** @description A game of Dobon (Kawagoe) to open. Its creator takes seat 0, bots take the last seats. */
        NewDobonKawagoeGame: {
            /** @description Any account can find the game, watch it and take a seat. The default is false. */
            listed?: boolean;
            /** @description What spectators see of a listed game. The default is `live`. */
            spectators?: components["schemas"]["SpectatorMode"];
            /** @description With `delayed`: the delay of spectators in moves; the default is 20. */
            spectator_delay?: number;
            /**
             * @description The anchor of my own hash chain, if I contribute to the shuffles: docs/fairness.md. It is public. Before each round, the first included, I am then asked to be `ready` with its next link.
             * @example 3f0a377ba0a4a460ecb616f6507ce0d8cfa3e704025d4fda3ed0c5ca05468728
             */
            anchor?: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            ruleset: "dobon-kawagoe";
            options?: components["schemas"]["DobonKawagoeOptions"];
            /** @example 2 */
            seats: number;
            /**
             * @example [
             *       "careful"
             *     ]
             */
            bots?: components["schemas"]["Strategy"][];
        };
        /** @description Options of Doubt. The others have their default values. */
        DoubtOptions: {
            /**
             * @description Seats that may doubt: all, or only the next (Cheat). The default is `doubt`.
             * @enum {string}
             */
            variant?: "doubt" | "cheat";
            /** @description Rounds in a game. The default is `1`. */
            rounds?: number;
            /** @description Decks of cards. The default is `1`. */
            decks?: number;
            /** @description Jokers in each deck; one counts as any number. The default is `0`. */
            jokers_per_deck?: number;
            /** @description Cards that may be laid at once. The default is `1`. */
            max_cards_per_play?: number;
            /**
             * @description Penalty for losing a doubt. The default is `pile`.
             * @enum {string}
             */
            penalty?: "pile" | "eliminate" | "exchange_two";
            /** @description A caught lie resumes at the same number. The default is false. */
            resume_same_number?: boolean;
            /** @description The seat that caught a lie plays next. The default is false. */
            doubter_takes_turn?: boolean;
            /** @description A seat must have caught a lie to finish. The default is false. */
            must_doubt_to_finish?: boolean;
            /** @description A joker may be the last card. The default is true. */
            joker_may_finish?: boolean;
            /**
             * @description Ranking: the winner alone, or all seats by cards left. The default is `winner_only`.
             * @enum {string}
             */
            ranking?: "winner_only" | "by_hand_count";
            /** @description Seconds to doubt a play (0: no limit). The default is `10`. */
            window_seconds?: number;
            /** @description Seconds before the next play may close a window. The default is `3`. */
            min_open_seconds?: number;
            /** @description The next player's play closes the window. The default is true. */
            next_play_closes?: boolean;
            /** @description Plays in a round (0: no limit, else 50 or more). The default is `0`. */
            max_plays?: number;
            /** @description Seconds for a turn (0: no limit). The default is `60`. */
            turn_seconds?: number;
            /** @description Milliseconds a bot takes to move. The default is `800`. */
            bot_delay_ms?: number;
        };
        /** @description A game of Doubt to open. Its creator takes seat 0, bots take the last seats. */
        NewDoubtGame: {
            /** @description Any account can find the game, watch it and take a seat. The default is false. */
            listed?: boolean;
            /** @description What spectators see of a listed game. The default is `live`. */
            spectators?: components["schemas"]["SpectatorMode"];
            /** @description With `delayed`: the delay of spectators in moves; the default is 20. */
            spectator_delay?: number;
            /**
             * @description The anchor of my own hash chain, if I contribute to the shuffles: docs/fairness.md. It is public. Before each round, the first included, I am then asked to be `ready` with its next link.
             * @example 3f0a377ba0a4a460ecb616f6507ce0d8cfa3e704025d4fda3ed0c5ca05468728
             */
            anchor?: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            ruleset: "doubt";
            options?: components["schemas"]["DoubtOptions"];
            /** @example 2 */
            seats: number;
            /**
             * @example [
             *       "careful"
             *     ]
             */
            bots?: components["schemas"]["Strategy"][];
        };
        /** @description Options of Durak. The others have their default values. */
        DurakOptions: {
            /** @description Rounds in a game. The default is `1`. */
            rounds?: number;
            /** @description More cards may be thrown in when the defender takes. The default is false. */
            throw_in?: boolean;
            /** @description The defender may pass the attack on to the next seat. The default is false. */
            turnover?: boolean;
            /** @description Two against two (four seats). The default is false. */
            teams?: boolean;
            /**
             * @description Seats that may attack: the defender's neighbours, or all. The default is `neighbours`.
             * @enum {string}
             */
            guardian_scope?: "neighbours" | "all";
            /** @description Maximum number of attack cards in the first bout. The default is `6`. */
            first_bout_limit?: number;
            /** @description Several cards of one number may be led. The default is false. */
            multi_lead?: boolean;
            /**
             * @description First attacker. The default is `lowest_trump`.
             * @enum {string}
             */
            first_attacker?: "lowest_trump" | "random";
            /**
             * @description The last hands run out in the same bout: a draw, or the first to run out wins. The default is `draw`.
             * @enum {string}
             */
            both_out?: "draw" | "first_out";
            /** @description Consecutive takes with an empty stock that end a round (0: no limit). The default is `100`. */
            stall_limit?: number;
            /** @description Seconds for a turn (0: no limit). The default is `60`. */
            turn_seconds?: number;
            /** @description Milliseconds a bot takes to move. The default is `800`. */
            bot_delay_ms?: number;
        };
        /** @description A game of Durak to open. Its creator takes seat 0, bots take the last seats. */
        NewDurakGame: {
            /** @description Any account can find the game, watch it and take a seat. The default is false. */
            listed?: boolean;
            /** @description What spectators see of a listed game. The default is `live`. */
            spectators?: components["schemas"]["SpectatorMode"];
            /** @description With `delayed`: the delay of spectators in moves; the default is 20. */
            spectator_delay?: number;
            /**
             * @description The anchor of my own hash chain, if I contribute to the shuffles: docs/fairness.md. It is public. Before each round, the first included, I am then asked to be `ready` with its next link.
             * @example 3f0a377ba0a4a460ecb616f6507ce0d8cfa3e704025d4fda3ed0c5ca05468728
             */
            anchor?: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            ruleset: "durak";
            options?: components["schemas"]["DurakOptions"];
            /** @example 2 */
            seats: number;
            /**
             * @example [
             *       "careful"
             *     ]
             */
            bots?: components["schemas"]["Strategy"][];
        };
        /** @description Options of Kirifu. The others have their default values. */
        KirifuOptions: {
            /** @description Rounds in a game. The default is `1`. */
            rounds?: number;
            /** @description A joker is in the deck. The default is true. */
            joker?: boolean;
            /**
             * @description Aces that beat the trumps. The default is `spade_ace`.
             * @enum {string}
             */
            ace_rule?: "spade_ace" | "all_aces" | "none";
            /**
             * @description Trump suit. The default is `clubs`.
             * @enum {string}
             */
            trump?: "clubs" | "diamonds" | "hearts" | "spades" | "random";
            /**
             * @description End of a round: a loser is left, or the first seat has no cards. The default is `play_on`.
             * @enum {string}
             */
            finish?: "play_on" | "first_out";
            /** @description Sequences may be led. The default is true. */
            sequences?: boolean;
            /** @description A group may take an extra card along. The default is true. */
            extra_card?: boolean;
            /** @description Minimum length of a sequence. The default is `3`. */
            min_sequence?: number;
            /** @description Two pairs may be led together. The default is false. */
            two_groups?: boolean;
            /** @description No lead larger than the defender's hand. The default is false. */
            limit_by_defender_hand?: boolean;
            /** @description Plain cards are beaten by their suit or a trump. The default is false. */
            plain_follow_suit?: boolean;
            /** @description Consecutive takes with an empty stock that end a round (0: no limit). The default is `100`. */
            stall_limit?: number;
            /** @description Seconds for a turn (0: no limit). The default is `60`. */
            turn_seconds?: number;
            /** @description Milliseconds a bot takes to move. The default is `800`. */
            bot_delay_ms?: number;
        };
        /** @description A game of Kirifu to open. Its creator takes seat 0, bots take the last seats. */
        NewKirifuGame: {
            /** @description Any account can find the game, watch it and take a seat. The default is false. */
            listed?: boolean;
            /** @description What spectators see of a listed game. The default is `live`. */
            spectators?: components["schemas"]["SpectatorMode"];
            /** @description With `delayed`: the delay of spectators in moves; the default is 20. */
            spectator_delay?: number;
            /**
             * @description The anchor of my own hash chain, if I contribute to the shuffles: docs/fairness.md. It is public. Before each round, the first included, I am then asked to be `ready` with its next link.
             * @example 3f0a377ba0a4a460ecb616f6507ce0d8cfa3e704025d4fda3ed0c5ca05468728
             */
            anchor?: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            ruleset: "kirifu";
            options?: components["schemas"]["KirifuOptions"];
            /** @example 3 */
            seats: number;
            /**
             * @example [
             *       "careful"
             *     ]
             */
            bots?: components["schemas"]["Strategy"][];
        };
        /** @description Options of Mustamaija. The others have their default values. */
        MustamaijaOptions: {
            /** @description Rounds in a game. The default is `1`. */
            rounds?: number;
            /**
             * @description Moment at which the trump card is turned up. The default is `after_first_lead`.
             * @enum {string}
             */
            trump_reveal?: "after_first_lead" | "at_deal";
            /** @description Maximum number of cards in a lead (0: the size of the defender's hand). The default is `0`. */
            max_lead?: number;
            /** @description Spades can be trump. The default is false. */
            spades_can_be_trump?: boolean;
            /** @description Consecutive takes with an empty stock that end a round (0: no limit). The default is `100`. */
            stall_limit?: number;
            /** @description Seconds for a turn (0: no limit). The default is `60`. */
            turn_seconds?: number;
            /** @description Milliseconds a bot takes to move. The default is `800`. */
            bot_delay_ms?: number;
        };
        /** @description A game of Mustamaija to open. Its creator takes seat 0, bots take the last seats. */
        NewMustamaijaGame: {
            /** @description Any account can find the game, watch it and take a seat. The default is false. */
            listed?: boolean;
            /** @description What spectators see of a listed game. The default is `live`. */
            spectators?: components["schemas"]["SpectatorMode"];
            /** @description With `delayed`: the delay of spectators in moves; the default is 20. */
            spectator_delay?: number;
            /**
             * @description The anchor of my own hash chain, if I contribute to the shuffles: docs/fairness.md. It is public. Before each round, the first included, I am then asked to be `ready` with its next link.
             * @example 3f0a377ba0a4a460ecb616f6507ce0d8cfa3e704025d4fda3ed0c5ca05468728
             */
            anchor?: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            ruleset: "mustamaija";
            options?: components["schemas"]["MustamaijaOptions"];
            /** @example 2 */
            seats: number;
            /**
             * @example [
             *       "careful"
             *     ]
             */
            bots?: components["schemas"]["Strategy"][];
        };
        /** @description A game to open. Its creator takes seat 0, bots take the last seats. */
        NewGame: components["schemas"]["NewDobonSatoGame"] | components["schemas"]["NewDobonKawagoeGame"] | components["schemas"]["NewDoubtGame"] | components["schemas"]["NewDurakGame"] | components["schemas"]["NewKirifuGame"] | components["schemas"]["NewMustamaijaGame"];
        /** @description A page of games, newest first. */
        GamePage: {
            games: components["schemas"]["Game"][];
            /** @description The `cursor` of the next page. */
            next: string | null;
        };
        /** @description A request for a seat. */
        NewSeat: {
            /**
             * @description The anchor of my own hash chain, if I contribute to the shuffles: docs/fairness.md. It is public. Before each round, the first included, I am then asked to be `ready` with its next link.
             * @example 3f0a377ba0a4a460ecb616f6507ce0d8cfa3e704025d4fda3ed0c5ca05468728
             */
            anchor?: string;
            /**
             * @description Required if the game is not listed.
             * @example KMRTWX
             */
            join_code?: string;
        };
        /** @description The seals of all envelopes, by viewer: a seat, or `table`. */
        Seals: {
            [key: string]: string;
        };
        /** @description A game is created; `options` are all options of its ruleset, `anchor` fixes the server's links of all rounds. `spectator_delay` is there if `spectators` are `delayed`. */
        GameCreated: {
            ruleset: components["schemas"]["RulesetKey"];
            options: components["schemas"]["GameOptions"];
            seats: number;
            listed: boolean;
            anchor: string;
            spectators: components["schemas"]["SpectatorMode"];
            spectator_delay?: number;
        };
        /** @description No envelope. */
        NoEnvelopes: Record<string, never>;
        /** @description A game is created; `options` are all options of its ruleset, `anchor` fixes the server's links of all rounds. `spectator_delay` is there if `spectators` are `delayed`. */
        GameCreatedEvent: {
            /** @description The position in the log, from 1. */
            version: number;
            /** @constant */
            type: "game-created";
            /**
             * @description The type, with the family of the ruleset before it where the form depends on that. It is not part of the log. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            form: "game-created";
            /** @description The number of the form of `public` and `sealed`. */
            schema: number;
            /** Format: date-time */
            at: string;
            public: components["schemas"]["GameCreated"];
            sealed: components["schemas"]["NoEnvelopes"];
            seals: components["schemas"]["Seals"];
            /** @description The digest of this event and the one before it. */
            digest: string;
            /** @description The event in words, as far as the viewer may know it. */
            text: components["schemas"]["Words"];
        };
        /** @description The next round waits for players; `unready` are the seats that have to be ready before its deal. */
        ReadinessAsked: {
            round: number;
            unready: number[];
            ready_by: string | null;
        };
        /** @description The next round waits for players; `unready` are the seats that have to be ready before its deal. */
        ReadinessAskedEvent: {
            /** @description The position in the log, from 1. */
            version: number;
            /** @constant */
            type: "readiness-asked";
            /**
             * @description The type, with the family of the ruleset before it where the form depends on that. It is not part of the log. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            form: "readiness-asked";
            /** @description The number of the form of `public` and `sealed`. */
            schema: number;
            /** Format: date-time */
            at: string;
            public: components["schemas"]["ReadinessAsked"];
            sealed: components["schemas"]["NoEnvelopes"];
            seals: components["schemas"]["Seals"];
            /** @description The digest of this event and the one before it. */
            digest: string;
            /** @description The event in words, as far as the viewer may know it. */
            text: components["schemas"]["Words"];
        };
        /** @description A player, or a bot, takes a seat; `anchor` fixes the links with which the player contributes to all shuffles. */
        SeatTaken: {
            seat: number;
            player: string | null;
            bot: components["schemas"]["Strategy"] | null;
            bot_version: number | null;
            anchor: string | null;
        };
        /** @description A player, or a bot, takes a seat; `anchor` fixes the links with which the player contributes to all shuffles. */
        SeatTakenEvent: {
            /** @description The position in the log, from 1. */
            version: number;
            /** @constant */
            type: "seat-taken";
            /**
             * @description The type, with the family of the ruleset before it where the form depends on that. It is not part of the log. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            form: "seat-taken";
            /** @description The number of the form of `public` and `sealed`. */
            schema: number;
            /** Format: date-time */
            at: string;
            public: components["schemas"]["SeatTaken"];
            sealed: components["schemas"]["NoEnvelopes"];
            seals: components["schemas"]["Seals"];
            /** @description The digest of this event and the one before it. */
            digest: string;
            /** @description The event in words, as far as the viewer may know it. */
            text: components["schemas"]["Words"];
        };
        /** @description A player stands up before the game begins. */
        SeatLeft: {
            seat: number;
        };
        /** @description A player stands up before the game begins. */
        SeatLeftEvent: {
            /** @description The position in the log, from 1. */
            version: number;
            /** @constant */
            type: "seat-left";
            /**
             * @description The type, with the family of the ruleset before it where the form depends on that. It is not part of the log. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            form: "seat-left";
            /** @description The number of the form of `public` and `sealed`. */
            schema: number;
            /** Format: date-time */
            at: string;
            public: components["schemas"]["SeatLeft"];
            sealed: components["schemas"]["NoEnvelopes"];
            seals: components["schemas"]["Seals"];
            /** @description The digest of this event and the one before it. */
            digest: string;
            /** @description The event in words, as far as the viewer may know it. */
            text: components["schemas"]["Words"];
        };
        /** @description A player leaves during the game, and a bot plays on. */
        SeatHandedOver: {
            seat: number;
            bot: components["schemas"]["Strategy"];
            bot_version: number;
        };
        /** @description A player leaves during the game, and a bot plays on. */
        SeatHandedOverEvent: {
            /** @description The position in the log, from 1. */
            version: number;
            /** @constant */
            type: "seat-handed-over";
            /**
             * @description The type, with the family of the ruleset before it where the form depends on that. It is not part of the log. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            form: "seat-handed-over";
            /** @description The number of the form of `public` and `sealed`. */
            schema: number;
            /** Format: date-time */
            at: string;
            public: components["schemas"]["SeatHandedOver"];
            sealed: components["schemas"]["NoEnvelopes"];
            seals: components["schemas"]["Seals"];
            /** @description The digest of this event and the one before it. */
            digest: string;
            /** @description The event in words, as far as the viewer may know it. */
            text: components["schemas"]["Words"];
        };
        /** @description A player comes back and plays again. */
        SeatResumed: {
            seat: number;
            /** @description Always null. */
            bot: components["schemas"]["Strategy"] | null;
        };
        /** @description A player comes back and plays again. */
        SeatResumedEvent: {
            /** @description The position in the log, from 1. */
            version: number;
            /** @constant */
            type: "seat-resumed";
            /**
             * @description The type, with the family of the ruleset before it where the form depends on that. It is not part of the log. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            form: "seat-resumed";
            /** @description The number of the form of `public` and `sealed`. */
            schema: number;
            /** Format: date-time */
            at: string;
            public: components["schemas"]["SeatResumed"];
            sealed: components["schemas"]["NoEnvelopes"];
            seals: components["schemas"]["Seals"];
            /** @description The digest of this event and the one before it. */
            digest: string;
            /** @description The event in words, as far as the viewer may know it. */
            text: components["schemas"]["Words"];
        };
        /** @description A player is ready for the next round; `link` is the player's contribution to its shuffle. */
        SeatReadied: {
            seat: number;
            link: string | null;
            /** @constant */
            by_clock?: true;
        };
        /** @description A player is ready for the next round; `link` is the player's contribution to its shuffle. */
        SeatReadiedEvent: {
            /** @description The position in the log, from 1. */
            version: number;
            /** @constant */
            type: "seat-readied";
            /**
             * @description The type, with the family of the ruleset before it where the form depends on that. It is not part of the log. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            form: "seat-readied";
            /** @description The number of the form of `public` and `sealed`. */
            schema: number;
            /** Format: date-time */
            at: string;
            public: components["schemas"]["SeatReadied"];
            sealed: components["schemas"]["NoEnvelopes"];
            seals: components["schemas"]["Seals"];
            /** @description The digest of this event and the one before it. */
            digest: string;
            /** @description The event in words, as far as the viewer may know it. */
            text: components["schemas"]["Words"];
        };
        /** @description The secret of a finished round becomes public. */
        RoundRevealed: {
            round: number;
            secret: string;
        };
        /** @description The secret of a finished round becomes public. */
        RoundRevealedEvent: {
            /** @description The position in the log, from 1. */
            version: number;
            /** @constant */
            type: "round-revealed";
            /**
             * @description The type, with the family of the ruleset before it where the form depends on that. It is not part of the log. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            form: "round-revealed";
            /** @description The number of the form of `public` and `sealed`. */
            schema: number;
            /** Format: date-time */
            at: string;
            public: components["schemas"]["RoundRevealed"];
            sealed: components["schemas"]["NoEnvelopes"];
            seals: components["schemas"]["Seals"];
            /** @description The digest of this event and the one before it. */
            digest: string;
            /** @description The event in words, as far as the viewer may know it. */
            text: components["schemas"]["Words"];
        };
        /** @description The game is over; `scores` are by seat. */
        GameEnded: {
            scores: number[];
        };
        /** @description The game is over; `scores` are by seat. */
        GameEndedEvent: {
            /** @description The position in the log, from 1. */
            version: number;
            /** @constant */
            type: "game-ended";
            /**
             * @description The type, with the family of the ruleset before it where the form depends on that. It is not part of the log. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            form: "game-ended";
            /** @description The number of the form of `public` and `sealed`. */
            schema: number;
            /** Format: date-time */
            at: string;
            public: components["schemas"]["GameEnded"];
            sealed: components["schemas"]["NoEnvelopes"];
            seals: components["schemas"]["Seals"];
            /** @description The digest of this event and the one before it. */
            digest: string;
            /** @description The event in words, as far as the viewer may know it. */
            text: components["schemas"]["Words"];
        };
        /** @description All players left, or an admin ended it. `secret` is that of the dealt round, or of a coming one with links. */
        GameAbandoned: {
            /** @enum {string} */
            reason: "everybody-left" | "admin";
            secret: string | null;
        };
        /** @description All players left, or an admin ended it. `secret` is that of the dealt round, or of a coming one with links. */
        GameAbandonedEvent: {
            /** @description The position in the log, from 1. */
            version: number;
            /** @constant */
            type: "game-abandoned";
            /**
             * @description The type, with the family of the ruleset before it where the form depends on that. It is not part of the log. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            form: "game-abandoned";
            /** @description The number of the form of `public` and `sealed`. */
            schema: number;
            /** Format: date-time */
            at: string;
            public: components["schemas"]["GameAbandoned"];
            sealed: components["schemas"]["NoEnvelopes"];
            seals: components["schemas"]["Seals"];
            /** @description The digest of this event and the one before it. */
            digest: string;
            /** @description The event in words, as far as the viewer may know it. */
            text: components["schemas"]["Words"];
        };
        /** @description The hands are dealt. In `dobon-sato` a card is turned up (`top`, `asked`, `allowed_from`), in `dobon-kawagoe` the `dealer` is to turn cards up. */
        DobonRoundDealt: {
            round: number;
            withheld: components["schemas"]["Withheld"][];
            hand_size: number;
            top?: components["schemas"]["Card"];
            dealer?: number;
            turn: number;
            stock: number;
            asked?: number[];
            deadline: string | null;
            allowed_from?: string | null;
        };
        /** @description Cards that only the viewer of the part knows. */
        SealedCards: {
            cards: components["schemas"]["Card"][];
        };
        /** @description The stock in the order of drawing. */
        SealedStock: {
            stock: components["schemas"]["Card"][];
        };
        /** @description Envelopes by viewer: a seat, or `table`. */
        CardsOrStockEnvelopes: {
            [key: string]: components["schemas"]["SealedCards"] | components["schemas"]["SealedStock"];
        };
        /** @description The hands are dealt. In `dobon-sato` a card is turned up (`top`, `asked`, `allowed_from`), in `dobon-kawagoe` the `dealer` is to turn cards up. */
        DobonRoundDealtEvent: {
            /** @description The position in the log, from 1. */
            version: number;
            /** @constant */
            type: "round-dealt";
            /**
             * @description The type, with the family of the ruleset before it where the form depends on that. It is not part of the log. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            form: "dobon-round-dealt";
            /** @description The number of the form of `public` and `sealed`. */
            schema: number;
            /** Format: date-time */
            at: string;
            public: components["schemas"]["DobonRoundDealt"];
            sealed: components["schemas"]["CardsOrStockEnvelopes"];
            seals: components["schemas"]["Seals"];
            /** @description The digest of this event and the one before it. */
            digest: string;
            /** @description The event in words, as far as the viewer may know it. */
            text: components["schemas"]["Words"];
        };
        /** @description All cards are dealt; `hands` are their numbers by seat. */
        DoubtRoundDealt: {
            round: number;
            withheld: components["schemas"]["Withheld"][];
            turn: number;
            number: number;
            /** @enum {string} */
            variant: "doubt" | "cheat";
            decks: number;
            jokers: number;
            hands: number[];
            deadline: string | null;
        };
        /** @description Envelopes by viewer: a seat, or `table`. */
        CardsEnvelopes: {
            [key: string]: components["schemas"]["SealedCards"];
        };
        /** @description All cards are dealt; `hands` are their numbers by seat. */
        DoubtRoundDealtEvent: {
            /** @description The position in the log, from 1. */
            version: number;
            /** @constant */
            type: "round-dealt";
            /**
             * @description The type, with the family of the ruleset before it where the form depends on that. It is not part of the log. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            form: "doubt-round-dealt";
            /** @description The number of the form of `public` and `sealed`. */
            schema: number;
            /** Format: date-time */
            at: string;
            public: components["schemas"]["DoubtRoundDealt"];
            sealed: components["schemas"]["CardsEnvelopes"];
            seals: components["schemas"]["Seals"];
            /** @description The digest of this event and the one before it. */
            digest: string;
            /** @description The event in words, as far as the viewer may know it. */
            text: components["schemas"]["Words"];
        };
        /** @description The seat that is asked next, for what, and until when; `limit` is the number of cards that a lead of Kirifu or Mustamaija may have. */
        BeatingAsks: {
            /** @enum {string} */
            phase: "leading" | "defending" | "attacking" | "throwing-in";
            seat: number;
            deadline: string | null;
            limit?: number;
        };
        /** @description A card of a hand that all players see. */
        BeatingShown: {
            seat: number;
            card: components["schemas"]["Card"];
        };
        /** @description The hands are dealt; `hands` are their numbers by seat. Durak has `shown`, `first` and `decided_by`, Kirifu `jokers`, `aces` and `follow_suit`, Mustamaija the `dealer`. `asks` is in the last event of each command, unless it ends the round. */
        BeatingRoundDealt: {
            asks?: components["schemas"]["BeatingAsks"];
            round: number;
            withheld: components["schemas"]["Withheld"][];
            hands: number[];
            stock: number;
            trump: components["schemas"]["Suit"] | null;
            trump_card: components["schemas"]["Card"] | null;
            shown?: components["schemas"]["BeatingShown"][];
            first?: number;
            decided_by?: components["schemas"]["Card"] | null;
            jokers?: number;
            /** @enum {string} */
            aces?: "spade_ace" | "all_aces" | "none";
            follow_suit?: boolean;
            dealer?: number;
        };
        /** @description The hands are dealt; `hands` are their numbers by seat. Durak has `shown`, `first` and `decided_by`, Kirifu `jokers`, `aces` and `follow_suit`, Mustamaija the `dealer`. `asks` is in the last event of each command, unless it ends the round. */
        BeatingRoundDealtEvent: {
            /** @description The position in the log, from 1. */
            version: number;
            /** @constant */
            type: "round-dealt";
            /**
             * @description The type, with the family of the ruleset before it where the form depends on that. It is not part of the log. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            form: "beating-round-dealt";
            /** @description The number of the form of `public` and `sealed`. */
            schema: number;
            /** Format: date-time */
            at: string;
            public: components["schemas"]["BeatingRoundDealt"];
            sealed: components["schemas"]["CardsOrStockEnvelopes"];
            seals: components["schemas"]["Seals"];
            /** @description The digest of this event and the one before it. */
            digest: string;
            /** @description The event in words, as far as the viewer may know it. */
            text: components["schemas"]["Words"];
        };
        /** @description The dealer turns up the next card of the stock. */
        CardFlipped: {
            seat: number;
            card: components["schemas"]["Card"];
            stock: number;
            asked: number[];
            calls_open: boolean;
            deadline: string | null;
            /** @constant */
            by_clock?: true;
        };
        /** @description The dealer turns up the next card of the stock. */
        CardFlippedEvent: {
            /** @description The position in the log, from 1. */
            version: number;
            /** @constant */
            type: "card-flipped";
            /**
             * @description The type, with the family of the ruleset before it where the form depends on that. It is not part of the log. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            form: "card-flipped";
            /** @description The number of the form of `public` and `sealed`. */
            schema: number;
            /** Format: date-time */
            at: string;
            public: components["schemas"]["CardFlipped"];
            sealed: components["schemas"]["NoEnvelopes"];
            seals: components["schemas"]["Seals"];
            /** @description The digest of this event and the one before it. */
            digest: string;
            /** @description The event in words, as far as the viewer may know it. */
            text: components["schemas"]["Words"];
        };
        /** @description A seat answers the card turned up; all seats see that one did, and none sees which. */
        FlipAnswered: {
            by_strategy?: components["schemas"]["Strategy"];
            on: number;
        };
        /** @description The answer, for the seat that gave it; an empty one of the same shape for each other seat. */
        SealedFlipAnswer: {
            answered: boolean;
            cards: components["schemas"]["Card"][] | null;
            suit: components["schemas"]["Suit"] | null;
        };
        /** @description Envelopes by viewer: a seat, or `table`. */
        FlipAnswerEnvelopes: {
            [key: string]: components["schemas"]["SealedFlipAnswer"];
        };
        /** @description A seat answers the card turned up; all seats see that one did, and none sees which. */
        FlipAnsweredEvent: {
            /** @description The position in the log, from 1. */
            version: number;
            /** @constant */
            type: "flip-answered";
            /**
             * @description The type, with the family of the ruleset before it where the form depends on that. It is not part of the log. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            form: "flip-answered";
            /** @description The number of the form of `public` and `sealed`. */
            schema: number;
            /** Format: date-time */
            at: string;
            public: components["schemas"]["FlipAnswered"];
            sealed: components["schemas"]["FlipAnswerEnvelopes"];
            seals: components["schemas"]["Seals"];
            /** @description The digest of this event and the one before it. */
            digest: string;
            /** @description The event in words, as far as the viewer may know it. */
            text: components["schemas"]["Words"];
        };
        /** @description The effect of a 2 or a 13 on the seat in turn. */
        DobonPending: {
            rank: number;
            draw: number;
        };
        /** @description A seat lays cards of one number, bottom card first; only `dobon-kawagoe` says `how`. */
        DobonCardsPlayed: {
            by_strategy?: components["schemas"]["Strategy"];
            seat: number;
            cards: components["schemas"]["Card"][];
            suit: components["schemas"]["Suit"];
            /** @enum {string} */
            how?: "turn" | "opening" | "jump-in";
            turn: number;
            /** @enum {integer} */
            direction: 1 | -1;
            pending: components["schemas"]["DobonPending"] | null;
            asked: number[];
            deadline: string | null;
            allowed_from: string | null;
        };
        /** @description A seat lays cards of one number, bottom card first; only `dobon-kawagoe` says `how`. */
        DobonCardsPlayedEvent: {
            /** @description The position in the log, from 1. */
            version: number;
            /** @constant */
            type: "cards-played";
            /**
             * @description The type, with the family of the ruleset before it where the form depends on that. It is not part of the log. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            form: "dobon-cards-played";
            /** @description The number of the form of `public` and `sealed`. */
            schema: number;
            /** Format: date-time */
            at: string;
            public: components["schemas"]["DobonCardsPlayed"];
            sealed: components["schemas"]["NoEnvelopes"];
            seals: components["schemas"]["Seals"];
            /** @description The digest of this event and the one before it. */
            digest: string;
            /** @description The event in words, as far as the viewer may know it. */
            text: components["schemas"]["Words"];
        };
        /** @description A seat lays cards face down under a number; the seats `asked` may doubt it. */
        DoubtCardsPlayed: {
            by_strategy?: components["schemas"]["Strategy"];
            seat: number;
            number: number;
            count: number;
            finishing: boolean;
            turn: number;
            asked: number[];
            allowed_from: string | null;
            closable: boolean;
            deadline: string | null;
            /** @constant */
            by_clock?: true;
        };
        /** @description A seat lays cards face down under a number; the seats `asked` may doubt it. */
        DoubtCardsPlayedEvent: {
            /** @description The position in the log, from 1. */
            version: number;
            /** @constant */
            type: "cards-played";
            /**
             * @description The type, with the family of the ruleset before it where the form depends on that. It is not part of the log. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            form: "doubt-cards-played";
            /** @description The number of the form of `public` and `sealed`. */
            schema: number;
            /** Format: date-time */
            at: string;
            public: components["schemas"]["DoubtCardsPlayed"];
            sealed: components["schemas"]["CardsEnvelopes"];
            seals: components["schemas"]["Seals"];
            /** @description The digest of this event and the one before it. */
            digest: string;
            /** @description The event in words, as far as the viewer may know it. */
            text: components["schemas"]["Words"];
        };
        /** @description A seat draws cards, or finds none to draw. A draw for a false call lacks `turn` and `may_play`; `calls_open` is in the other draws of `dobon-kawagoe`. */
        DobonCardsDrawn: {
            by_strategy?: components["schemas"]["Strategy"];
            seat: number;
            count: number;
            /** @enum {string} */
            why: "turn" | "accept" | "false-call";
            turn?: number;
            may_play?: boolean;
            calls_open?: boolean;
            deadline: string | null;
            /** @constant */
            by_clock?: true;
        };
        /** @description A seat draws cards, or finds none to draw. A draw for a false call lacks `turn` and `may_play`; `calls_open` is in the other draws of `dobon-kawagoe`. */
        DobonCardsDrawnEvent: {
            /** @description The position in the log, from 1. */
            version: number;
            /** @constant */
            type: "cards-drawn";
            /**
             * @description The type, with the family of the ruleset before it where the form depends on that. It is not part of the log. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            form: "dobon-cards-drawn";
            /** @description The number of the form of `public` and `sealed`. */
            schema: number;
            /** Format: date-time */
            at: string;
            public: components["schemas"]["DobonCardsDrawn"];
            sealed: components["schemas"]["CardsEnvelopes"];
            seals: components["schemas"]["Seals"];
            /** @description The digest of this event and the one before it. */
            digest: string;
            /** @description The event in words, as far as the viewer may know it. */
            text: components["schemas"]["Words"];
        };
        /** @description A seat draws from the stock; `shown` are those of the cards that all players know. */
        BeatingCardsDrawn: {
            asks?: components["schemas"]["BeatingAsks"];
            seat: number;
            count: number;
            stock: number;
            shown: components["schemas"]["Card"][];
        };
        /** @description A seat draws from the stock; `shown` are those of the cards that all players know. */
        BeatingCardsDrawnEvent: {
            /** @description The position in the log, from 1. */
            version: number;
            /** @constant */
            type: "cards-drawn";
            /**
             * @description The type, with the family of the ruleset before it where the form depends on that. It is not part of the log. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            form: "beating-cards-drawn";
            /** @description The number of the form of `public` and `sealed`. */
            schema: number;
            /** Format: date-time */
            at: string;
            public: components["schemas"]["BeatingCardsDrawn"];
            sealed: components["schemas"]["CardsEnvelopes"];
            seals: components["schemas"]["Seals"];
            /** @description The digest of this event and the one before it. */
            digest: string;
            /** @description The event in words, as far as the viewer may know it. */
            text: components["schemas"]["Words"];
        };
        /** @description A seat passes. */
        Passed: {
            by_strategy?: components["schemas"]["Strategy"];
            seat: number;
            turn: number;
            deadline: string | null;
            /** @constant */
            by_clock?: true;
        };
        /** @description A seat passes. */
        PassedEvent: {
            /** @description The position in the log, from 1. */
            version: number;
            /** @constant */
            type: "passed";
            /**
             * @description The type, with the family of the ruleset before it where the form depends on that. It is not part of the log. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            form: "passed";
            /** @description The number of the form of `public` and `sealed`. */
            schema: number;
            /** Format: date-time */
            at: string;
            public: components["schemas"]["Passed"];
            sealed: components["schemas"]["NoEnvelopes"];
            seals: components["schemas"]["Seals"];
            /** @description The digest of this event and the one before it. */
            digest: string;
            /** @description The event in words, as far as the viewer may know it. */
            text: components["schemas"]["Words"];
        };
        /** @description A seat opens its whole hand, as a 13 asks; the cards stay open until they are played. */
        HandOpened: {
            by_strategy?: components["schemas"]["Strategy"];
            seat: number;
            cards: components["schemas"]["Card"][];
            turn: number;
            deadline: string | null;
            /** @constant */
            by_clock?: true;
        };
        /** @description A seat opens its whole hand, as a 13 asks; the cards stay open until they are played. */
        HandOpenedEvent: {
            /** @description The position in the log, from 1. */
            version: number;
            /** @constant */
            type: "hand-opened";
            /**
             * @description The type, with the family of the ruleset before it where the form depends on that. It is not part of the log. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            form: "hand-opened";
            /** @description The number of the form of `public` and `sealed`. */
            schema: number;
            /** Format: date-time */
            at: string;
            public: components["schemas"]["HandOpened"];
            sealed: components["schemas"]["NoEnvelopes"];
            seals: components["schemas"]["Seals"];
            /** @description The digest of this event and the one before it. */
            digest: string;
            /** @description The event in words, as far as the viewer may know it. */
            text: components["schemas"]["Words"];
        };
        /** @description The pile below its top is shuffled and goes under the stock. */
        StockReshuffled: {
            count: number;
            stock: number;
        };
        /** @description The pile below its top is shuffled and goes under the stock. */
        StockReshuffledEvent: {
            /** @description The position in the log, from 1. */
            version: number;
            /** @constant */
            type: "stock-reshuffled";
            /**
             * @description The type, with the family of the ruleset before it where the form depends on that. It is not part of the log. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            form: "stock-reshuffled";
            /** @description The number of the form of `public` and `sealed`. */
            schema: number;
            /** Format: date-time */
            at: string;
            public: components["schemas"]["StockReshuffled"];
            sealed: components["schemas"]["CardsEnvelopes"];
            seals: components["schemas"]["Seals"];
            /** @description The digest of this event and the one before it. */
            digest: string;
            /** @description The event in words, as far as the viewer may know it. */
            text: components["schemas"]["Words"];
        };
        /** @description A seat calls or counters; `hand` is null after a false call that is not shown. A true call has `asked` and `deadline`. */
        DobonCalled: {
            by_strategy?: components["schemas"]["Strategy"];
            seat: number;
            on: number;
            /** @enum {string} */
            kind: "call" | "counter" | "ippatsu";
            card: components["schemas"]["Card"];
            hand: components["schemas"]["Card"][] | null;
            formulas: string[];
            valid: boolean;
            asked?: number[];
            deadline?: string | null;
        };
        /** @description The hand of a false call that is not shown, for the caller. */
        SealedHand: {
            hand: components["schemas"]["Card"][];
        };
        /** @description Envelopes by viewer: a seat, or `table`. */
        HandEnvelopes: {
            [key: string]: components["schemas"]["SealedHand"];
        };
        /** @description A seat calls or counters; `hand` is null after a false call that is not shown. A true call has `asked` and `deadline`. */
        DobonCalledEvent: {
            /** @description The position in the log, from 1. */
            version: number;
            /** @constant */
            type: "dobon-called";
            /**
             * @description The type, with the family of the ruleset before it where the form depends on that. It is not part of the log. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            form: "dobon-called";
            /** @description The number of the form of `public` and `sealed`. */
            schema: number;
            /** Format: date-time */
            at: string;
            public: components["schemas"]["DobonCalled"];
            sealed: components["schemas"]["HandEnvelopes"];
            seals: components["schemas"]["Seals"];
            /** @description The digest of this event and the one before it. */
            digest: string;
            /** @description The event in words, as far as the viewer may know it. */
            text: components["schemas"]["Words"];
        };
        /** @description A seat answers a window without a call; all seats see that one did, and none sees which. */
        CallDeclined: {
            by_strategy?: components["schemas"]["Strategy"];
            on: number;
        };
        /** @description `true` for the seat that declined. */
        SealedDeclined: {
            declined: boolean;
        };
        /** @description Envelopes by viewer: a seat, or `table`. */
        DeclinedEnvelopes: {
            [key: string]: components["schemas"]["SealedDeclined"];
        };
        /** @description A seat answers a window without a call; all seats see that one did, and none sees which. */
        CallDeclinedEvent: {
            /** @description The position in the log, from 1. */
            version: number;
            /** @constant */
            type: "call-declined";
            /**
             * @description The type, with the family of the ruleset before it where the form depends on that. It is not part of the log. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            form: "call-declined";
            /** @description The number of the form of `public` and `sealed`. */
            schema: number;
            /** Format: date-time */
            at: string;
            public: components["schemas"]["CallDeclined"];
            sealed: components["schemas"]["DeclinedEnvelopes"];
            seals: components["schemas"]["Seals"];
            /** @description The digest of this event and the one before it. */
            digest: string;
            /** @description The event in words, as far as the viewer may know it. */
            text: components["schemas"]["Words"];
        };
        /** @description No seat is asked any more; only `dobon-kawagoe` has `calls_open`. */
        DobonWindowClosed: {
            on: number;
            calls_open?: boolean;
            deadline: string | null;
        };
        /** @description No seat is asked any more; only `dobon-kawagoe` has `calls_open`. */
        DobonWindowClosedEvent: {
            /** @description The position in the log, from 1. */
            version: number;
            /** @constant */
            type: "window-closed";
            /**
             * @description The type, with the family of the ruleset before it where the form depends on that. It is not part of the log. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            form: "dobon-window-closed";
            /** @description The number of the form of `public` and `sealed`. */
            schema: number;
            /** Format: date-time */
            at: string;
            public: components["schemas"]["DobonWindowClosed"];
            sealed: components["schemas"]["NoEnvelopes"];
            seals: components["schemas"]["Seals"];
            /** @description The digest of this event and the one before it. */
            digest: string;
            /** @description The event in words, as far as the viewer may know it. */
            text: components["schemas"]["Words"];
        };
        /** @description A play stands: all seats declined, time ran out, or the next seat plays. */
        DoubtWindowClosed: {
            turn: number;
            number: number;
            deadline: string | null;
            on: number;
            /** @enum {string} */
            by: "all" | "deadline" | "play";
        };
        /** @description A play stands: all seats declined, time ran out, or the next seat plays. */
        DoubtWindowClosedEvent: {
            /** @description The position in the log, from 1. */
            version: number;
            /** @constant */
            type: "window-closed";
            /**
             * @description The type, with the family of the ruleset before it where the form depends on that. It is not part of the log. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            form: "doubt-window-closed";
            /** @description The number of the form of `public` and `sealed`. */
            schema: number;
            /** Format: date-time */
            at: string;
            public: components["schemas"]["DoubtWindowClosed"];
            sealed: components["schemas"]["NoEnvelopes"];
            seals: components["schemas"]["Seals"];
            /** @description The digest of this event and the one before it. */
            digest: string;
            /** @description The event in words, as far as the viewer may know it. */
            text: components["schemas"]["Words"];
        };
        /** @description The payment of each loser and its arithmetic. */
        DobonScore: {
            addends: number[];
            doublings: string[];
            payment: number;
            arithmetic: string;
        };
        /** @description Points that one seat pays to another. */
        DobonTransfer: {
            from: number;
            to: number;
            points: number;
        };
        /** @description The round is over and all hands lie open; `points` are by seat. Only `dobon-kawagoe` has `score`, `transfers` and `next_dealer`; `score` is null without a winner. */
        DobonRoundEnded: {
            winner: number | null;
            losers: number[];
            /** @enum {string} */
            reason: "dobon" | "ippatsu" | "false-call" | "dead-end";
            points: number[];
            score?: components["schemas"]["DobonScore"] | null;
            transfers?: components["schemas"]["DobonTransfer"][];
            next_dealer?: number;
            hands: components["schemas"]["Card"][][];
        };
        /** @description The round is over and all hands lie open; `points` are by seat. Only `dobon-kawagoe` has `score`, `transfers` and `next_dealer`; `score` is null without a winner. */
        DobonRoundEndedEvent: {
            /** @description The position in the log, from 1. */
            version: number;
            /** @constant */
            type: "round-ended";
            /**
             * @description The type, with the family of the ruleset before it where the form depends on that. It is not part of the log. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            form: "dobon-round-ended";
            /** @description The number of the form of `public` and `sealed`. */
            schema: number;
            /** Format: date-time */
            at: string;
            public: components["schemas"]["DobonRoundEnded"];
            sealed: components["schemas"]["NoEnvelopes"];
            seals: components["schemas"]["Seals"];
            /** @description The digest of this event and the one before it. */
            digest: string;
            /** @description The event in words, as far as the viewer may know it. */
            text: components["schemas"]["Words"];
        };
        /** @description The round is over and all hands lie open; `points` and `ranks` are by seat. */
        DoubtRoundEnded: {
            winner: number | null;
            losers: number[];
            /** @enum {string} */
            reason: "empty-hand" | "last-in" | "max-plays";
            points: number[];
            ranks: (number | null)[];
            hands: components["schemas"]["Card"][][];
        };
        /** @description The round is over and all hands lie open; `points` and `ranks` are by seat. */
        DoubtRoundEndedEvent: {
            /** @description The position in the log, from 1. */
            version: number;
            /** @constant */
            type: "round-ended";
            /**
             * @description The type, with the family of the ruleset before it where the form depends on that. It is not part of the log. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            form: "doubt-round-ended";
            /** @description The number of the form of `public` and `sealed`. */
            schema: number;
            /** Format: date-time */
            at: string;
            public: components["schemas"]["DoubtRoundEnded"];
            sealed: components["schemas"]["NoEnvelopes"];
            seals: components["schemas"]["Seals"];
            /** @description The digest of this event and the one before it. */
            digest: string;
            /** @description The event in words, as far as the viewer may know it. */
            text: components["schemas"]["Words"];
        };
        /** @description The round is over and all hands lie open; `points` and `ranks` are by seat. */
        BeatingRoundEnded: {
            winner: number | null;
            losers: number[];
            /** @enum {string} */
            reason: "one-left" | "team-out" | "draw" | "first-out" | "stalled";
            points: number[];
            ranks: (number | null)[];
            hands: components["schemas"]["Card"][][];
        };
        /** @description The round is over and all hands lie open; `points` and `ranks` are by seat. */
        BeatingRoundEndedEvent: {
            /** @description The position in the log, from 1. */
            version: number;
            /** @constant */
            type: "round-ended";
            /**
             * @description The type, with the family of the ruleset before it where the form depends on that. It is not part of the log. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            form: "beating-round-ended";
            /** @description The number of the form of `public` and `sealed`. */
            schema: number;
            /** Format: date-time */
            at: string;
            public: components["schemas"]["BeatingRoundEnded"];
            sealed: components["schemas"]["NoEnvelopes"];
            seals: components["schemas"]["Seals"];
            /** @description The digest of this event and the one before it. */
            digest: string;
            /** @description The event in words, as far as the viewer may know it. */
            text: components["schemas"]["Words"];
        };
        /** @description A seat declines to doubt a play; all seats see that one did, and none sees which. */
        DoubtDeclined: {
            by_strategy?: components["schemas"]["Strategy"];
            on: number;
        };
        /** @description A seat declines to doubt a play; all seats see that one did, and none sees which. */
        DoubtDeclinedEvent: {
            /** @description The position in the log, from 1. */
            version: number;
            /** @constant */
            type: "doubt-declined";
            /**
             * @description The type, with the family of the ruleset before it where the form depends on that. It is not part of the log. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            form: "doubt-declined";
            /** @description The number of the form of `public` and `sealed`. */
            schema: number;
            /** Format: date-time */
            at: string;
            public: components["schemas"]["DoubtDeclined"];
            sealed: components["schemas"]["DeclinedEnvelopes"];
            seals: components["schemas"]["Seals"];
            /** @description The digest of this event and the one before it. */
            digest: string;
            /** @description The event in words, as far as the viewer may know it. */
            text: components["schemas"]["Words"];
        };
        /** @description A play as it was announced. */
        DoubtClaimed: {
            seat: number;
            number: number;
            count: number;
        };
        /** @description A seat doubts a play: its cards are shown, and `valid` says whether it was a lie. */
        DoubtCalled: {
            by_strategy?: components["schemas"]["Strategy"];
            seat: number;
            on: number;
            /** @enum {string} */
            kind: "doubt" | "cheat";
            valid: boolean;
            cards: components["schemas"]["Card"][];
            claimed: components["schemas"]["DoubtClaimed"];
        };
        /** @description A seat doubts a play: its cards are shown, and `valid` says whether it was a lie. */
        DoubtCalledEvent: {
            /** @description The position in the log, from 1. */
            version: number;
            /** @constant */
            type: "doubt-called";
            /**
             * @description The type, with the family of the ruleset before it where the form depends on that. It is not part of the log. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            form: "doubt-called";
            /** @description The number of the form of `public` and `sealed`. */
            schema: number;
            /** Format: date-time */
            at: string;
            public: components["schemas"]["DoubtCalled"];
            sealed: components["schemas"]["NoEnvelopes"];
            seals: components["schemas"]["Seals"];
            /** @description The digest of this event and the one before it. */
            digest: string;
            /** @description The event in words, as far as the viewer may know it. */
            text: components["schemas"]["Words"];
        };
        /** @description A seat takes up the whole pile: it lost a doubt, or may not finish. */
        PileTaken: {
            turn: number;
            number: number;
            deadline: string | null;
            seat: number;
            count: number;
            /** @enum {string} */
            why: "doubt" | "finish";
            /** @constant */
            by_clock?: true;
        };
        /** @description A seat takes up the whole pile: it lost a doubt, or may not finish. */
        PileTakenEvent: {
            /** @description The position in the log, from 1. */
            version: number;
            /** @constant */
            type: "pile-taken";
            /**
             * @description The type, with the family of the ruleset before it where the form depends on that. It is not part of the log. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            form: "pile-taken";
            /** @description The number of the form of `public` and `sealed`. */
            schema: number;
            /** Format: date-time */
            at: string;
            public: components["schemas"]["PileTaken"];
            sealed: components["schemas"]["CardsEnvelopes"];
            seals: components["schemas"]["Seals"];
            /** @description The digest of this event and the one before it. */
            digest: string;
            /** @description The event in words, as far as the viewer may know it. */
            text: components["schemas"]["Words"];
        };
        /** @description A seat that lost a doubt is out, with all its cards. */
        SeatEliminated: {
            turn: number;
            number: number;
            deadline: string | null;
            seat: number;
            count: number;
        };
        /** @description A seat that lost a doubt is out, with all its cards. */
        SeatEliminatedEvent: {
            /** @description The position in the log, from 1. */
            version: number;
            /** @constant */
            type: "seat-eliminated";
            /**
             * @description The type, with the family of the ruleset before it where the form depends on that. It is not part of the log. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            form: "seat-eliminated";
            /** @description The number of the form of `public` and `sealed`. */
            schema: number;
            /** Format: date-time */
            at: string;
            public: components["schemas"]["SeatEliminated"];
            sealed: components["schemas"]["NoEnvelopes"];
            seals: components["schemas"]["Seals"];
            /** @description The digest of this event and the one before it. */
            digest: string;
            /** @description The event in words, as far as the viewer may know it. */
            text: components["schemas"]["Words"];
        };
        /** @description The seat that lost a doubt takes cards, unseen, from the hand of the other seat. */
        CardsExchanged: {
            from: number;
            to: number;
            count: number;
            turn: number;
            number: number;
            deadline: string | null;
        };
        /** @description The seat that lost a doubt takes cards, unseen, from the hand of the other seat. */
        CardsExchangedEvent: {
            /** @description The position in the log, from 1. */
            version: number;
            /** @constant */
            type: "cards-exchanged";
            /**
             * @description The type, with the family of the ruleset before it where the form depends on that. It is not part of the log. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            form: "cards-exchanged";
            /** @description The number of the form of `public` and `sealed`. */
            schema: number;
            /** Format: date-time */
            at: string;
            public: components["schemas"]["CardsExchanged"];
            sealed: components["schemas"]["CardsEnvelopes"];
            seals: components["schemas"]["Seals"];
            /** @description The digest of this event and the one before it. */
            digest: string;
            /** @description The event in words, as far as the viewer may know it. */
            text: components["schemas"]["Words"];
        };
        /** @description Durak: a bout begins; `team` are the seats that may attack, in the order of the attack right. */
        BoutBegun: {
            asks?: components["schemas"]["BeatingAsks"];
            bout: number;
            attacker: number;
            defender: number;
            team: number[];
            limit: number;
        };
        /** @description Durak: a bout begins; `team` are the seats that may attack, in the order of the attack right. */
        BoutBegunEvent: {
            /** @description The position in the log, from 1. */
            version: number;
            /** @constant */
            type: "bout-begun";
            /**
             * @description The type, with the family of the ruleset before it where the form depends on that. It is not part of the log. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            form: "bout-begun";
            /** @description The number of the form of `public` and `sealed`. */
            schema: number;
            /** Format: date-time */
            at: string;
            public: components["schemas"]["BoutBegun"];
            sealed: components["schemas"]["NoEnvelopes"];
            seals: components["schemas"]["Seals"];
            /** @description The digest of this event and the one before it. */
            digest: string;
            /** @description The event in words, as far as the viewer may know it. */
            text: components["schemas"]["Words"];
        };
        /** @description Kirifu and Mustamaija: a seat leads cards to the next; `extra` is the last of them if it is an extra card. */
        CardsLed: {
            asks?: components["schemas"]["BeatingAsks"];
            by_strategy?: components["schemas"]["Strategy"];
            seat: number;
            /** @constant */
            by_clock?: true;
            to: number;
            cards: components["schemas"]["Card"][];
            /** @enum {string} */
            kind: "single" | "group" | "sequence" | "two-groups" | "flush";
            extra: components["schemas"]["Card"] | null;
        };
        /** @description Kirifu and Mustamaija: a seat leads cards to the next; `extra` is the last of them if it is an extra card. */
        CardsLedEvent: {
            /** @description The position in the log, from 1. */
            version: number;
            /** @constant */
            type: "cards-led";
            /**
             * @description The type, with the family of the ruleset before it where the form depends on that. It is not part of the log. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            form: "cards-led";
            /** @description The number of the form of `public` and `sealed`. */
            schema: number;
            /** Format: date-time */
            at: string;
            public: components["schemas"]["CardsLed"];
            sealed: components["schemas"]["NoEnvelopes"];
            seals: components["schemas"]["Seals"];
            /** @description The digest of this event and the one before it. */
            digest: string;
            /** @description The event in words, as far as the viewer may know it. */
            text: components["schemas"]["Words"];
        };
        /** @description Durak: a seat attacks. */
        AttackPlayed: {
            asks?: components["schemas"]["BeatingAsks"];
            by_strategy?: components["schemas"]["Strategy"];
            seat: number;
            /** @constant */
            by_clock?: true;
            cards: components["schemas"]["Card"][];
        };
        /** @description Durak: a seat attacks. */
        AttackPlayedEvent: {
            /** @description The position in the log, from 1. */
            version: number;
            /** @constant */
            type: "attack-played";
            /**
             * @description The type, with the family of the ruleset before it where the form depends on that. It is not part of the log. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            form: "attack-played";
            /** @description The number of the form of `public` and `sealed`. */
            schema: number;
            /** Format: date-time */
            at: string;
            public: components["schemas"]["AttackPlayed"];
            sealed: components["schemas"]["NoEnvelopes"];
            seals: components["schemas"]["Seals"];
            /** @description The digest of this event and the one before it. */
            digest: string;
            /** @description The event in words, as far as the viewer may know it. */
            text: components["schemas"]["Words"];
        };
        /** @description Durak: a seat attacks no further for now. */
        AttackStopped: {
            asks?: components["schemas"]["BeatingAsks"];
            by_strategy?: components["schemas"]["Strategy"];
            seat: number;
            /** @constant */
            by_clock?: true;
        };
        /** @description Durak: a seat attacks no further for now. */
        AttackStoppedEvent: {
            /** @description The position in the log, from 1. */
            version: number;
            /** @constant */
            type: "attack-stopped";
            /**
             * @description The type, with the family of the ruleset before it where the form depends on that. It is not part of the log. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            form: "attack-stopped";
            /** @description The number of the form of `public` and `sealed`. */
            schema: number;
            /** Format: date-time */
            at: string;
            public: components["schemas"]["AttackStopped"];
            sealed: components["schemas"]["NoEnvelopes"];
            seals: components["schemas"]["Seals"];
            /** @description The digest of this event and the one before it. */
            digest: string;
            /** @description The event in words, as far as the viewer may know it. */
            text: components["schemas"]["Words"];
        };
        /** @description Durak: a seat adds cards to those that the defender takes. */
        CardsThrownIn: {
            asks?: components["schemas"]["BeatingAsks"];
            by_strategy?: components["schemas"]["Strategy"];
            seat: number;
            cards: components["schemas"]["Card"][];
        };
        /** @description Durak: a seat adds cards to those that the defender takes. */
        CardsThrownInEvent: {
            /** @description The position in the log, from 1. */
            version: number;
            /** @constant */
            type: "cards-thrown-in";
            /**
             * @description The type, with the family of the ruleset before it where the form depends on that. It is not part of the log. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            form: "cards-thrown-in";
            /** @description The number of the form of `public` and `sealed`. */
            schema: number;
            /** Format: date-time */
            at: string;
            public: components["schemas"]["CardsThrownIn"];
            sealed: components["schemas"]["NoEnvelopes"];
            seals: components["schemas"]["Seals"];
            /** @description The digest of this event and the one before it. */
            digest: string;
            /** @description The event in words, as far as the viewer may know it. */
            text: components["schemas"]["Words"];
        };
        /** @description Durak: the defender turns the attack over to the next seat with one more card. */
        AttackTurnedOver: {
            asks?: components["schemas"]["BeatingAsks"];
            by_strategy?: components["schemas"]["Strategy"];
            seat: number;
            card: components["schemas"]["Card"];
            defender: number;
            team: number[];
            limit: number;
        };
        /** @description Durak: the defender turns the attack over to the next seat with one more card. */
        AttackTurnedOverEvent: {
            /** @description The position in the log, from 1. */
            version: number;
            /** @constant */
            type: "attack-turned-over";
            /**
             * @description The type, with the family of the ruleset before it where the form depends on that. It is not part of the log. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            form: "attack-turned-over";
            /** @description The number of the form of `public` and `sealed`. */
            schema: number;
            /** Format: date-time */
            at: string;
            public: components["schemas"]["AttackTurnedOver"];
            sealed: components["schemas"]["NoEnvelopes"];
            seals: components["schemas"]["Seals"];
            /** @description The digest of this event and the one before it. */
            digest: string;
            /** @description The event in words, as far as the viewer may know it. */
            text: components["schemas"]["Words"];
        };
        /** @description The defender beats attacks; each pair is an attack card and the card that beats it. */
        CardsBeaten: {
            asks?: components["schemas"]["BeatingAsks"];
            by_strategy?: components["schemas"]["Strategy"];
            seat: number;
            pairs: components["schemas"]["CardPair"][];
        };
        /** @description The defender beats attacks; each pair is an attack card and the card that beats it. */
        CardsBeatenEvent: {
            /** @description The position in the log, from 1. */
            version: number;
            /** @constant */
            type: "cards-beaten";
            /**
             * @description The type, with the family of the ruleset before it where the form depends on that. It is not part of the log. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            form: "cards-beaten";
            /** @description The number of the form of `public` and `sealed`. */
            schema: number;
            /** Format: date-time */
            at: string;
            public: components["schemas"]["CardsBeaten"];
            sealed: components["schemas"]["NoEnvelopes"];
            seals: components["schemas"]["Seals"];
            /** @description The digest of this event and the one before it. */
            digest: string;
            /** @description The event in words, as far as the viewer may know it. */
            text: components["schemas"]["Words"];
        };
        /** @description The defender gives up. */
        TakeDeclared: {
            asks?: components["schemas"]["BeatingAsks"];
            by_strategy?: components["schemas"]["Strategy"];
            seat: number;
            /** @constant */
            by_clock?: true;
        };
        /** @description The defender gives up. */
        TakeDeclaredEvent: {
            /** @description The position in the log, from 1. */
            version: number;
            /** @constant */
            type: "take-declared";
            /**
             * @description The type, with the family of the ruleset before it where the form depends on that. It is not part of the log. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            form: "take-declared";
            /** @description The number of the form of `public` and `sealed`. */
            schema: number;
            /** Format: date-time */
            at: string;
            public: components["schemas"]["TakeDeclared"];
            sealed: components["schemas"]["NoEnvelopes"];
            seals: components["schemas"]["Seals"];
            /** @description The digest of this event and the one before it. */
            digest: string;
            /** @description The event in words, as far as the viewer may know it. */
            text: components["schemas"]["Words"];
        };
        /** @description The table is cleared: cards `taken` go to the defender's hand, the others out of play. */
        DefenceEnded: {
            asks?: components["schemas"]["BeatingAsks"];
            seat: number;
            /** @enum {string} */
            how: "beaten" | "taken";
            taken: components["schemas"]["Card"][];
            discarded: components["schemas"]["Card"][];
            stall: number;
        };
        /** @description The table is cleared: cards `taken` go to the defender's hand, the others out of play. */
        DefenceEndedEvent: {
            /** @description The position in the log, from 1. */
            version: number;
            /** @constant */
            type: "defence-ended";
            /**
             * @description The type, with the family of the ruleset before it where the form depends on that. It is not part of the log. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            form: "defence-ended";
            /** @description The number of the form of `public` and `sealed`. */
            schema: number;
            /** Format: date-time */
            at: string;
            public: components["schemas"]["DefenceEnded"];
            sealed: components["schemas"]["NoEnvelopes"];
            seals: components["schemas"]["Seals"];
            /** @description The digest of this event and the one before it. */
            digest: string;
            /** @description The event in words, as far as the viewer may know it. */
            text: components["schemas"]["Words"];
        };
        /** @description Mustamaija: a card is turned up to decide the trump; `skipped` were turned up before it. */
        TrumpTurned: {
            asks?: components["schemas"]["BeatingAsks"];
            card: components["schemas"]["Card"];
            trump: components["schemas"]["Suit"];
            skipped: components["schemas"]["Card"][];
            under: number;
        };
        /** @description Mustamaija: a card is turned up to decide the trump; `skipped` were turned up before it. */
        TrumpTurnedEvent: {
            /** @description The position in the log, from 1. */
            version: number;
            /** @constant */
            type: "trump-turned";
            /**
             * @description The type, with the family of the ruleset before it where the form depends on that. It is not part of the log. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            form: "trump-turned";
            /** @description The number of the form of `public` and `sealed`. */
            schema: number;
            /** Format: date-time */
            at: string;
            public: components["schemas"]["TrumpTurned"];
            sealed: components["schemas"]["NoEnvelopes"];
            seals: components["schemas"]["Seals"];
            /** @description The digest of this event and the one before it. */
            digest: string;
            /** @description The event in words, as far as the viewer may know it. */
            text: components["schemas"]["Words"];
        };
        /** @description A seat has no cards left and is done. */
        SeatOut: {
            asks?: components["schemas"]["BeatingAsks"];
            seat: number;
            place: number;
        };
        /** @description A seat has no cards left and is done. */
        SeatOutEvent: {
            /** @description The position in the log, from 1. */
            version: number;
            /** @constant */
            type: "seat-out";
            /**
             * @description The type, with the family of the ruleset before it where the form depends on that. It is not part of the log. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            form: "seat-out";
            /** @description The number of the form of `public` and `sealed`. */
            schema: number;
            /** Format: date-time */
            at: string;
            public: components["schemas"]["SeatOut"];
            sealed: components["schemas"]["NoEnvelopes"];
            seals: components["schemas"]["Seals"];
            /** @description The digest of this event and the one before it. */
            digest: string;
            /** @description The event in words, as far as the viewer may know it. */
            text: components["schemas"]["Words"];
        };
        /** @description An event of the log. `sealed` holds the envelopes that the viewer may open; `seals` holds the seals of all. */
        Event: components["schemas"]["GameCreatedEvent"] | components["schemas"]["ReadinessAskedEvent"] | components["schemas"]["SeatTakenEvent"] | components["schemas"]["SeatLeftEvent"] | components["schemas"]["SeatHandedOverEvent"] | components["schemas"]["SeatResumedEvent"] | components["schemas"]["SeatReadiedEvent"] | components["schemas"]["RoundRevealedEvent"] | components["schemas"]["GameEndedEvent"] | components["schemas"]["GameAbandonedEvent"] | components["schemas"]["DobonRoundDealtEvent"] | components["schemas"]["DoubtRoundDealtEvent"] | components["schemas"]["BeatingRoundDealtEvent"] | components["schemas"]["CardFlippedEvent"] | components["schemas"]["FlipAnsweredEvent"] | components["schemas"]["DobonCardsPlayedEvent"] | components["schemas"]["DoubtCardsPlayedEvent"] | components["schemas"]["DobonCardsDrawnEvent"] | components["schemas"]["BeatingCardsDrawnEvent"] | components["schemas"]["PassedEvent"] | components["schemas"]["HandOpenedEvent"] | components["schemas"]["StockReshuffledEvent"] | components["schemas"]["DobonCalledEvent"] | components["schemas"]["CallDeclinedEvent"] | components["schemas"]["DobonWindowClosedEvent"] | components["schemas"]["DoubtWindowClosedEvent"] | components["schemas"]["DobonRoundEndedEvent"] | components["schemas"]["DoubtRoundEndedEvent"] | components["schemas"]["BeatingRoundEndedEvent"] | components["schemas"]["DoubtDeclinedEvent"] | components["schemas"]["DoubtCalledEvent"] | components["schemas"]["PileTakenEvent"] | components["schemas"]["SeatEliminatedEvent"] | components["schemas"]["CardsExchangedEvent"] | components["schemas"]["BoutBegunEvent"] | components["schemas"]["CardsLedEvent"] | components["schemas"]["AttackPlayedEvent"] | components["schemas"]["AttackStoppedEvent"] | components["schemas"]["CardsThrownInEvent"] | components["schemas"]["AttackTurnedOverEvent"] | components["schemas"]["CardsBeatenEvent"] | components["schemas"]["TakeDeclaredEvent"] | components["schemas"]["DefenceEndedEvent"] | components["schemas"]["TrumpTurnedEvent"] | components["schemas"]["SeatOutEvent"];
        /** @description The viewer's seat. */
        You: {
            /** @example 1 */
            seat: number;
            /**
             * @description The anchor of my hash chain; null if I contribute no chance.
             * @example 3f0a377ba0a4a460ecb616f6507ce0d8cfa3e704025d4fda3ed0c5ca05468728
             */
            anchor: string | null;
        };
        /**
         * @description A card, or `??` for a card that is hidden from the viewer.
         * @example H7
         * @example ??
         */
        SeenCard: string;
        /**
         * @description Why a link is missing in a deck. `clock`: the time was up. `refused`: the player was ready without a link. `handed-over`: a bot took over while the seat was asked. `not-asked`: a bot played the seat when the others were asked.
         * @enum {string}
         */
        WithheldWhy: "clock" | "refused" | "handed-over" | "not-asked";
        /** @description A seat with an anchor that has no link in the deck, and the cause. */
        Withheld: {
            /** @example 1 */
            seat: number;
            why: components["schemas"]["WithheldWhy"];
        };
        /**
         * @description A suit: spades, clubs, hearts or diamonds.
         * @enum {string}
         */
        Suit: "S" | "C" | "H" | "D";
        /** @description The card on top of the pile. */
        Top: {
            card: components["schemas"]["SeenCard"];
            /**
             * @description The seat that laid it; null for the initial card and for a card that the dealer turned up.
             * @example 1
             */
            owner: number | null;
            /**
             * @description The `on` of a call or a play on this card.
             * @example 17
             */
            version: number;
            /** @description The suit to follow; null for a joker that was turned up. */
            suit: components["schemas"]["Suit"] | null;
        };
        /** @description The pending effect of a 2 or a 13. */
        Pending: {
            rank: number;
            draw: number;
            /** @example 1 */
            target: number;
        };
        /**
         * @description The kind of a call: on a card (`call`), on a call (`counter`), on a card that the dealer turned up (`ippatsu`), or on an announcement (`doubt`, `cheat`).
         * @enum {string}
         */
        CallKind: "call" | "counter" | "ippatsu" | "doubt" | "cheat";
        /** @description A call on the top card. */
        Call: {
            /** @example 1 */
            seat: number;
            /** @example 17 */
            on: number;
            kind: components["schemas"]["CallKind"];
            hand: components["schemas"]["SeenCard"][] | null;
            formulas: string[];
            valid: boolean;
            /** @example 17 */
            version: number;
        };
        /** @description The table of a game of Dobon. */
        DobonBoard: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            family: "dobon";
            /** @description null until the dealer turns a card up. */
            top: components["schemas"]["Top"] | null;
            pile: number;
            /** @enum {integer} */
            direction: 1 | -1;
            pending: components["schemas"]["Pending"] | null;
            /**
             * Format: date-time
             * @description The moment from which the top card may be covered; null for at once.
             * @example 2026-11-21T03:24:00.123456Z
             */
            allowed_from: string | null;
            may_play: boolean;
            /** @description By seat: cards that stay open. */
            open: components["schemas"]["SeenCard"][][];
            calls: components["schemas"]["Call"][];
            /**
             * @description The seat that turns cards up until the round is opened. In rulesets with a dealer.
             * @example 1
             */
            dealer?: number;
            /** @description Whether the top card can still be called. In rulesets in which the right to call ends before the card is covered. */
            calls_open?: boolean;
        };
        /** @description The newest play of a game of Doubt, as announced. */
        Said: {
            /** @example 1 */
            seat: number;
            number: number;
            count: number;
            /**
             * @description The `on` of a doubt of this play.
             * @example 17
             */
            version: number;
        };
        /** @description The table of a game of Doubt. */
        DoubtBoard: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            family: "doubt";
            /** @description The number to be announced with the next cards. */
            number: number;
            pile: number;
            claim: components["schemas"]["Said"] | null;
            plays: number;
            /** @description The newest play emptied a hand. */
            finishing: boolean;
            /** @description The next player's play closes the window. */
            closable: boolean;
            /**
             * Format: date-time
             * @description The moment from which it may, while others can still doubt.
             * @example 2026-11-21T03:24:00.123456Z
             */
            allowed_from: string | null;
            /** @description By seat: lies caught. */
            success: number[];
            /** @description Eliminated seats, in the order of elimination. */
            out: number[];
        };
        /** @description An attack card and the card that beat it. */
        AttackCard: {
            card: components["schemas"]["SeenCard"];
            /** @example 1 */
            by: number;
            /** @description null until a card beats it. */
            beaten_with: components["schemas"]["SeenCard"] | null;
        };
        /** @description The table of a game of Durak, Kirifu or Mustamaija: attacker, defender, and the limit of attack cards. */
        BeatingBoard: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            family: "beating";
            /** @description null until it is turned up. */
            trump: components["schemas"]["Suit"] | null;
            /** @description The card that decided the trump suit, wherever it is now. */
            trump_card: components["schemas"]["SeenCard"] | null;
            /**
             * @description The seat that holds that card, which every player saw being drawn or dealt.
             * @example 1
             */
            trump_holder: number | null;
            /** @description In the order of play. */
            attacks: components["schemas"]["AttackCard"][];
            /** @example 1 */
            attacker: number | null;
            /** @description Durak: the other seats that may attack. */
            guardians: number[];
            /** @example 1 */
            defender: number | null;
            /**
             * @description The seat that may attack now or, in Durak, after all attacks are beaten or taken.
             * @example 1
             */
            attack_right: number | null;
            /** @description Durak: the seats that have stopped since the last attack card. */
            stopped: number[];
            /** @description Limit of attack cards: of the whole bout in Durak, of the next lead in the other games. */
            limit: number | null;
            /** @description Numbers on the table. */
            ranks: number[];
            /** @description Durak: the bout's number. */
            bout: number | null;
            /** @description Seats without cards, in the order in which they finished. */
            out: number[];
            /** @description Cards out of play. */
            discarded: number;
            /** @description Consecutive takes without progress; `stall_limit` of them end the round. */
            stall: number;
        };
        /** @description The table, in the form of the ruleset's family. */
        Board: components["schemas"]["DobonBoard"] | components["schemas"]["DoubtBoard"] | components["schemas"]["BeatingBoard"];
        /** @description The current round. */
        Round: {
            /** @example 17 */
            number: number;
            phase: components["schemas"]["Phase"];
            /** @example 1 */
            turn: number;
            waiting_for: number[];
            /**
             * Format: date-time
             * @example 2026-11-21T03:24:00.123456Z
             */
            deadline: string | null;
            /** @description By seat; `??` for a hidden card. */
            hands: components["schemas"]["SeenCard"][][];
            stock: number;
            /** @description The seats whose links have shuffled this deck. */
            contributed: number[];
            /** @description The seats with an anchor whose links are not in this deck. */
            withheld: components["schemas"]["Withheld"][];
            board: components["schemas"]["Board"];
        };
        /** @description The round that is dealt next, and the players it waits for. */
        NextRound: {
            /** @example 17 */
            number: number;
            waiting_for: number[];
            /**
             * Format: date-time
             * @description When it is dealt without waiting; null without a limit.
             * @example 2026-11-21T03:24:00.123456Z
             */
            deadline: string | null;
            /** @description The seats that contribute to the shuffles. */
            contributors: number[];
        };
        /**
         * @description A card: its suit and its number from 1 to 13, or a joker (`X1`, `X2`).
         * @example H7
         */
        Card: string;
        /** @description Lay cards of one number, bottom card first. An 8 names a suit; no other card does. With `on` the play is meant for the card of that version alone: if it is no longer on top, the play is `too-late`. */
        Play: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "play";
            /**
             * @example [
             *       "S4",
             *       "C4"
             *     ]
             */
            cards: components["schemas"]["Card"][];
            suit?: components["schemas"]["Suit"];
            /**
             * @description The version of the event that laid the top card or turned it up.
             * @example 17
             */
            on?: number;
        };
        /** @description Draw one card. */
        Draw: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "draw";
        };
        /** @description Do nothing: in the very first turn of a round, or after drawing if `play_after_draw` is on. */
        Pass: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "pass";
        };
        /** @description Accept the effect of a 2 or a 13: draw the cards, or open the hand. */
        Accept: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "accept";
        };
        /** @description Call, or counter a call, with the whole hand. `on` is the version of the play, of the flip or of the call. */
        Dobon: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "dobon";
            /** @example 17 */
            on: number;
        };
        /** @description Answer a window without calling. `on` is the same as in a call. */
        Decline: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "decline";
            /** @example 17 */
            on: number;
        };
        /** @description Claim that the play of version `on` was a lie. In Cheat the same action is also named `cheat`. */
        Doubt: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "doubt";
            /** @example 17 */
            on: number;
        };
        /** @description Another name for `doubt`. */
        Cheat: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "cheat";
            /** @example 17 */
            on: number;
        };
        /** @description Turn up the next card of the stock, as the dealer. */
        Flip: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "flip";
        };
        /** @description Kirifu and Mustamaija: lay cards in front of the next player. In Kirifu a group can have one further card as `extra` [おつけ]. */
        Lead: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "lead";
            /**
             * @example [
             *       "H9",
             *       "D9"
             *     ]
             */
            cards: components["schemas"]["Card"][];
            extra?: components["schemas"]["Card"];
        };
        /** @description Durak: attack the defender, to begin a bout or to continue it with a number on the table. One card, unless the rules allow a lead of several. */
        Attack: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "attack";
            /**
             * @example [
             *       "H6"
             *     ]
             */
            cards: components["schemas"]["Card"][];
        };
        /** @description An attack card, and the card that beats it. */
        CardPair: components["schemas"]["Card"][];
        /** @description Beat attacks: pairs of an attack card and the card that beats it. Either all pairs are played or none. */
        Beat: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "beat";
            /**
             * @description Attack card first.
             * @example [
             *       [
             *         "H9",
             *         "H10"
             *       ]
             *     ]
             */
            pairs: components["schemas"]["CardPair"][];
        };
        /** @description Give up the defence and take up cards: in Durak all of them, in Kirifu and Mustamaija the unbeaten ones. Always allowed to the defender. */
        Take: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "take";
        };
        /** @description Durak: stop attacking or throwing in for now. The right to attack goes to the next player who can use it. */
        Stop: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "stop";
        };
        /** @description Durak: add cards of numbers on the table to those that the defender takes up [スローイン]. */
        ThrowIn: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "throw-in";
            /**
             * @example [
             *       "S9",
             *       "C9"
             *     ]
             */
            cards: components["schemas"]["Card"][];
        };
        /** @description Durak: turn the attack over to the next player with one more card of its number [ターンオーバー]. */
        TurnOver: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "turn-over";
            card: components["schemas"]["Card"];
        };
        /** @description Be ready for the next round. */
        Ready: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "ready";
            /**
             * @description The link of that round in my hash chain, if I have sent an anchor with my seat. Without it the round is shuffled without my part, and everybody sees that I have withheld it.
             * @example 3f0a377ba0a4a460ecb616f6507ce0d8cfa3e704025d4fda3ed0c5ca05468728
             */
            link?: string;
        };
        /** @description One of the actions. */
        Action: components["schemas"]["Play"] | components["schemas"]["Draw"] | components["schemas"]["Pass"] | components["schemas"]["Accept"] | components["schemas"]["Dobon"] | components["schemas"]["Decline"] | components["schemas"]["Doubt"] | components["schemas"]["Cheat"] | components["schemas"]["Flip"] | components["schemas"]["Lead"] | components["schemas"]["Attack"] | components["schemas"]["Beat"] | components["schemas"]["Take"] | components["schemas"]["Stop"] | components["schemas"]["ThrowIn"] | components["schemas"]["TurnOver"] | components["schemas"]["Ready"];
        /** @description The additions that a listed action allows. Each property is there only if there are any. */
        More: {
            /** @description Any of these may be added to `cards`, each as often as it is listed, up to `most`. The first card stays the first; in Dobon the order of the others says which suit is in force, elsewhere it means nothing. */
            cards?: components["schemas"]["Card"][];
            /** @description Together with `cards`: the maximum of cards in the action, those that it has included. */
            most?: number;
            /** @description Any of these may be added to `pairs`, as long as no card is named twice. */
            pairs?: components["schemas"]["CardPair"][];
            /** @description Any one of these may be sent as `extra`. */
            extra?: components["schemas"]["Card"][];
            /** @description Any one of these may be sent as `suit`. */
            suits?: components["schemas"]["Suit"][];
            /**
             * @description The link of this round in my hash chain may be sent as `link`.
             * @example 17
             */
            link_round?: number;
        };
        /** @description An action that may be sent as it is, or with what `more` adds. */
        LegalAction: {
            action: components["schemas"]["Action"];
            /**
             * Format: date-time
             * @description The moment before which the action is refused as `too-early`. Only while it lies in the future; the view changes when it has come, so a request that waits for a change is answered then.
             * @example 2026-11-21T03:24:00.123456Z
             */
            allowed_from?: string;
            more?: components["schemas"]["More"];
        };
        /**
         * @description The reason for which a round ended.
         * @enum {string}
         */
        EndReason: "dobon" | "ippatsu" | "false-call" | "dead-end" | "empty-hand" | "last-in" | "max-plays" | "one-left" | "team-out" | "draw" | "first-out" | "stalled";
        /** @description The payment of each loser, and its calculation. */
        Score: {
            /**
             * @description The card's number and the numbers added to it.
             * @example [
             *       9,
             *       11,
             *       5
             *     ]
             */
            addends: number[];
            /**
             * @description One entry for each doubling: the code of a 2, `joker` or `counter`.
             * @example [
             *       "H2",
             *       "joker"
             *     ]
             */
            doublings: string[];
            /** @description Points from each loser. */
            payment: number;
            /** @example (9 + 11 + 5) x 2 [H2] x 2 [joker] = 100 */
            arithmetic: string;
        };
        /** @description Points that one seat pays to another. */
        Transfer: {
            /** @example 1 */
            from: number;
            /** @example 1 */
            to: number;
            points: number;
        };
        /** @description The result of a round. Fields that the ruleset does not use are left out. */
        Result: {
            /**
             * @description The number of the round.
             * @example 17
             */
            round: number;
            /**
             * @description null without a winner.
             * @example 1
             */
            winner: number | null;
            losers: number[];
            reason: components["schemas"]["EndReason"];
            /** @description By seat: points of the round. */
            points: number[];
            /** @description null if no seat pays. */
            score?: components["schemas"]["Score"] | null;
            transfers?: components["schemas"]["Transfer"][];
            /** @description By seat: the place, shared by equal seats; null if only the winner has a place. */
            ranks?: (number | null)[];
            /**
             * @description The seat that deals the next round.
             * @example 1
             */
            next_dealer?: number;
        };
        /** @description A card that cannot be used now, and the reason. */
        RefusedCard: {
            card: components["schemas"]["SeenCard"];
            /**
             * @description The problem code with which its use would be refused.
             * @example cannot-beat
             */
            code: string;
            detail: string;
        };
        /** @description A game at a version, as one viewer sees it. */
        View: {
            /**
             * Format: date-time
             * @description The moment of the answer, by the clock that keeps all times of the game.
             * @example 2026-11-21T03:24:00.123456Z
             */
            now: string;
            /** Format: uuid */
            game: string;
            /** @example 17 */
            version: number;
            /** @example 3f0a377ba0a4a460ecb616f6507ce0d8cfa3e704025d4fda3ed0c5ca05468728 */
            head: string;
            status: components["schemas"]["GameStatus"];
            ruleset: components["schemas"]["RulesetKey"];
            options: components["schemas"]["GameOptions"];
            you: components["schemas"]["You"] | null;
            players: components["schemas"]["SeatHolder"][];
            round: components["schemas"]["Round"] | null;
            /** @description Null unless the game is between rounds. */
            next_round: components["schemas"]["NextRound"] | null;
            scores: number[];
            /** @description Everything that I may do now, or from a moment on, and what may be added to each. */
            actions: components["schemas"]["LegalAction"][];
            /** @description The result of the last finished round. */
            result: components["schemas"]["Result"] | null;
            /** @description Durak, Kirifu and Mustamaija, while I have to act: the cards of my hand that I cannot use now, and the reasons. */
            refused?: components["schemas"]["RefusedCard"][];
        };
        /** @description The server's signed statement that the game had this head at this version. */
        Receipt: {
            /** Format: uuid */
            game: string;
            /** @example 17 */
            version: number;
            /** @example 3f0a377ba0a4a460ecb616f6507ce0d8cfa3e704025d4fda3ed0c5ca05468728 */
            head: string;
            /**
             * Format: date-time
             * @description When it was signed, by the server's clock.
             * @example 2026-11-21T03:24:00.123456Z
             */
            at: string;
            /**
             * @description The key that signed it.
             * @example 1IG2tMH7J2wbJZnOf8LJzQitKf7LMvoAElsuDMVM54Y
             */
            kid: string;
            /**
             * @description Ed25519 signature (RFC 8032) in hex of `dobon/receipt/1|` and the canonical JSON of `game`, `version`, `head` and `at`.
             * @example fa596ffffb5a6ffd2f8f99d0c5e5c3028ad523f22a34627a0ac9a8590f6ddc9f13d855bb879d53a3d5dedc5c6cdc2abc6a6ae3b6f6d04a9d0a7e452d75db6d0f
             */
            signature: string;
        };
        /** @description The result of an action, as its player sees it. */
        CommandResult: {
            /** @example 17 */
            version: number;
            /** @example 3f0a377ba0a4a460ecb616f6507ce0d8cfa3e704025d4fda3ed0c5ca05468728 */
            head: string;
            events: components["schemas"]["Event"][];
            view: components["schemas"]["View"];
            /** @description Only if the request asks for it. */
            receipt?: components["schemas"]["Receipt"];
        };
        /** @description What other players need to take a seat. */
        Invitation: {
            /** @example KMRTWX */
            join_code: string;
            /**
             * Format: uri
             * @description The address of the page that takes a seat.
             */
            url: string;
            /** @description The address as a QR code. */
            qr: components["schemas"]["QrCode"];
        };
        /** @description The table that a player waits for. The game has the default options of its ruleset, and is not listed. */
        NewPlace: {
            ruleset: components["schemas"]["RulesetKey"];
            /** @example 4 */
            seats: number;
            /** @description The largest difference of ratings at the table; null or left out for any. */
            within?: number | null;
            /** @description The seconds after which bots take the seats that are left; null or left out for never. */
            bots_after?: number | null;
            /**
             * @description The anchor of my own hash chain, if I contribute to the shuffles: docs/fairness.md. It is public. Before each round, the first included, I am then asked to be `ready` with its next link.
             * @example 3f0a377ba0a4a460ecb616f6507ce0d8cfa3e704025d4fda3ed0c5ca05468728
             */
            anchor?: string;
        };
        /** @description My place in the queue. */
        QueuePlace: {
            ruleset: components["schemas"]["RulesetKey"];
            seats: number;
            within: number | null;
            bots_after: number | null;
            /**
             * Format: date-time
             * @example 2026-11-21T03:24:00.123456Z
             */
            joined_at: string;
            /**
             * Format: uuid
             * @description The game in which I have a seat now; null while I wait.
             */
            game: string | null;
        };
        /** @description A request for a rematch. */
        NewRematch: {
            /**
             * @description The anchor of my own hash chain, if I contribute to the shuffles: docs/fairness.md. It is public. Before each round, the first included, I am then asked to be `ready` with its next link.
             * @example 3f0a377ba0a4a460ecb616f6507ce0d8cfa3e704025d4fda3ed0c5ca05468728
             */
            anchor?: string;
        };
        /** @description The rematch of a game. */
        Rematch: {
            /**
             * Format: uuid
             * @description The new game; null while nobody has asked for one.
             */
            game: string | null;
        };
        /** @description A player whom I follow, with the listed games that it plays and I may watch. */
        Friend: {
            /** Format: uuid */
            id: string;
            /** @example Aoi */
            name: string;
            games: components["schemas"]["Game"][];
        };
        /** @description The players whom I follow. */
        FriendList: {
            players: components["schemas"]["Friend"][];
        };
        /** @description The players whom I do not want to meet. */
        BlockedList: {
            players: components["schemas"]["Player"][];
        };
        /** @description A part of a log. */
        EventPage: {
            events: components["schemas"]["Event"][];
            /**
             * @description `after` of the next page; null on the last page.
             * @example 17
             */
            next: number | null;
        };
        /**
         * @description The message of a stamp.
         * @enum {string}
         */
        StampName: "hello" | "nice" | "thanks" | "thinking" | "oops" | "wow" | "sorry" | "good-game";
        /** @description A short message of a player at the table. */
        StampMessage: {
            /**
             * @description The number among the stamps of the game, from 1 without a gap.
             * @example 17
             */
            number: number;
            /** @example 1 */
            seat: number;
            /** Format: uuid */
            player: string;
            stamp: components["schemas"]["StampName"];
            /**
             * @description The version of the game at that time.
             * @example 17
             */
            version: number;
            /**
             * Format: date-time
             * @example 2026-11-21T03:24:00.123456Z
             */
            at: string;
        };
        /** @description The data of `event: now`, the first message of a stream and its heartbeat. */
        StreamTime: {
            /**
             * Format: date-time
             * @example 2026-11-21T03:24:00.123456Z
             */
            now: string;
        };
        /** @description The data of `event: end`, the last message of a stream. */
        StreamEnd: {
            /** @enum {string} */
            reason: "game-over" | "unauthorized" | "no-such-game" | "stopping" | "unavailable";
        };
        /** @description The data of a message of a stream. Only an event of the log has a `type`. */
        StreamMessage: components["schemas"]["Event"] | components["schemas"]["StampMessage"] | components["schemas"]["StreamTime"] | components["schemas"]["StreamEnd"];
        /** @description A ticket for one stream. This response alone shows it; the server stores only its hash. */
        StreamTicket: {
            /** @example dbntkt_mU4rPCyEo6nHLqS8eL3Vw0yvQn5t2dXkZb7aJgR1hFs */
            ticket: string;
            /**
             * @description The address of the stream, with the ticket.
             * @example /v1/games/0b9f4a52-6f0e-4c3d-9a2e-0c6f6d1b7a11/stream?ticket=dbntkt_mU4rPCyEo6nHLqS8eL3Vw0yvQn5t2dXkZb7aJgR1hFs
             */
            path: string;
            /**
             * Format: date-time
             * @example 2026-11-21T03:24:00.123456Z
             */
            expires_at: string;
        };
        /** @description A public key as JWK (RFC 7517, RFC 8037), with the time in which it signs. */
        PublicKey: {
            /** @constant */
            kty: "OKP";
            /** @constant */
            crv: "Ed25519";
            /**
             * @description The key: 32 bytes in Base64url.
             * @example A6EHv_POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg
             */
            x: string;
            /**
             * @description The name of the key: its thumbprint (RFC 7638).
             * @example 1IG2tMH7J2wbJZnOf8LJzQitKf7LMvoAElsuDMVM54Y
             */
            kid: string;
            /** @constant */
            use: "sig";
            /**
             * Format: date-time
             * @description It signs no receipt before. A new key is published some time earlier.
             * @example 2026-11-21T03:24:00.123456Z
             */
            signs_from: string;
            /**
             * Format: date-time
             * @description It signs no receipt from then on; null while no other key follows.
             * @example 2026-11-21T03:24:00.123456Z
             */
            signs_until: string | null;
        };
        /** @description All keys that sign receipts or did so (JWK Set), oldest first. */
        KeySet: {
            keys: components["schemas"]["PublicKey"][];
        };
        /** @description A stamp to send. */
        NewStamp: {
            stamp: components["schemas"]["StampName"];
        };
        /** @description The newest stamps, oldest first. */
        StampList: {
            stamps: components["schemas"]["StampMessage"][];
        };
        /** @description An entry of the ledger. */
        FinishedRound: {
            /**
             * @description The number of the round.
             * @example 17
             */
            round: number;
            /**
             * @description null without a winner.
             * @example 1
             */
            winner: number | null;
            losers: number[];
            reason: components["schemas"]["EndReason"];
            /** @description By seat: points of the round. */
            points: number[];
            /** @description null if no seat pays. */
            score?: components["schemas"]["Score"] | null;
            transfers?: components["schemas"]["Transfer"][];
            /** @description By seat: the place, shared by equal seats; null if only the winner has a place. */
            ranks?: (number | null)[];
            /**
             * @description The seat that deals the next round.
             * @example 1
             */
            next_dealer?: number;
            /**
             * @description The version of the event that ended the round.
             * @example 17
             */
            version: number;
            /** @description By seat: the scores after the round. */
            scores: number[];
        };
        /** @description The finished rounds, oldest first, and the scores after the last of them. */
        Ledger: {
            rounds: components["schemas"]["FinishedRound"][];
            /** @description By seat. */
            scores: number[];
        };
        /** @description A number that a hand makes, and the formulas for it. */
        Wait: {
            number: number;
            formulas: string[];
        };
        /** @description A seat's knowledge of a play. */
        Known: {
            /** @example 1 */
            seat: number;
            /** @description The largest number of matching cards the player could have, as far as this seat knew. */
            possible: number;
            /** @description Whether it was certainly a lie. */
            certain: boolean;
        };
        /** @description The announcement of a play, and its cards. */
        SaidAndLaid: {
            /** @example 1 */
            seat: number;
            number: number;
            count: number;
            /** @example 17 */
            version: number;
            cards: components["schemas"]["SeenCard"][];
            /** @description null if the reviewing seat could not know. */
            lie: boolean | null;
            known: components["schemas"]["Known"][];
        };
        /** @description A seat that could have called, and its formulas. */
        PossibleCall: {
            /** @example 1 */
            seat: number;
            /** @description In rulesets in which a call is made with a hand. */
            formulas?: string[];
        };
        /** @description A call, or a safe doubt, that was possible and was not made. */
        MissedCall: {
            /** @example 1 */
            seat: number;
            /** @description In rulesets in which a call is made with a hand. */
            formulas?: string[];
            /** @example 17 */
            on: number;
        };
        /** @description An attack card to be beaten. */
        Faced: {
            card: components["schemas"]["SeenCard"];
            /** @description The cards of the defender's hand that beat it. */
            beaten_by: components["schemas"]["SeenCard"][];
        };
        /** @description The attacks that a defender could beat. */
        Defence: {
            /** @example 1 */
            seat: number;
            attacks: components["schemas"]["Faced"][];
            /** @description Pairs of attack card and own card that beat as many attacks as possible. */
            best: components["schemas"]["CardPair"][];
            /** @description Whether these pairs beat every attack. */
            all: boolean;
        };
        /** @description The cards that a seat took up, and whether it had to. */
        TakenUp: {
            /** @example 1 */
            seat: number;
            cards: components["schemas"]["SeenCard"][];
            /** @description The number of trumps among them. */
            trumps: number;
            /** @description Whether the seat could have beaten every attack when it gave up; null for another seat than the reviewing one. */
            on_purpose: boolean | null;
        };
        /** @description Cards that a seat certainly holds. */
        HeldBy: {
            /** @example 1 */
            seat: number;
            cards: components["schemas"]["SeenCard"][];
        };
        /** @description The cards of other seats of which a seat could be certain. */
        SureOf: {
            /** @example 1 */
            seat: number;
            of: components["schemas"]["HeldBy"][];
        };
        /** @description Cards that became known. */
        Revealed: {
            /** @description To every viewer. */
            all: components["schemas"]["SeenCard"][];
            /** @description By seat: to that seat alone. */
            seats: {
                [key: string]: components["schemas"]["SeenCard"][];
            };
        };
        /** @description A round right after one event, with every hand open or as one seat knew it. Fields that the ruleset does not use are left out. */
        Frame: {
            /** @example 17 */
            version: number;
            /**
             * Format: date-time
             * @example 2026-11-21T03:24:00.123456Z
             */
            at: string;
            event: components["schemas"]["Event"];
            hands: components["schemas"]["SeenCard"][][];
            stock: number;
            board: components["schemas"]["Board"];
            /** @description By seat; null for the hand of another seat if the review is limited to one seat's knowledge. */
            waits?: (components["schemas"]["Wait"][] | null)[];
            /** @description Doubt: the play that can be doubted, or was. */
            claim?: components["schemas"]["SaidAndLaid"] | null;
            /** @description The seats that were permitted and able to call right after the event. */
            could_call?: components["schemas"]["PossibleCall"][];
            /** @description Calls that were possible until this event and were not made. In rulesets with calls. */
            missed?: components["schemas"]["MissedCall"][];
            /** @description Beating games: the attacks that the defender, or the seat that gives up with the event, could beat. */
            defence?: components["schemas"]["Defence"] | null;
            /** @description Beating games: the cards taken up with the event. */
            taken?: components["schemas"]["TakenUp"] | null;
            /** @description Beating games: the cards of which each seat could be certain; empty if all hands are open. */
            known?: components["schemas"]["SureOf"][];
            /** @description The cards that became known with the event. */
            revealed: components["schemas"]["Revealed"];
        };
        /** @description Frames of a round, one for each version. */
        Review: {
            /** @example 17 */
            round: number;
            frames: components["schemas"]["Frame"][];
            /** @description The `from` of the frames that follow; null at the end of the round. */
            next: number | null;
        };
        /** @description The announcement of a play. */
        SaidOf: {
            /** @example 1 */
            seat: number;
            number: number;
            count: number;
        };
        /** @description A call or a doubt, and its verdict. Fields that the ruleset does not use are left out. */
        Claim: {
            /** @example 17 */
            version: number;
            /** @example 17 */
            round: number;
            /** @example 1 */
            seat: number;
            kind: components["schemas"]["CallKind"];
            /** @example 17 */
            on: number;
            /** @description Dobon: the card called. */
            card?: components["schemas"]["SeenCard"];
            /** @description Dobon: the caller's hand. */
            hand?: components["schemas"]["SeenCard"][];
            /** @description Dobon: the formulas by which the hand makes the card's number. */
            formulas?: string[];
            /** @description Doubt: the announcement. */
            claimed?: components["schemas"]["SaidOf"];
            /** @description Doubt: the cards of the play. */
            cards?: components["schemas"]["SeenCard"][];
            /** @description Whether the call was correct. */
            valid: boolean;
            /**
             * Format: date-time
             * @example 2026-11-21T03:24:00.123456Z
             */
            at: string;
        };
        /** @description Every call of the finished rounds. */
        ClaimList: {
            claims: components["schemas"]["Claim"][];
        };
        /** @description A round to which a seat with an anchor has contributed no link. */
        WithheldLink: {
            /** @example 17 */
            round: number;
            why: components["schemas"]["WithheldWhy"];
        };
        /** @description What a seat contributes to the shuffles. */
        SeatFairness: {
            /** @example 1 */
            seat: number;
            /**
             * @description Null for a seat that contributes nothing.
             * @example 3f0a377ba0a4a460ecb616f6507ce0d8cfa3e704025d4fda3ed0c5ca05468728
             */
            anchor: string | null;
            /** @description The rounds that its links shuffled. */
            contributed: number[];
            /** @description The rounds whose decks lack its link, each with the cause. */
            withheld: components["schemas"]["WithheldLink"][];
        };
        /** @description What shuffles a round that was dealt, or that was broken off when links of it were known. */
        RoundFairness: {
            /** @example 17 */
            round: number;
            /** @description False for a round that was broken off before its deal: its deck can be computed. */
            dealt: boolean;
            /**
             * @description The server's link, which is public when the round is over; null before.
             * @example 3f0a377ba0a4a460ecb616f6507ce0d8cfa3e704025d4fda3ed0c5ca05468728
             */
            secret: string | null;
            /** @description The links of the seats, by seat; null for a seat that contributes none. */
            links: (string | null)[];
        };
        /** @description All data needed to repeat the shuffles. */
        Fairness: {
            /** Format: uuid */
            game: string;
            /**
             * @description The anchor of the server's hash chain: it fixes the secrets of all rounds.
             * @example 3f0a377ba0a4a460ecb616f6507ce0d8cfa3e704025d4fda3ed0c5ca05468728
             */
            anchor: string;
            seats: components["schemas"]["SeatFairness"][];
            rounds: components["schemas"]["RoundFairness"][];
            /** @description How to check it. */
            how: components["schemas"]["Words"];
        };
        /** @description How often games of a ruleset were abandoned, and links withheld. */
        RulesetFairness: {
            ruleset: components["schemas"]["RulesetKey"];
            /** @description Finished games. */
            games: number;
            /** @description Games that were abandoned after the first link or the first deal. */
            abandoned: number;
            /** @description Finished rounds. */
            rounds: number;
            /** @description Links of players that have shuffled a deck. */
            cuts: number;
            /** @description Links of players that are missing in a deck; each game names the causes. */
            withheld: number;
        };
        /** @description Counts of all games of this server. */
        FairnessRates: {
            rulesets: components["schemas"]["RulesetFairness"][];
        };
        /** @description How many decisions of a seat have each mark. */
        MarkCounts: {
            blunder: number;
            mistake: number;
            inaccuracy: number;
        };
        /** @description The decisions of one seat in a round. */
        SeatAnalysis: {
            /** @example 1 */
            seat: number;
            /** @description The number of decisions that count. */
            decisions: number;
            /** @description The mean of e^(-8 · loss) over these decisions; null without one. */
            accuracy: number | null;
            /** @description The sum of their losses. */
            lost: number;
            /** @description The result of the seat above the mean of all seats, plus `lost`, less the mean of what the other seats lost. So it is what the cards did, and its sum over the seats is 0. Null for an abandoned round. */
            luck: number | null;
            marks: components["schemas"]["MarkCounts"];
        };
        /**
         * @description The mark of a decision: `blunder` from a loss of 0.15, `mistake` from a loss of 0.08, `inaccuracy` from a loss of 0.03.
         * @enum {string}
         */
        Mark: "blunder" | "mistake" | "inaccuracy";
        /** @description A decision of a seat, judged by what the seat could know. */
        AnalysedDecision: {
            /**
             * @description The event of the decision, or the one with which a right to call ended unused.
             * @example 17
             */
            version: number;
            /** @example 1 */
            seat: number;
            /** @description Null for waiting. */
            chosen: components["schemas"]["Action"] | null;
            /** @description Null for waiting. */
            best: components["schemas"]["Action"] | null;
            /** @description The number of actions that were compared. */
            choices: number;
            /** @description The expected units that the chosen action lost against the best one; 0 for the best one. */
            loss: number;
            /** @description The standard error of the difference between the two. */
            error: number;
            /** @description The expected units of the seat after the chosen action. */
            value: number;
            /** @description The chance that the seat wins the round after the chosen action, by what it could know. */
            won: number;
            /** @description The chance that it loses the round after that. */
            lost: number;
            /** @description The chance that it wins the round after the best action. */
            best_won: number;
            /** @description The chance that it loses the round after that. */
            best_lost: number;
            /** @description null for a small loss. */
            mark: components["schemas"]["Mark"] | null;
            /** @description Null without a mark. */
            reason: components["schemas"]["Words"] | null;
            /**
             * @description The decision that missed the same play before; such a decision does not count again.
             * @example 17
             */
            repeats: number | null;
            /** @description The number of playouts that were compared. */
            playouts: number;
        };
        /** @description What the decisions of a finished round lost against the best ones. */
        Analysis: {
            /** @description The version of the analyser. */
            analyser: number;
            round: number;
            /** @description Points of one unit, in which losses, values and luck are measured. */
            unit: number;
            /** @description The mean accuracy of all decisions that count; null without one. */
            accuracy: number | null;
            seats: components["schemas"]["SeatAnalysis"][];
            /** @description In the order of the log. */
            decisions: components["schemas"]["AnalysedDecision"][];
        };
        /** @description How far an analysis is. */
        AnalysisProgress: {
            /** @description The number of decisions that are judged. */
            done: number;
            /** @description The number of all decisions; null before it is known. */
            total: number | null;
        };
        /** @description A hand with which a seat would call. */
        HandWait: {
            /**
             * @description The numbers of the whole hand, ascending; a joker is 0.
             * @example [
             *       3,
             *       4
             *     ]
             */
            numbers: number[];
            /** @description The chance of exactly this hand. */
            chance: number;
        };
        /** @description The chance that one seat calls on a play, or doubts it. */
        Caller: {
            /** @example 1 */
            seat: number;
            chance: number;
            /** @description Its most likely hands of that kind, the likeliest first; empty where nobody calls. */
            waits: components["schemas"]["HandWait"][];
        };
        /** @description The chance that a play is called, or doubted. */
        Danger: {
            /** @description The cards of the play. */
            cards: components["schemas"]["Card"][];
            /** @description The chance that at least one seat calls or doubts. */
            chance: number;
            /** @description The seats that may do so, the likeliest first. */
            callers: components["schemas"]["Caller"][];
        };
        /** @description The chance that the newest play of Doubt is a lie. */
        Lie: {
            /** @example 1 */
            seat: number;
            number: number;
            /** @description The number of cards laid. */
            laid: number;
            chance: number;
        };
        /** @description What each card of a seat's hand risked right after one event, by what the seat could know. */
        Moment: {
            /** @example 17 */
            version: number;
            /** @description One for each card of the hand, if it were laid alone now. Empty in rulesets without calls and doubts, and when the round is over. */
            dangers: components["schemas"]["Danger"][];
            /** @description Doubt: the newest play, if the seat could not know it. */
            lie: components["schemas"]["Lie"] | null;
        };
        /** @description Moments of a round, one for each frame of its review. */
        Dangers: {
            /** @example 17 */
            round: number;
            /** @example 1 */
            seat: number;
            moments: components["schemas"]["Moment"][];
            /** @description The `from` of the moments that follow; null at the end of the round. */
            next: number | null;
        };
        /** @description What if: the moment, the seat to play, and its actions since. */
        NewContinuation: {
            /**
             * @description The event after which the round is continued, as the review lists them.
             * @example 17
             */
            version: number;
            /**
             * @description The seat that is played by hand.
             * @example 1
             */
            seat: number;
            /** @description The actions of the seat in order, each taken when the seat has its next choice. Null stands for waiting, which is possible while `may_wait` is true. */
            actions?: (components["schemas"]["Action"] | null)[];
            /**
             * @description The strategy that plays all other seats; `careful` if it is left out.
             * @enum {string}
             */
            bots?: "novice" | "careful";
        };
        /** @description A round continued against bots, as the seat knows it. It is recorded nowhere. */
        Continuation: {
            /**
             * @description The event after which the round was continued.
             * @example 17
             */
            version: number;
            /** @example 1 */
            seat: number;
            /** @description From the last of the given actions on, or all new ones if there are none. Their events are numbered on from `version`. */
            frames: components["schemas"]["Frame"][];
            /** @description The view of the seat at the end, with the actions to choose from. Its options leave nothing to the clock, and its players are those of the real round. */
            view: components["schemas"]["View"];
            /** @description Whether the round has ended. */
            over: boolean;
            /** @description The points of each seat from the round; null before its end. */
            points: number[] | null;
            /** @description Whether null may be the next action: the seat may call or play out of turn, or not. */
            may_wait: boolean;
            /**
             * @description The version of the view.
             * @example 17
             */
            version_now: number;
        };
        /** @description The first answer to a drill. */
        DrillAnswered: {
            /** @description The place of the choice. */
            choice: number;
            right: boolean;
            /**
             * Format: date-time
             * @example 2026-11-21T03:24:00.123456Z
             */
            at: string;
        };
        /** @description A position of a finished, analysed round in which one action was clearly the best. */
        Drill: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            game: string;
            /** @example 17 */
            round: number;
            /**
             * @description The event of the decision, as in the analysis.
             * @example 17
             */
            version: number;
            /**
             * @description The event after which the seat had the choice.
             * @example 17
             */
            position: number;
            /** @example 1 */
            seat: number;
            ruleset: components["schemas"]["RulesetKey"];
            /**
             * @description Which action to take, whether to call, whether to doubt, or how to answer a window.
             * @enum {string}
             */
            asks: "play" | "call" | "doubt" | "answer";
            /** @description Whether it was the player's own decision. */
            own: boolean;
            /** @description The mark of the decision that was taken. */
            mark: components["schemas"]["Mark"] | null;
            /** @description The first answer; null before it. */
            answered: components["schemas"]["DrillAnswered"] | null;
        };
        /** @description Drills of a player: unanswered ones first, and own mistakes first among them. */
        DrillPage: {
            drills: components["schemas"]["Drill"][];
            /** @description The `cursor` of the next page. */
            next: string | null;
        };
        /** @description A drill with its position and its choices. */
        DrillQuestion: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            game: string;
            /** @example 17 */
            round: number;
            /**
             * @description The event of the decision, as in the analysis.
             * @example 17
             */
            version: number;
            /**
             * @description The event after which the seat had the choice.
             * @example 17
             */
            position: number;
            /** @example 1 */
            seat: number;
            ruleset: components["schemas"]["RulesetKey"];
            /**
             * @description Which action to take, whether to call, whether to doubt, or how to answer a window.
             * @enum {string}
             */
            asks: "play" | "call" | "doubt" | "answer";
            /** @description Whether it was the player's own decision. */
            own: boolean;
            /** @description The mark of the decision that was taken. */
            mark: components["schemas"]["Mark"] | null;
            /** @description The first answer; null before it. */
            answered: components["schemas"]["DrillAnswered"] | null;
            /** @description The position as the seat knew it. */
            frame: components["schemas"]["Frame"];
            /** @description The actions to choose from; null stands for waiting. */
            choices: (components["schemas"]["Action"] | null)[];
            players: components["schemas"]["SeatHolder"][];
            options: components["schemas"]["GameOptions"];
        };
        /** @description An answer to a drill. */
        DrillChoice: {
            /** @description Place of the choice. */
            choice: number;
        };
        /** @description The losses of all choices of a drill. */
        DrillResult: {
            /** @description The place of the choice that was sent. */
            choice: number;
            /** @description Whether it is the best one. */
            right: boolean;
            /** @description The place of the best choice. */
            best: number;
            /** @description The place of the choice that was taken in the game. */
            played: number;
            /** @description Points of one unit, in which losses are measured. */
            unit: number;
            /** @description What each choice loses against the best one, in the units of the analysis. */
            losses: number[];
            /** @description The standard errors of these losses. */
            errors: number[];
            /** @description The mark of the choice that was taken. */
            mark: components["schemas"]["Mark"] | null;
            /** @description The reason of the mark; null without a mark. */
            reason: components["schemas"]["Words"] | null;
            /** @description The first answer, which is kept; null if none is kept. */
            answered: components["schemas"]["DrillAnswered"] | null;
        };
        /** @description The drill of a day, the same for everybody, from a game of bots. */
        DailyDrill: {
            /**
             * @description The day in UTC.
             * @example 2026-11-21
             */
            day: string;
            /** @example 1 */
            seat: number;
            ruleset: components["schemas"]["RulesetKey"];
            /** @enum {string} */
            asks: "play" | "call" | "doubt" | "answer";
            /** @description The first answer of the account; null before it, and without a token. */
            answered: components["schemas"]["DrillAnswered"] | null;
            /** @description The position as the seat knew it. */
            frame: components["schemas"]["Frame"];
            /** @description The actions to choose from; null stands for waiting. */
            choices: (components["schemas"]["Action"] | null)[];
            players: components["schemas"]["SeatHolder"][];
            options: components["schemas"]["GameOptions"];
        };
        /** @description An answer to the drill of a day. */
        DailyChoice: {
            /** @description Place of the choice. */
            choice: number;
            /**
             * @description The day of the drill that is answered; by default today.
             * @example 2026-11-21
             */
            day?: string;
        };
        /** @description A comment on a moment of the round. */
        NewComment: {
            /**
             * @description The version of an event of the round: the moment of the comment.
             * @example 17
             */
            version: number;
            /** @example Here I should have called. */
            text: string;
        };
        /** @description A comment of a player on a moment. */
        Comment: {
            /** Format: uuid */
            id: string;
            /** @example 17 */
            round: number;
            /** @example 17 */
            version: number;
            /** @example 1 */
            seat: number | null;
            /** Format: uuid */
            player: string;
            /** @example Aoi */
            name: string;
            /**
             * @description Null if the comment is hidden and not mine.
             * @example Here I should have called.
             */
            text: string | null;
            /** @description Whether an admin has hidden it from others. */
            hidden: boolean;
            /**
             * Format: date-time
             * @example 2026-11-21T03:24:00.123456Z
             */
            at: string;
        };
        /** @description A page of comments, oldest first. */
        CommentPage: {
            comments: components["schemas"]["Comment"][];
            /** @description The `cursor` of the next page. */
            next: string | null;
        };
        /** @description A report of a comment of another player, in a game of mine. */
        NewCommentReport: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "comment";
            /** @example 00000000-0000-4000-8000-000000000000 */
            game: string;
            /**
             * @description The id of the comment.
             * @example 00000000-0000-4000-8000-000000000000
             */
            comment: string;
            /** @enum {string} */
            reason: "insult" | "spam" | "personal-data" | "other";
            /**
             * @description What the admins should know.
             * @example Please look at this.
             */
            text?: string;
        };
        /** @description A report of the name of another player. */
        NewNameReport: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "name";
            /** @example 00000000-0000-4000-8000-000000000000 */
            player: string;
            /** @enum {string} */
            reason: "insult" | "impersonation" | "personal-data" | "other";
            /**
             * @description What the admins should know.
             * @example Please look at this.
             */
            text?: string;
        };
        /** @description A report of a play in a game of mine, such as a call whose verdict is disputed. */
        NewPlayReport: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "play";
            /** @example 00000000-0000-4000-8000-000000000000 */
            game: string;
            /**
             * @description Of the event of a seat.
             * @example 17
             */
            version: number;
            /** @enum {string} */
            reason: "wrong-verdict" | "collusion" | "stalling" | "other";
            /**
             * @description What the admins should know.
             * @example Please look at this.
             */
            text?: string;
        };
        /** @description A report, by its kind. */
        NewReport: components["schemas"]["NewCommentReport"] | components["schemas"]["NewNameReport"] | components["schemas"]["NewPlayReport"];
        /**
         * @description What a report is about.
         * @enum {string}
         */
        ReportKind: "comment" | "name" | "play";
        /**
         * @description Why something is reported; which reasons a report may have depends on its kind.
         * @enum {string}
         */
        ReportReason: "insult" | "spam" | "personal-data" | "other" | "impersonation" | "wrong-verdict" | "collusion" | "stalling";
        /**
         * @description The status of a report.
         * @enum {string}
         */
        ReportStatus: "open" | "upheld" | "dismissed";
        /** @description A report of mine. */
        Report: {
            /** Format: uuid */
            id: string;
            /**
             * Format: date-time
             * @example 2026-11-21T03:24:00.123456Z
             */
            at: string;
            kind: components["schemas"]["ReportKind"];
            /** Format: uuid */
            game: string | null;
            /**
             * @description Of a play, or the moment of a comment.
             * @example 17
             */
            version: number | null;
            /** Format: uuid */
            comment: string | null;
            /**
             * Format: uuid
             * @description The reported player; null for a play of a bot or my own.
             */
            player: string | null;
            /**
             * @description The name that was reported.
             * @example Aoi
             */
            name: string | null;
            reason: components["schemas"]["ReportReason"];
            text: string;
            status: components["schemas"]["ReportStatus"];
            /**
             * Format: date-time
             * @example 2026-11-21T03:24:00.123456Z
             */
            decided_at: string | null;
            /**
             * @description The admin's words about the verdict.
             * @example The call was right: 7+3+2.
             */
            note: string;
        };
        /** @description A page of my reports, newest first. */
        ReportPage: {
            reports: components["schemas"]["Report"][];
            /** @description The `cursor` of the next page. */
            next: string | null;
        };
        /**
         * @description What an admin has decided about a report.
         * @enum {string}
         */
        VerdictKind: "upheld" | "dismissed";
        /**
         * @description What an admin does together with a verdict.
         * @enum {string}
         */
        Measure: "hide-comment" | "reset-name" | "suspend-player" | "abandon-game";
        /** @description A verdict about a comment, a name or a play of mine. It does not tell who has reported it. */
        ReceivedVerdict: {
            /** Format: uuid */
            id: string;
            /**
             * Format: date-time
             * @example 2026-11-21T03:24:00.123456Z
             */
            at: string;
            kind: components["schemas"]["ReportKind"];
            /** Format: uuid */
            game: string | null;
            /** @example 17 */
            version: number | null;
            verdict: components["schemas"]["VerdictKind"];
            measures: components["schemas"]["Measure"][];
            /** @example The call was right: 7+3+2. */
            note: string;
        };
        /** @description A page of verdicts about me, newest first. */
        VerdictPage: {
            verdicts: components["schemas"]["ReceivedVerdict"][];
            /** @description The `cursor` of the next page. */
            next: string | null;
        };
        /** @description A new link. This response alone shows its token; the server stores only its hash. */
        FreshShare: {
            /** Format: uuid */
            id: string;
            /**
             * Format: date-time
             * @example 2026-11-21T03:24:00.123456Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T03:24:00.123456Z
             */
            revoked_at: string | null;
            /** @example dbnshr_mU4rPCyEo6nHLqS8eL3Vw0yvQn5t2dXkZb7aJgR1hFs */
            token: string;
            /**
             * @description The page of the replay, for people.
             * @example /replay.html?share=dbnshr_mU4rPCyEo6nHLqS8eL3Vw0yvQn5t2dXkZb7aJgR1hFs
             */
            path: string;
            /**
             * @description The address of the replay in this API, for programs.
             * @example /v1/shares/dbnshr_mU4rPCyEo6nHLqS8eL3Vw0yvQn5t2dXkZb7aJgR1hFs
             */
            api_path: string;
        };
        /** @description A link to the replay of a game. */
        Share: {
            /** Format: uuid */
            id: string;
            /**
             * Format: date-time
             * @example 2026-11-21T03:24:00.123456Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T03:24:00.123456Z
             */
            revoked_at: string | null;
        };
        /** @description A page of the links that I created for a game. */
        SharePage: {
            shares: components["schemas"]["Share"][];
            /** @description The `cursor` of the next page. */
            next: string | null;
        };
        /** @description A finished game, for the holder of a link. */
        Replay: {
            /** Format: uuid */
            game: string;
            ruleset: components["schemas"]["RulesetKey"];
            options: components["schemas"]["GameOptions"];
            players: components["schemas"]["SeatHolder"][];
            rounds: components["schemas"]["FinishedRound"][];
            /** @description By seat. */
            scores: number[];
        };
        /** @description An entry of the leaderboard. */
        Ranked: {
            /** @description Finished games. */
            games: number;
            /** @description Games that ended with no better score at the table and at least one worse. */
            games_won: number;
            rounds: number;
            /** @description Rounds won. */
            wins: number;
            /** @description Rounds lost. */
            losses: number;
            points: number;
            /** @description Calls, counters and doubts made. */
            calls: number;
            /** @description Correct calls on an own card; own lies that were caught. */
            called: number;
            /** @description Own correct calls that were countered. */
            countered: number;
            false_calls: number;
            /** @description Rounds whose deck the player's own link has shuffled. */
            cuts: number;
            /** @description Rounds for which the player has an anchor and revealed no link. */
            withheld: number;
            /** @description Games that were abandoned after the first link or the first deal. */
            abandoned: number;
            /** @description Decisions in turn. `timeouts` of them are the share that ran out. */
            turns: number;
            /** @description Turns that the clock played. */
            timeouts: number;
            /** @description Calls, counters and safe doubts that would have been right, and were not made. */
            missed: number;
            ruleset: components["schemas"]["RulesetKey"];
            /** @description null before the first finished game. */
            rating: components["schemas"]["Rated"] | null;
            /**
             * @description The position, from 1.
             * @example 17
             */
            place: number;
            /**
             * Format: uuid
             * @description The player; null for a strategy.
             */
            id: string | null;
            /** @example Aoi */
            name: string;
            kind: components["schemas"]["SeatKind"];
        };
        /** @description A page of the leaderboard of a ruleset, best first. */
        Leaderboard: {
            ruleset: components["schemas"]["RulesetKey"];
            players: components["schemas"]["Ranked"][];
            /** @description The `cursor` of the next page. */
            next: string | null;
        };
        /** @description My place on a leaderboard, and the entries around it. */
        MyPlace: {
            ruleset: components["schemas"]["RulesetKey"];
            /**
             * @description null before my first finished game in the ruleset.
             * @example 17
             */
            place: number | null;
            /** @description My entry, with those above and below it, best first. Empty without a place. */
            players: components["schemas"]["Ranked"][];
        };
        /** @description My seat is in turn. */
        TurnNotification: {
            /**
             * @description The place among the notifications of the account, from 1.
             * @example 17
             */
            position: number;
            /**
             * Format: date-time
             * @example 2026-11-21T03:24:00.123456Z
             */
            at: string;
            /** Format: uuid */
            game: string;
            /**
             * @description Of the event of the game.
             * @example 17
             */
            version: number;
            ruleset: components["schemas"]["RulesetKey"];
            /**
             * @description My seat.
             * @example 1
             */
            seat: number;
            /**
             * @description What is asked: a phase of the round, or `ready` between two rounds.
             * @example asking
             */
            phase: string;
            round: number;
            /**
             * Format: date-time
             * @description Until when; null without a limit.
             * @example 2026-11-21T03:24:00.123456Z
             */
            deadline: string | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "turn";
        };
        /** @description My seat is asked about an open window, to turn a card up, or whether it is ready for the next round. */
        QuestionNotification: {
            /**
             * @description The place among the notifications of the account, from 1.
             * @example 17
             */
            position: number;
            /**
             * Format: date-time
             * @example 2026-11-21T03:24:00.123456Z
             */
            at: string;
            /** Format: uuid */
            game: string;
            /**
             * @description Of the event of the game.
             * @example 17
             */
            version: number;
            ruleset: components["schemas"]["RulesetKey"];
            /**
             * @description My seat.
             * @example 1
             */
            seat: number;
            /**
             * @description What is asked: a phase of the round, or `ready` between two rounds.
             * @example asking
             */
            phase: string;
            round: number;
            /**
             * Format: date-time
             * @description Until when; null without a limit.
             * @example 2026-11-21T03:24:00.123456Z
             */
            deadline: string | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "question";
        };
        /** @description A game of mine has begun. */
        StartedNotification: {
            /**
             * @description The place among the notifications of the account, from 1.
             * @example 17
             */
            position: number;
            /**
             * Format: date-time
             * @example 2026-11-21T03:24:00.123456Z
             */
            at: string;
            /** Format: uuid */
            game: string;
            /**
             * @description Of the event of the game.
             * @example 17
             */
            version: number;
            ruleset: components["schemas"]["RulesetKey"];
            /**
             * @description My seat.
             * @example 1
             */
            seat: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "started";
        };
        /** @description A game of mine is over. */
        EndedNotification: {
            /**
             * @description The place among the notifications of the account, from 1.
             * @example 17
             */
            position: number;
            /**
             * Format: date-time
             * @example 2026-11-21T03:24:00.123456Z
             */
            at: string;
            /** Format: uuid */
            game: string;
            /**
             * @description Of the event of the game.
             * @example 17
             */
            version: number;
            ruleset: components["schemas"]["RulesetKey"];
            /**
             * @description My seat.
             * @example 1
             */
            seat: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "ended";
            /** @enum {string} */
            status: "finished" | "abandoned";
        };
        /** @description Another player has commented on a round of a game of mine. */
        CommentedNotification: {
            /**
             * @description The place among the notifications of the account, from 1.
             * @example 17
             */
            position: number;
            /**
             * Format: date-time
             * @example 2026-11-21T03:24:00.123456Z
             */
            at: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "commented";
            /** Format: uuid */
            game: string;
            /**
             * @description Of the event on which the comment is.
             * @example 17
             */
            version: number;
            round: number;
            /** Format: uuid */
            comment: string;
            /**
             * Format: uuid
             * @description The author.
             */
            player: string;
        };
        /** @description A webhook of mine has failed for three days and gets no more deliveries. */
        WebhookDisabledNotification: {
            /**
             * @description The place among the notifications of the account, from 1.
             * @example 17
             */
            position: number;
            /**
             * Format: date-time
             * @example 2026-11-21T03:24:00.123456Z
             */
            at: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "webhook-disabled";
            /** Format: uuid */
            webhook: string;
        };
        /** @description A test of a webhook, which only that webhook gets. */
        TestNotification: {
            /** @description Always 0. */
            position: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "test";
            /**
             * Format: date-time
             * @example 2026-11-21T03:24:00.123456Z
             */
            at: string;
        };
        /** @description An admin has decided a report of mine. */
        ReportDecidedNotification: {
            /**
             * @description The place among the notifications of the account, from 1.
             * @example 17
             */
            position: number;
            /**
             * Format: date-time
             * @example 2026-11-21T03:24:00.123456Z
             */
            at: string;
            about: components["schemas"]["ReportKind"];
            verdict: components["schemas"]["VerdictKind"];
            /**
             * Format: uuid
             * @description Of a comment or a play.
             */
            game?: string;
            /**
             * @description Of a play.
             * @example 17
             */
            version?: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "report-decided";
            /** Format: uuid */
            report: string;
        };
        /** @description An admin has decided about a comment, the name or a play of mine. */
        VerdictNotification: {
            /**
             * @description The place among the notifications of the account, from 1.
             * @example 17
             */
            position: number;
            /**
             * Format: date-time
             * @example 2026-11-21T03:24:00.123456Z
             */
            at: string;
            about: components["schemas"]["ReportKind"];
            verdict: components["schemas"]["VerdictKind"];
            /**
             * Format: uuid
             * @description Of a comment or a play.
             */
            game?: string;
            /**
             * @description Of a play.
             * @example 17
             */
            version?: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "verdict";
            /** @description What the admin has done. */
            measures: components["schemas"]["Measure"][];
        };
        /** @description A notification, told apart by `kind`. More kinds may come: ignore an unknown one. */
        Notification: components["schemas"]["TurnNotification"] | components["schemas"]["QuestionNotification"] | components["schemas"]["StartedNotification"] | components["schemas"]["EndedNotification"] | components["schemas"]["CommentedNotification"] | components["schemas"]["WebhookDisabledNotification"] | components["schemas"]["TestNotification"] | components["schemas"]["ReportDecidedNotification"] | components["schemas"]["VerdictNotification"];
        /** @description The data of `event: missed`: notifications up to this position are no longer kept. */
        Missed: {
            /** @example 17 */
            until: number;
        };
        /** @description The data of a message of the account's stream. Only a notification has a `kind`. */
        AccountMessage: components["schemas"]["Notification"] | components["schemas"]["Missed"] | components["schemas"]["StreamTime"] | components["schemas"]["StreamEnd"];
        /** @description A page of the web client, or of another one. */
        OpenPage: {
            /**
             * @description Whether I can see the page now.
             * @example true
             */
            visible: boolean;
        };
        /** @description A browser that gets web pushes. */
        PushSubscription: {
            /** Format: uuid */
            id: string;
            /**
             * @description Of its push service.
             * @example push.example.org
             */
            host: string;
            /** @enum {string} */
            language: "en" | "ja";
            /**
             * Format: date-time
             * @example 2026-11-21T03:24:00.123456Z
             */
            created_at: string;
            /** @description Whether it was made with the token of this request. */
            own: boolean;
        };
        /** @description All browsers of the account, oldest first. */
        PushSubscriptionList: {
            /**
             * @description The server's public key, the `applicationServerKey` of a new subscription.
             * @example BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8
             */
            key: string;
            subscriptions: components["schemas"]["PushSubscription"][];
        };
        /** @description The keys of a browser's subscription, in base64url. */
        PushKeys: {
            /** @example BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4 */
            p256dh: string;
            /** @example BTBZMqHH6r4Tts7J_aSIgg */
            auth: string;
        };
        /** @description A browser's subscription, as its `PushSubscription.toJSON` returns it, with a language. */
        NewPushSubscription: {
            /**
             * Format: uri
             * @description An https address of a public host.
             * @example https://push.example.org/send/4VZpLnUQ
             */
            endpoint: string;
            /**
             * @example {
             *       "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
             *       "auth": "BTBZMqHH6r4Tts7J_aSIgg"
             *     }
             */
            keys: components["schemas"]["PushKeys"];
            /**
             * @description Of the texts that the browser shows; `en` by default.
             * @enum {string}
             */
            language?: "en" | "ja";
            /** @description Ignored. */
            expirationTime?: number | null;
        };
        /** @description A webhook. `failing_since` is set after a failure until the next success. */
        Webhook: {
            /** Format: uuid */
            id: string;
            /** @example https://example.org/dobon */
            url: string;
            enabled: boolean;
            /**
             * Format: date-time
             * @example 2026-11-21T03:24:00.123456Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T03:24:00.123456Z
             */
            failing_since: string | null;
            /**
             * Format: date-time
             * @description Set if three days of failures have disabled it.
             * @example 2026-11-21T03:24:00.123456Z
             */
            disabled_at: string | null;
        };
        /** @description All webhooks of the account, oldest first. */
        WebhookList: {
            webhooks: components["schemas"]["Webhook"][];
        };
        /** @description A webhook to create. */
        NewWebhook: {
            /**
             * Format: uri
             * @description An https address of a public host.
             * @example https://example.org/dobon
             */
            url: string;
        };
        /** @description A new webhook. This response alone shows its secret, which signs the deliveries. */
        FreshWebhook: {
            /** Format: uuid */
            id: string;
            /** @example https://example.org/dobon */
            url: string;
            enabled: boolean;
            /**
             * Format: date-time
             * @example 2026-11-21T03:24:00.123456Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T03:24:00.123456Z
             */
            failing_since: string | null;
            /**
             * Format: date-time
             * @description Set if three days of failures have disabled it.
             * @example 2026-11-21T03:24:00.123456Z
             */
            disabled_at: string | null;
            /** @example whsec_bVU0clBDeUVvNm5ITHFTOGVMM1Z3MHl2UW41dDJkWGs= */
            secret: string;
        };
        /** @description Changes of a webhook. */
        ChangedWebhook: {
            /**
             * Format: uri
             * @description An https address of a public host.
             * @example https://example.org/dobon
             */
            url?: string;
            /** @description true also forgets the failures so far. */
            enabled?: boolean;
        };
        /** @description A delivery; `id` is the `webhook-id` of all its attempts. */
        Delivery: {
            /** Format: uuid */
            id: string;
            /**
             * @description Of the notification.
             * @example turn
             */
            kind: string;
            /**
             * Format: date-time
             * @example 2026-11-21T03:24:00.123456Z
             */
            created_at: string;
            /** @enum {string} */
            status: "pending" | "delivered" | "failed";
            attempts: number;
            /**
             * Format: date-time
             * @description The next attempt.
             * @example 2026-11-21T03:24:00.123456Z
             */
            due_at: string | null;
            /** @description The status code of the last answer. */
            answer: number | null;
            /**
             * @description Why the last attempt failed.
             * @example The receiver did not answer in time.
             */
            error: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T03:24:00.123456Z
             */
            ended_at: string | null;
        };
        /** @description A page of deliveries, newest first. */
        DeliveryPage: {
            deliveries: components["schemas"]["Delivery"][];
            /** @description The `cursor` of the next page. */
            next: string | null;
        };
        /** @description A call with its game and player. */
        FoundClaim: {
            /** @example 17 */
            version: number;
            /** @example 17 */
            round: number;
            /** @example 1 */
            seat: number;
            kind: components["schemas"]["CallKind"];
            /** @example 17 */
            on: number;
            /** @description Dobon: the card called. */
            card?: components["schemas"]["SeenCard"];
            /** @description Dobon: the caller's hand. */
            hand?: components["schemas"]["SeenCard"][];
            /** @description Dobon: the formulas by which the hand makes the card's number. */
            formulas?: string[];
            /** @description Doubt: the announcement. */
            claimed?: components["schemas"]["SaidOf"];
            /** @description Doubt: the cards of the play. */
            cards?: components["schemas"]["SeenCard"][];
            /** @description Whether the call was correct. */
            valid: boolean;
            /**
             * Format: date-time
             * @example 2026-11-21T03:24:00.123456Z
             */
            at: string;
            /** Format: uuid */
            game: string;
            ruleset: components["schemas"]["RulesetKey"];
            /**
             * Format: uuid
             * @description The player who called; null for a bot.
             */
            player: string | null;
            /**
             * @description The present name of the player; null for a bot.
             * @example Aoi
             */
            name: string | null;
        };
        /** @description A page of calls, newest first. Calls of running rounds are left out. */
        FoundClaimPage: {
            claims: components["schemas"]["FoundClaim"][];
            /** @description The `cursor` of the next page. */
            next: string | null;
        };
        /** @description A call judged again from the log up to it alone. */
        Judgement: {
            /**
             * @description The `on` that a call needed then.
             * @example 17
             */
            on: number;
            kind: components["schemas"]["CallKind"];
            /** @description Whether the rules allowed the seat to call. */
            permitted: boolean;
            hand?: components["schemas"]["SeenCard"][];
            card?: components["schemas"]["SeenCard"];
            formulas?: string[];
            claimed?: components["schemas"]["SaidOf"];
            cards?: components["schemas"]["SeenCard"][];
            valid: boolean;
        };
        /** @description A recorded call beside its new judgement. */
        JudgedClaim: {
            /** Format: uuid */
            game: string;
            /** @example 17 */
            version: number;
            recorded: components["schemas"]["Claim"];
            judged: components["schemas"]["Judgement"];
            agrees: boolean;
        };
        /** @description Recomputed digests and seals of a game. */
        Integrity: {
            /** Format: uuid */
            game: string;
            /** @example 17 */
            version: number;
            /**
             * @description As stored in the game's row.
             * @example 3f0a377ba0a4a460ecb616f6507ce0d8cfa3e704025d4fda3ed0c5ca05468728
             */
            head: string;
            /**
             * @description As computed from the log.
             * @example 3f0a377ba0a4a460ecb616f6507ce0d8cfa3e704025d4fda3ed0c5ca05468728
             */
            computed: string;
            intact: boolean;
            /** @example 17 */
            first_bad: number | null;
            problem: string | null;
        };
        /** @description A game that cannot be read and is set aside. */
        DamagedGame: {
            /** Format: uuid */
            game: string;
            /**
             * Format: date-time
             * @example 2026-11-21T03:24:00.123456Z
             */
            found_at: string;
            /**
             * @description The error of the read.
             * @example invalid page in block 7 of relation base/16384/16403
             */
            reason: string;
        };
        /** @description A page of games that are set aside, by id. */
        DamagedGamePage: {
            games: components["schemas"]["DamagedGame"][];
            /** @description The `cursor` of the next page. */
            next: string | null;
        };
        /** @description The part of all logs to check, and the reason. */
        NewCheck: {
            /**
             * @description `next` of the previous part; left out for the first part.
             * @example 00000000-0000-4000-8000-000000000000
             */
            after?: string;
            /** @description The most games of the part; the default is 100. */
            limit?: number;
            /** @example weekly check */
            reason?: string;
        };
        /** @description A part of a check of all logs. */
        CheckedPart: {
            /** @description Games in this part. */
            checked: number;
            /** @description All games. */
            games: number;
            /** @description Events in this part. */
            events: number;
            /** @description Games that are not intact. */
            broken: components["schemas"]["Integrity"][];
            /** @description `after` of the next part; null after the last part. */
            next: string | null;
        };
        /**
         * @description The kind of an act.
         * @enum {string}
         */
        AdminActKind: "abandon-game" | "suspend-player" | "lift-suspension" | "rebuild-projection" | "check-integrity" | "put-back-game" | "hide-comment" | "show-comment" | "reset-name" | "uphold-report" | "dismiss-report" | "erase-player";
        /** @description An act of an admin. */
        AdminAct: {
            /** Format: uuid */
            id: string;
            /**
             * Format: date-time
             * @example 2026-11-21T03:24:00.123456Z
             */
            at: string;
            /**
             * Format: uuid
             * @description The admin's account.
             */
            actor: string;
            kind: components["schemas"]["AdminActKind"];
            /**
             * @description Id of a game, player, comment or report, or name of a projection; `all` for all games.
             * @example statistics
             */
            subject: string;
            /** @example the players asked for it */
            reason: string;
        };
        /** @description A page of acts, newest first. */
        AdminActPage: {
            acts: components["schemas"]["AdminAct"][];
            /** @description The `cursor` of the next page. */
            next: string | null;
        };
        /** @description The reason of an act. It is recorded with the admin's account and shown to admins alone. */
        NewAct: {
            /** @example the players asked for it */
            reason: string;
        };
        /** @description A game that an admin has abandoned. */
        Abandoned: {
            /** Format: uuid */
            game: string;
            /** @enum {string} */
            status: "abandoned";
            /** @example 17 */
            version: number;
            /** @example 3f0a377ba0a4a460ecb616f6507ce0d8cfa3e704025d4fda3ed0c5ca05468728 */
            head: string;
        };
        /** @description A game that runs again. */
        PutBack: {
            /** Format: uuid */
            game: string;
            act: components["schemas"]["AdminAct"];
        };
        /** @description The reason of a suspension, and its end. */
        NewSuspension: {
            /** @example the players asked for it */
            reason: string;
            /**
             * @description The end; null or left out for a suspension without an end.
             * @example 2126-11-21T03:24:00Z
             */
            until?: string | null;
        };
        /** @description Whether the account of a player is suspended. */
        Suspension: {
            /** Format: uuid */
            player: string;
            suspended: boolean;
            /**
             * Format: date-time
             * @description The end of the suspension; null without one.
             * @example 2026-11-21T03:24:00.123456Z
             */
            until: string | null;
            act: components["schemas"]["AdminAct"];
        };
        /**
         * @description A projection: a table that is rebuilt from the logs.
         * @enum {string}
         */
        ProjectionName: "claims" | "folds" | "statistics";
        /** @description A rebuild of a projection. */
        Rebuild: {
            /** @example 17 */
            build: number;
            running: boolean;
            /** @description Games rebuilt so far. */
            games: number;
            /** @description Rows that differ between the live projection and the rebuild. */
            differences: number;
            first_difference: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T03:24:00.123456Z
             */
            started_at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T03:24:00.123456Z
             */
            ended_at: string | null;
        };
        /** @description A projection and its lag behind the logs. */
        Projection: {
            name: components["schemas"]["ProjectionName"];
            /**
             * @description The build in use.
             * @example 17
             */
            build: number;
            /** @description All games. */
            games: number;
            /** @description Games with events that the projection has not read, counted up to 1000. */
            behind: number;
            /**
             * Format: date-time
             * @description Time of the oldest unread event of these games.
             * @example 2026-11-21T03:24:00.123456Z
             */
            since: string | null;
            rebuild: components["schemas"]["Rebuild"] | null;
        };
        /** @description All projections. */
        ProjectionList: {
            projections: components["schemas"]["Projection"][];
        };
        /** @description A player with the present name; an erased player has the name `-`. */
        Person: {
            /** Format: uuid */
            id: string;
            /** @example Aoi */
            name: string;
        };
        /** @description A report in the list of admins. */
        ReportEntry: {
            /** Format: uuid */
            id: string;
            /**
             * Format: date-time
             * @example 2026-11-21T03:24:00.123456Z
             */
            at: string;
            kind: components["schemas"]["ReportKind"];
            reason: components["schemas"]["ReportReason"];
            text: string;
            status: components["schemas"]["ReportStatus"];
            /** @description Null after an erasure. */
            reporter: components["schemas"]["Person"] | null;
            /** @description Null for a play of a bot or of the reporter. */
            reported: components["schemas"]["Person"] | null;
            /** Format: uuid */
            game: string | null;
            /** @example 17 */
            version: number | null;
            /** Format: uuid */
            comment: string | null;
            /**
             * @description The name that was reported.
             * @example Aoi
             */
            name: string | null;
        };
        /** @description A page of reports: open ones oldest first, decided ones newest first. */
        ReportEntryPage: {
            reports: components["schemas"]["ReportEntry"][];
            /** @description The `cursor` of the next page. */
            next: string | null;
        };
        /** @description A name that a player has or had. */
        KnownName: {
            /** @example Aoi */
            name: string;
            /**
             * Format: date-time
             * @example 2026-11-21T03:24:00.123456Z
             */
            since: string;
            /**
             * Format: date-time
             * @description Null for the present name.
             * @example 2026-11-21T03:24:00.123456Z
             */
            until: string | null;
        };
        /** @description A player with everything that a verdict may depend on. */
        ModeratedPlayer: {
            /** Format: uuid */
            id: string;
            /** @example Aoi */
            name: string;
            /**
             * Format: date-time
             * @example 2026-11-21T03:24:00.123456Z
             */
            created_at: string;
            erased: boolean;
            suspended: boolean;
            /**
             * Format: date-time
             * @description Null without an end.
             * @example 2026-11-21T03:24:00.123456Z
             */
            suspended_until: string | null;
            /** @description The present one first. */
            names: components["schemas"]["KnownName"][];
            /** @description The number of reports about the player, by status. */
            reports: {
                [key: string]: number;
            };
            /** @description The last acts, newest first. */
            acts: components["schemas"]["AdminAct"][];
        };
        /** @description A player of a game, by seat. */
        SeatedPlayer: {
            /** @example 1 */
            seat: number;
            /**
             * Format: uuid
             * @description Null for a bot.
             */
            id: string | null;
            kind: components["schemas"]["SeatKind"];
            /** @description The strategy that plays for the seat. */
            bot: components["schemas"]["Strategy"] | null;
            /** @example Aoi */
            name: string;
        };
        /** @description A play at its moment. Hands and judgements are there after the end of the round. */
        ReportedPlay: {
            ruleset: components["schemas"]["RulesetKey"];
            status: components["schemas"]["GameStatus"];
            /** @example 17 */
            round: number;
            round_over: boolean;
            players: components["schemas"]["SeatedPlayer"][];
            /** @description Of a call, judged again. */
            claim: components["schemas"]["JudgedClaim"] | null;
            /** @description The table right after the play. */
            frame: components["schemas"]["Frame"] | null;
            /** @description The events around the play; of a call from the play that it was made on. Without envelopes before the end of the round. */
            events: components["schemas"]["Event"][];
        };
        /** @description A report with everything that is needed for a verdict. */
        ReportFile: {
            report: components["schemas"]["ReportEntry"];
            /** @description Other open reports about the same thing; a verdict decides all. */
            same_subject: number;
            /** @description What a verdict may do. */
            measures: components["schemas"]["Measure"][];
            comment: components["schemas"]["Comment"] | null;
            player: components["schemas"]["ModeratedPlayer"] | null;
            play: components["schemas"]["ReportedPlay"] | null;
            /** @description The acts of the verdict. */
            acts: components["schemas"]["AdminAct"][];
        };
        /** @description A verdict about a report, with the measures that are taken together with it. */
        NewVerdict: {
            /** @example the players asked for it */
            reason: string;
            verdict: components["schemas"]["VerdictKind"];
            /**
             * @description For the reporters and the reported player.
             * @example The call was right: 7+3+2.
             */
            note?: string;
            /**
             * @description Those that the report allows; none if it is dismissed.
             * @example [
             *       "suspend-player"
             *     ]
             */
            measures?: components["schemas"]["Measure"][];
            /**
             * @description The end of the suspension; null or left out for one without an end.
             * @example 2126-11-21T03:24:00Z
             */
            until?: string | null;
        };
        /** @description A verdict that was given, and the acts that were recorded. */
        Decided: {
            /** Format: uuid */
            report: string;
            verdict: components["schemas"]["VerdictKind"];
            acts: components["schemas"]["AdminAct"][];
        };
        /** @description A player found by a present or old name. */
        FoundPlayer: {
            /** Format: uuid */
            id: string;
            /** @example Aoi */
            name: string;
            /**
             * @description The name that was found.
             * @example AOI
             */
            matched: string;
            /**
             * Format: date-time
             * @example 2026-11-21T03:24:00.123456Z
             */
            created_at: string;
            suspended: boolean;
            /**
             * Format: date-time
             * @example 2026-11-21T03:24:00.123456Z
             */
            suspended_until: string | null;
        };
        /** @description A page of players, by the names that were found. */
        FoundPlayerPage: {
            players: components["schemas"]["FoundPlayer"][];
            /** @description The `cursor` of the next page. */
            next: string | null;
        };
        /** @description The new name of a player. */
        NameReset: {
            /** Format: uuid */
            player: string;
            /** @example Player 482913 */
            name: string;
            act: components["schemas"]["AdminAct"];
        };
        /** @description Whether a comment is hidden. */
        HiddenComment: {
            /** Format: uuid */
            comment: string;
            hidden: boolean;
            act: components["schemas"]["AdminAct"];
        };
        /** @description The process answers. */
        Health: {
            /** @enum {string} */
            status: "ok";
        };
        /** @description The server is ready for requests. */
        Readiness: {
            /** @enum {string} */
            status: "ready";
            /** @example 0001 */
            migration: string;
        };
    };
    responses: {
        /** @description The request cannot be read. */
        BadRequest: {
            headers: {
                "Content-Language": components["headers"]["Content-Language"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A valid token is required. */
        Unauthorized: {
            headers: {
                "Content-Language": components["headers"]["Content-Language"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The token does not allow the operation. */
        Forbidden: {
            headers: {
                "Content-Language": components["headers"]["Content-Language"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The resource does not exist or is not visible to the account. */
        NotFound: {
            headers: {
                "Content-Language": components["headers"]["Content-Language"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The request body did not arrive in time. */
        RequestTimeout: {
            headers: {
                "Content-Language": components["headers"]["Content-Language"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The state of the game does not allow the operation. */
        Conflict: {
            headers: {
                "Content-Language": components["headers"]["Content-Language"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The game has another version than `If-Match` names. */
        PreconditionFailed: {
            headers: {
                "Content-Language": components["headers"]["Content-Language"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The request body is too large. */
        ContentTooLarge: {
            headers: {
                "Content-Language": components["headers"]["Content-Language"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The request body is not JSON. */
        UnsupportedMediaType: {
            headers: {
                "Content-Language": components["headers"]["Content-Language"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The request has invalid values. */
        UnprocessableContent: {
            headers: {
                "Content-Language": components["headers"]["Content-Language"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A limit is reached. */
        TooManyRequests: {
            headers: {
                "Content-Language": components["headers"]["Content-Language"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The server failed. */
        InternalServerError: {
            headers: {
                "Content-Language": components["headers"]["Content-Language"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The server cannot answer now. */
        ServiceUnavailable: {
            headers: {
                "Content-Language": components["headers"]["Content-Language"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Any other problem, such as one that a proxy reports. */
        Problem: {
            headers: {
                "Content-Language": components["headers"]["Content-Language"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description The language of the title and the detail, chosen by `Accept-Language`. */
        "Content-Language": "en" | "ja";
        /** @description The entity tag of the answer. `If-None-Match` accepts it and, if it is that of a view, `If-Match`. The tag of a view changes with its version, and when actions are allowed that had to wait; `now` is not part of it. */
        ETag: string;
        /** @description The path of what was created. */
        Location: string;
        /** @description For each allowance that the request was charged to: `r`, the requests left, and `t`, the seconds until its window ends (draft-ietf-httpapi-ratelimit-headers-10). Other answers have this header too. */
        RateLimit: string;
        /** @description For each of these allowances: `q`, its requests, and `w`, its window in seconds. */
        "RateLimit-Policy": string;
        /** @description Seconds after which the request can be sent again. */
        "Retry-After": number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    create_player: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random UUID. A request repeated with its key is done once and gets the same answer each time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewPlayer"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FreshPlayer"];
                };
            };
            /** @description `bad-header`: A request header is invalid; `bad-number`: A number is too large; `bad-text`: A string contains invalid characters; `duplicate-key`: Object keys must be unique; `empty-body`: The request body is missing; `malformed-json`: The request body is not valid JSON; `too-deep`: The request body is nested too deeply */
            400: components["responses"]["BadRequest"];
            /** @description `body-too-slow`: The request body did not arrive in time */
            408: components["responses"]["RequestTimeout"];
            /** @description `name-not-allowed`: Players would take the name for one of the server; `name-reserved`: The name is reserved for another player */
            409: components["responses"]["Conflict"];
            /** @description `body-too-large`: The request body is too large */
            413: components["responses"]["ContentTooLarge"];
            /** @description `unsupported-media-type`: The request body must be JSON */
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `bad-body`: The request body has invalid fields; `key-reused`: The idempotency key was used for a different request */
            422: components["responses"]["UnprocessableContent"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    get_me: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Profile"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    erase_me: {
        parameters: {
            query?: {
                /** @description `true` takes the step although it cannot be taken back. */
                confirm?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `not-confirmed`: The step has to be confirmed */
            409: components["responses"]["Conflict"];
            /** @description `bad-parameter`: A query parameter is invalid */
            422: components["responses"]["UnprocessableContent"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `busy`: The game is busy; `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    change_me: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewPlayer"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Player"];
                };
            };
            /** @description `bad-number`: A number is too large; `bad-text`: A string contains invalid characters; `duplicate-key`: Object keys must be unique; `empty-body`: The request body is missing; `malformed-json`: The request body is not valid JSON; `too-deep`: The request body is nested too deeply */
            400: components["responses"]["BadRequest"];
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `body-too-slow`: The request body did not arrive in time */
            408: components["responses"]["RequestTimeout"];
            /** @description `name-barred`: An admin has reset this name; `name-not-allowed`: Players would take the name for one of the server; `name-reserved`: The name is reserved for another player */
            409: components["responses"]["Conflict"];
            /** @description `body-too-large`: The request body is too large */
            413: components["responses"]["ContentTooLarge"];
            /** @description `unsupported-media-type`: The request body must be JSON */
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `bad-body`: The request body has invalid fields */
            422: components["responses"]["UnprocessableContent"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    export_me: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountExport"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    rotate_session: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 200 visible ASCII characters. A request repeated with its key is done once and gets the same answer each time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FreshToken"];
                };
            };
            /** @description `bad-header`: A request header is invalid */
            400: components["responses"]["BadRequest"];
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    revoke_token: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    get_player: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the player. */
                player: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Profile"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `no-such-player`: The player does not exist; `not-found`: Not found */
            404: components["responses"]["NotFound"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    get_history: {
        parameters: {
            query?: {
                ruleset?: components["schemas"]["RulesetKey"];
                /** @description The `next` of the page before. */
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                /** @description The id of the player. */
                player: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlayerHistory"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `no-such-player`: The player does not exist; `not-found`: Not found */
            404: components["responses"]["NotFound"];
            /** @description `bad-parameter`: A query parameter is invalid */
            422: components["responses"]["UnprocessableContent"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    get_ratings: {
        parameters: {
            query: {
                ruleset: components["schemas"]["RulesetKey"];
            };
            header?: never;
            path: {
                /** @description The id of the player. */
                player: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RatingHistory"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `no-such-player`: The player does not exist; `not-found`: Not found */
            404: components["responses"]["NotFound"];
            /** @description `bad-parameter`: A query parameter is invalid */
            422: components["responses"]["UnprocessableContent"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    create_sign_in_options: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyOptions"];
                };
            };
            /** @description `no-passkeys`: Passkeys are not available at this address */
            409: components["responses"]["Conflict"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    sign_in_by_passkey: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random UUID. A request repeated with its key is done once and gets the same answer each time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasskeySignIn"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FreshSession"];
                };
            };
            /** @description `bad-header`: A request header is invalid; `bad-number`: A number is too large; `bad-text`: A string contains invalid characters; `duplicate-key`: Object keys must be unique; `empty-body`: The request body is missing; `malformed-json`: The request body is not valid JSON; `too-deep`: The request body is nested too deeply */
            400: components["responses"]["BadRequest"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `no-such-player`: The player does not exist */
            404: components["responses"]["NotFound"];
            /** @description `body-too-slow`: The request body did not arrive in time */
            408: components["responses"]["RequestTimeout"];
            /** @description `no-passkeys`: Passkeys are not available at this address */
            409: components["responses"]["Conflict"];
            /** @description `body-too-large`: The request body is too large */
            413: components["responses"]["ContentTooLarge"];
            /** @description `unsupported-media-type`: The request body must be JSON */
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `bad-body`: The request body has invalid fields; `bad-passkey`: The passkey was not accepted; `key-reused`: The idempotency key was used for a different request */
            422: components["responses"]["UnprocessableContent"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    sign_in_by_recovery_code: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random UUID. A request repeated with its key is done once and gets the same answer each time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CodeSignIn"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FreshSession"];
                };
            };
            /** @description `bad-header`: A request header is invalid; `bad-number`: A number is too large; `bad-text`: A string contains invalid characters; `duplicate-key`: Object keys must be unique; `empty-body`: The request body is missing; `malformed-json`: The request body is not valid JSON; `too-deep`: The request body is nested too deeply */
            400: components["responses"]["BadRequest"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `no-such-player`: The player does not exist */
            404: components["responses"]["NotFound"];
            /** @description `body-too-slow`: The request body did not arrive in time */
            408: components["responses"]["RequestTimeout"];
            /** @description `body-too-large`: The request body is too large */
            413: components["responses"]["ContentTooLarge"];
            /** @description `unsupported-media-type`: The request body must be JSON */
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `bad-body`: The request body has invalid fields; `bad-code`: The code was not accepted; `key-reused`: The idempotency key was used for a different request */
            422: components["responses"]["UnprocessableContent"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    sign_in_by_device_link: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random UUID. A request repeated with its key is done once and gets the same answer each time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CodeSignIn"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FreshSession"];
                };
            };
            /** @description `bad-header`: A request header is invalid; `bad-number`: A number is too large; `bad-text`: A string contains invalid characters; `duplicate-key`: Object keys must be unique; `empty-body`: The request body is missing; `malformed-json`: The request body is not valid JSON; `too-deep`: The request body is nested too deeply */
            400: components["responses"]["BadRequest"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `no-such-player`: The player does not exist */
            404: components["responses"]["NotFound"];
            /** @description `body-too-slow`: The request body did not arrive in time */
            408: components["responses"]["RequestTimeout"];
            /** @description `body-too-large`: The request body is too large */
            413: components["responses"]["ContentTooLarge"];
            /** @description `unsupported-media-type`: The request body must be JSON */
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `bad-body`: The request body has invalid fields; `bad-code`: The code was not accepted; `key-reused`: The idempotency key was used for a different request */
            422: components["responses"]["UnprocessableContent"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    list_sessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionList"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    end_other_sessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    end_session: {
        parameters: {
            query?: {
                /** @description `true` takes the step although it cannot be taken back. */
                confirm?: boolean;
            };
            header?: never;
            path: {
                /** @description The id of the session. */
                session: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `no-such-session`: You have no such session; `not-found`: Not found */
            404: components["responses"]["NotFound"];
            /** @description `last-way-in`: This is the last way into the account */
            409: components["responses"]["Conflict"];
            /** @description `bad-parameter`: A query parameter is invalid */
            422: components["responses"]["UnprocessableContent"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    change_session: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the session. */
                session: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SessionChange"];
            };
        };
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `bad-number`: A number is too large; `bad-text`: A string contains invalid characters; `duplicate-key`: Object keys must be unique; `empty-body`: The request body is missing; `malformed-json`: The request body is not valid JSON; `too-deep`: The request body is nested too deeply */
            400: components["responses"]["BadRequest"];
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `no-such-session`: You have no such session; `not-found`: Not found */
            404: components["responses"]["NotFound"];
            /** @description `body-too-slow`: The request body did not arrive in time */
            408: components["responses"]["RequestTimeout"];
            /** @description `body-too-large`: The request body is too large */
            413: components["responses"]["ContentTooLarge"];
            /** @description `unsupported-media-type`: The request body must be JSON */
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `bad-body`: The request body has invalid fields */
            422: components["responses"]["UnprocessableContent"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    create_passkey_options: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyOptions"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `no-passkeys`: Passkeys are not available at this address */
            409: components["responses"]["Conflict"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    list_passkeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyList"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    add_passkey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewPasskey"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyEntry"];
                };
            };
            /** @description `bad-number`: A number is too large; `bad-text`: A string contains invalid characters; `duplicate-key`: Object keys must be unique; `empty-body`: The request body is missing; `malformed-json`: The request body is not valid JSON; `too-deep`: The request body is nested too deeply */
            400: components["responses"]["BadRequest"];
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `body-too-slow`: The request body did not arrive in time */
            408: components["responses"]["RequestTimeout"];
            /** @description `no-passkeys`: Passkeys are not available at this address; `too-many-passkeys`: Too many passkeys */
            409: components["responses"]["Conflict"];
            /** @description `body-too-large`: The request body is too large */
            413: components["responses"]["ContentTooLarge"];
            /** @description `unsupported-media-type`: The request body must be JSON */
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `bad-body`: The request body has invalid fields; `bad-passkey`: The passkey was not accepted */
            422: components["responses"]["UnprocessableContent"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    remove_passkey: {
        parameters: {
            query?: {
                /** @description `true` takes the step although it cannot be taken back. */
                confirm?: boolean;
            };
            header?: never;
            path: {
                /** @description The id of the passkey. */
                passkey: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `no-such-passkey`: You have no such passkey; `not-found`: Not found */
            404: components["responses"]["NotFound"];
            /** @description `last-way-in`: This is the last way into the account */
            409: components["responses"]["Conflict"];
            /** @description `bad-parameter`: A query parameter is invalid */
            422: components["responses"]["UnprocessableContent"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    change_passkey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the passkey. */
                passkey: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasskeyChange"];
            };
        };
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `bad-number`: A number is too large; `bad-text`: A string contains invalid characters; `duplicate-key`: Object keys must be unique; `empty-body`: The request body is missing; `malformed-json`: The request body is not valid JSON; `too-deep`: The request body is nested too deeply */
            400: components["responses"]["BadRequest"];
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `no-such-passkey`: You have no such passkey; `not-found`: Not found */
            404: components["responses"]["NotFound"];
            /** @description `body-too-slow`: The request body did not arrive in time */
            408: components["responses"]["RequestTimeout"];
            /** @description `body-too-large`: The request body is too large */
            413: components["responses"]["ContentTooLarge"];
            /** @description `unsupported-media-type`: The request body must be JSON */
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `bad-body`: The request body has invalid fields */
            422: components["responses"]["UnprocessableContent"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    count_recovery_codes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CodesLeft"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    create_recovery_codes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FreshCodes"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    create_device_link: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FreshDeviceLink"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    get_device_link: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the code for a device. */
                link: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeviceLinkEntry"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `no-such-device-link`: You have no such code for a device; `not-found`: Not found */
            404: components["responses"]["NotFound"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    list_rulesets: {
        parameters: {
            query?: never;
            header?: {
                /** @description The entity tag of the answer already known. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RulesetList"];
                };
            };
            /** @description The answer has not changed. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `bad-header`: A request header is invalid */
            400: components["responses"]["BadRequest"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    get_ruleset: {
        parameters: {
            query?: never;
            header?: {
                /** @description The entity tag of the answer already known. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The key of the ruleset. */
                key: components["schemas"]["RulesetKey"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ruleset"];
                };
            };
            /** @description The answer has not changed. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `bad-header`: A request header is invalid */
            400: components["responses"]["BadRequest"];
            /** @description `no-such-ruleset`: The ruleset does not exist; `not-found`: Not found */
            404: components["responses"]["NotFound"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    list_games: {
        parameters: {
            query?: {
                status?: components["schemas"]["GameStatus"];
                ruleset?: components["schemas"]["RulesetKey"];
                /** @description Lists the waiting games with that code, listed or not, and ignores the other filters. These look-ups have a rate limit of their own. */
                join_code?: string;
                /** @description true: games in which I sit, as I see them; false: listed games. */
                mine?: boolean;
                /** @description The `next` of the page before. */
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GamePage"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `bad-parameter`: A query parameter is invalid */
            422: components["responses"]["UnprocessableContent"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    open_game: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 200 visible ASCII characters. A request repeated with its key is done once and gets the same answer each time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewGame"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Game"];
                };
            };
            /** @description `bad-header`: A request header is invalid; `bad-number`: A number is too large; `bad-text`: A string contains invalid characters; `duplicate-key`: Object keys must be unique; `empty-body`: The request body is missing; `malformed-json`: The request body is not valid JSON; `too-deep`: The request body is nested too deeply */
            400: components["responses"]["BadRequest"];
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `body-too-slow`: The request body did not arrive in time */
            408: components["responses"]["RequestTimeout"];
            /** @description `too-many-games`: You take part in too many unfinished games */
            409: components["responses"]["Conflict"];
            /** @description `body-too-large`: The request body is too large */
            413: components["responses"]["ContentTooLarge"];
            /** @description `unsupported-media-type`: The request body must be JSON */
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `bad-anchor`: The anchor is invalid; `bad-body`: The request body has invalid fields; `bad-option`: Invalid value for an option; `bad-seat-count`: Invalid number of seats for this ruleset; `key-reused`: The idempotency key was used for a different request; `option-conflict`: These options cannot be combined; `too-many-bots`: More bots than free seats; `unknown-bot`: Unknown bot; `unknown-option`: Unknown option; `unknown-ruleset`: Unknown ruleset */
            422: components["responses"]["UnprocessableContent"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    get_game: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the game. */
                game: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Game"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `no-such-game`: The game does not exist or is not visible to you; `not-found`: Not found */
            404: components["responses"]["NotFound"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `damaged-game`: The game cannot be read */
            500: components["responses"]["InternalServerError"];
            /** @description `newer-event`: The game was written by a newer server version; `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    take_seat: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 200 visible ASCII characters. A request repeated with its key is done once and gets the same answer each time. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the game. */
                game: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NewSeat"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommandResult"];
                };
            };
            /** @description `bad-header`: A request header is invalid; `bad-number`: A number is too large; `bad-text`: A string contains invalid characters; `duplicate-key`: Object keys must be unique; `empty-body`: The request body is missing; `malformed-json`: The request body is not valid JSON; `too-deep`: The request body is nested too deeply */
            400: components["responses"]["BadRequest"];
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `no-such-game`: The game does not exist or is not visible to you; `not-found`: Not found */
            404: components["responses"]["NotFound"];
            /** @description `body-too-slow`: The request body did not arrive in time */
            408: components["responses"]["RequestTimeout"];
            /** @description `already-seated`: You already have a seat in this game; `game-over`: The game is over; `game-started`: The game has started; `seat-refused`: You cannot take a seat in this game; `too-many-games`: You take part in too many unfinished games */
            409: components["responses"]["Conflict"];
            /** @description `body-too-large`: The request body is too large */
            413: components["responses"]["ContentTooLarge"];
            /** @description `unsupported-media-type`: The request body must be JSON */
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `bad-anchor`: The anchor is invalid; `bad-body`: The request body has invalid fields; `key-reused`: The idempotency key was used for a different request */
            422: components["responses"]["UnprocessableContent"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `damaged-game`: The game cannot be read */
            500: components["responses"]["InternalServerError"];
            /** @description `busy`: The game is busy; `newer-event`: The game was written by a newer server version; `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    leave_seat: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 200 visible ASCII characters. A request repeated with its key is done once and gets the same answer each time. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the game. */
                game: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommandResult"];
                };
            };
            /** @description `bad-header`: A request header is invalid */
            400: components["responses"]["BadRequest"];
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `no-such-game`: The game does not exist or is not visible to you; `not-found`: Not found */
            404: components["responses"]["NotFound"];
            /** @description `already-seated`: You already have a seat in this game; `game-over`: The game is over; `game-started`: The game has started; `not-seated`: You have no seat in this game; `seat-left`: You have left your seat */
            409: components["responses"]["Conflict"];
            /** @description `key-reused`: The idempotency key was used for a different request */
            422: components["responses"]["UnprocessableContent"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `damaged-game`: The game cannot be read */
            500: components["responses"]["InternalServerError"];
            /** @description `busy`: The game is busy; `newer-event`: The game was written by a newer server version; `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    get_invitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the game. */
                game: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invitation"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `no-such-game`: The game does not exist or is not visible to you; `not-found`: Not found */
            404: components["responses"]["NotFound"];
            /** @description `game-over`: The game is over; `game-started`: The game has started; `not-seated`: You have no seat in this game */
            409: components["responses"]["Conflict"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `damaged-game`: The game cannot be read */
            500: components["responses"]["InternalServerError"];
            /** @description `newer-event`: The game was written by a newer server version; `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    join_queue: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewPlace"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueuePlace"];
                };
            };
            /** @description `bad-number`: A number is too large; `bad-text`: A string contains invalid characters; `duplicate-key`: Object keys must be unique; `empty-body`: The request body is missing; `malformed-json`: The request body is not valid JSON; `too-deep`: The request body is nested too deeply */
            400: components["responses"]["BadRequest"];
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `no-such-player`: The player does not exist */
            404: components["responses"]["NotFound"];
            /** @description `body-too-slow`: The request body did not arrive in time */
            408: components["responses"]["RequestTimeout"];
            /** @description `too-many-games`: You take part in too many unfinished games */
            409: components["responses"]["Conflict"];
            /** @description `body-too-large`: The request body is too large */
            413: components["responses"]["ContentTooLarge"];
            /** @description `unsupported-media-type`: The request body must be JSON */
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `bad-body`: The request body has invalid fields; `bad-seat-count`: Invalid number of seats for this ruleset */
            422: components["responses"]["UnprocessableContent"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    get_place: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueuePlace"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `not-queued`: You do not wait for a table */
            404: components["responses"]["NotFound"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    leave_queue: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `not-queued`: You do not wait for a table */
            404: components["responses"]["NotFound"];
            /** @description `matched`: A table was found for you */
            409: components["responses"]["Conflict"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    get_rematch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the game. */
                game: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rematch"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `no-such-game`: The game does not exist or is not visible to you; `not-found`: Not found */
            404: components["responses"]["NotFound"];
            /** @description `not-seated`: You have no seat in this game */
            409: components["responses"]["Conflict"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `damaged-game`: The game cannot be read */
            500: components["responses"]["InternalServerError"];
            /** @description `newer-event`: The game was written by a newer server version; `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    join_rematch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the game. */
                game: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NewRematch"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Game"];
                };
            };
            /** @description `bad-number`: A number is too large; `bad-text`: A string contains invalid characters; `duplicate-key`: Object keys must be unique; `empty-body`: The request body is missing; `malformed-json`: The request body is not valid JSON; `too-deep`: The request body is nested too deeply */
            400: components["responses"]["BadRequest"];
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `no-such-game`: The game does not exist or is not visible to you; `not-found`: Not found */
            404: components["responses"]["NotFound"];
            /** @description `body-too-slow`: The request body did not arrive in time */
            408: components["responses"]["RequestTimeout"];
            /** @description `already-seated`: You already have a seat in this game; `game-not-over`: The game is not finished; `game-over`: The game is over; `game-started`: The game has started; `not-seated`: You have no seat in this game; `seat-refused`: You cannot take a seat in this game; `too-many-games`: You take part in too many unfinished games */
            409: components["responses"]["Conflict"];
            /** @description `body-too-large`: The request body is too large */
            413: components["responses"]["ContentTooLarge"];
            /** @description `unsupported-media-type`: The request body must be JSON */
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `bad-anchor`: The anchor is invalid; `bad-body`: The request body has invalid fields; `bad-option`: Invalid value for an option; `bad-seat-count`: Invalid number of seats for this ruleset; `option-conflict`: These options cannot be combined; `too-many-bots`: More bots than free seats; `unknown-bot`: Unknown bot; `unknown-option`: Unknown option; `unknown-ruleset`: Unknown ruleset */
            422: components["responses"]["UnprocessableContent"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `damaged-game`: The game cannot be read */
            500: components["responses"]["InternalServerError"];
            /** @description `newer-event`: The game was written by a newer server version; `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    list_follows: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FriendList"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    follow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the player. */
                player: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `no-such-player`: The player does not exist; `not-found`: Not found */
            404: components["responses"]["NotFound"];
            /** @description `too-many-players`: You follow or block too many players */
            409: components["responses"]["Conflict"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    unfollow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the player. */
                player: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `no-such-player`: The player does not exist; `not-found`: Not found */
            404: components["responses"]["NotFound"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    list_blocks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlockedList"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    block: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the player. */
                player: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `no-such-player`: The player does not exist; `not-found`: Not found */
            404: components["responses"]["NotFound"];
            /** @description `too-many-players`: You follow or block too many players */
            409: components["responses"]["Conflict"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    unblock: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the player. */
                player: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `no-such-player`: The player does not exist; `not-found`: Not found */
            404: components["responses"]["NotFound"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    get_view: {
        parameters: {
            query?: {
                /** @description The view at that version. */
                at?: number;
                /** @description With If-None-Match: seconds to wait for a change before answering 304. */
                wait?: number;
            };
            header?: {
                /** @description The entity tag of the answer already known. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The id of the game. */
                game: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["View"];
                };
            };
            /** @description The answer has not changed. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `bad-header`: A request header is invalid */
            400: components["responses"]["BadRequest"];
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `no-such-game`: The game does not exist or is not visible to you; `no-such-version`: The game has no such version; `not-found`: Not found */
            404: components["responses"]["NotFound"];
            /** @description `bad-parameter`: A query parameter is invalid */
            422: components["responses"]["UnprocessableContent"];
            /** @description `rate-limited`: Too many requests; `too-many-open`: Your account has too many open streams or waiting requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `damaged-game`: The game cannot be read */
            500: components["responses"]["InternalServerError"];
            /** @description `newer-event`: The game was written by a newer server version; `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    send_action: {
        parameters: {
            query?: {
                /** @description true: the answer holds a receipt of the version that it names. */
                receipt?: boolean;
            };
            header?: {
                /** @description 1 to 200 visible ASCII characters. A request repeated with its key is done once and gets the same answer each time. */
                "Idempotency-Key"?: string;
                /** @description The entity tag of the view on which the request is based, such as "17-s1". */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of the game. */
                game: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Action"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommandResult"];
                };
            };
            /** @description `bad-header`: A request header is invalid; `bad-number`: A number is too large; `bad-text`: A string contains invalid characters; `duplicate-key`: Object keys must be unique; `empty-body`: The request body is missing; `malformed-json`: The request body is not valid JSON; `too-deep`: The request body is nested too deeply */
            400: components["responses"]["BadRequest"];
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `no-such-game`: The game does not exist or is not visible to you; `not-found`: Not found */
            404: components["responses"]["NotFound"];
            /** @description `body-too-slow`: The request body did not arrive in time */
            408: components["responses"]["RequestTimeout"];
            /** @description `already-answered`: You have already answered; `already-beaten`: The attack cannot be turned over because a card is beaten; `already-called`: You have already called on this card; `already-drawn`: You have already drawn; `already-opened`: The round is already open; `already-passed`: You have already declined; `already-ready`: You are already ready; `bad-arguments`: The action has fields that this game does not use; `bad-combination`: These cards cannot be led together; `bad-link`: The link does not belong to your hash chain; `between-rounds`: The next round has not begun; `bottom-does-not-fit`: The first card does not fit the top; `cannot-beat`: The card does not beat that attack; `card-fits`: A card in your hand fits; `card-not-held`: The card is not in your hand; `does-not-open`: Only the number turned up opens the round; `duplicate-card`: A card can be used only once; `empty-hand`: An empty hand cannot call; `extra-not-allowed`: This lead cannot have an extra card; `game-over`: The game is over; `joker-cannot-finish`: A joker cannot be your last card; `joker-unplayable`: Jokers cannot be played; `limit-reached`: Too many attack cards; `mixed-suits`: Cards led together must have one suit; `must-accept`: Take the pending effect or pass it on; `must-answer-pending`: Only the same number can be played now; `must-lead`: The first attack cannot be skipped; `no-one-to-turn-to`: No player can receive the attack; `no-pass`: You cannot pass this turn; `no-such-attack`: There is no such attack to beat; `not-a-caller`: You cannot doubt this play; `not-asked`: The question is not for you; `not-in-hand`: The card is not in your hand; `not-in-this-game`: This game has no such action; `not-now`: The action is not possible now; `not-opened`: The round has not been opened; `not-seated`: You have no seat in this game; `not-started`: The game has not started; `not-your-turn`: It is not your turn; `nothing-pending`: There is nothing to take; `nothing-to-decline`: There is nothing to decline; `one-card-only`: Attack with one card at a time; `only-drawn-card`: Only the card just drawn can be played; `option-off`: This option is off in this game; `own-card`: You cannot call on your own card; `player-out`: You are out of this round; `rank-mismatch`: The numbers are not the same; `rank-not-on-table`: The number is not on the table; `ranks-differ`: Cards played together must have one number; `round-over`: The round is over; `same-card-twice`: The play contains a card twice; `seat-left`: You have left your seat; `suit-needed`: An 8 must name a suit; `suit-not-allowed`: Only an 8 names a suit; `too-early`: It is too early to cover the top; `too-late`: It is too late: the game has moved on; `too-many-cards`: Too many cards in one play; `window-open`: A card or a call is still being answered; `wrong-phase`: The action is not possible in this phase */
            409: components["responses"]["Conflict"];
            /** @description `precondition-failed`: The game has changed */
            412: components["responses"]["PreconditionFailed"];
            /** @description `body-too-large`: The request body is too large */
            413: components["responses"]["ContentTooLarge"];
            /** @description `unsupported-media-type`: The request body must be JSON */
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `bad-body`: The request body has invalid fields; `bad-parameter`: A query parameter is invalid; `key-reused`: The idempotency key was used for a different request; `unknown-action`: Unknown action; `unknown-card`: Unknown card */
            422: components["responses"]["UnprocessableContent"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `damaged-game`: The game cannot be read */
            500: components["responses"]["InternalServerError"];
            /** @description `busy`: The game is busy; `newer-event`: The game was written by a newer server version; `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    list_events: {
        parameters: {
            query?: {
                /** @description The version before the first event of the page. */
                after?: number;
                limit?: number;
            };
            header?: never;
            path: {
                /** @description The id of the game. */
                game: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventPage"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `no-such-game`: The game does not exist or is not visible to you; `not-found`: Not found */
            404: components["responses"]["NotFound"];
            /** @description `bad-parameter`: A query parameter is invalid */
            422: components["responses"]["UnprocessableContent"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `damaged-game`: The game cannot be read */
            500: components["responses"]["InternalServerError"];
            /** @description `newer-event`: The game was written by a newer server version; `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    stream_events: {
        parameters: {
            query?: {
                /** @description The version before the first event of the stream. */
                after?: number;
                /** @description A ticket from `POST /v1/games/{game}/tickets`, in place of a token. */
                ticket?: string;
            };
            header?: {
                /** @description The `id` of the last event received. The stream continues right after it and ignores `after`. */
                "Last-Event-ID"?: string;
            };
            path: {
                /** @description The id of the game. */
                game: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Server-Sent Events. `id` is the version of an event and `data` the event as in the list, an `Event`. A client that reconnects with `Last-Event-ID` receives every event once. `event: stamp` without an `id` is a new stamp, as `/stamps` lists it. The first event, and one every 15 seconds without others, is `event: now` with `{"now": ...}`, the time of the server; it also comes as soon as actions of my seat are allowed that had to wait. The last event is `event: end` with `{"reason": ...}`: `game-over`, `unauthorized` (the token was revoked or the account suspended), `no-such-game` (the game is no longer visible to me), `stopping` or `unavailable` (the server; reconnect). The server drops a client that reads too slowly. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["StreamMessage"];
                };
            };
            /** @description `bad-header`: A request header is invalid */
            400: components["responses"]["BadRequest"];
            /** @description `bad-ticket`: The ticket is invalid; `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `no-such-game`: The game does not exist or is not visible to you; `not-found`: Not found */
            404: components["responses"]["NotFound"];
            /** @description `bad-parameter`: A query parameter is invalid */
            422: components["responses"]["UnprocessableContent"];
            /** @description `rate-limited`: Too many requests; `too-many-open`: Your account has too many open streams or waiting requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `damaged-game`: The game cannot be read */
            500: components["responses"]["InternalServerError"];
            /** @description `newer-event`: The game was written by a newer server version; `too-many-streams`: Too many open streams; `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    create_ticket: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 200 visible ASCII characters. A request repeated with its key is done once and gets the same answer each time. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the game. */
                game: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StreamTicket"];
                };
            };
            /** @description `bad-header`: A request header is invalid */
            400: components["responses"]["BadRequest"];
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `no-such-game`: The game does not exist or is not visible to you; `not-found`: Not found */
            404: components["responses"]["NotFound"];
            /** @description `key-reused`: The idempotency key was used for a different request */
            422: components["responses"]["UnprocessableContent"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `damaged-game`: The game cannot be read */
            500: components["responses"]["InternalServerError"];
            /** @description `newer-event`: The game was written by a newer server version; `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    get_receipt: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the game. */
                game: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Receipt"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `no-such-game`: The game does not exist or is not visible to you; `not-found`: Not found */
            404: components["responses"]["NotFound"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `damaged-game`: The game cannot be read */
            500: components["responses"]["InternalServerError"];
            /** @description `newer-event`: The game was written by a newer server version; `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    list_keys: {
        parameters: {
            query?: never;
            header?: {
                /** @description The entity tag of the answer already known. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeySet"];
                };
            };
            /** @description The answer has not changed. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `bad-header`: A request header is invalid */
            400: components["responses"]["BadRequest"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    list_stamps: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the game. */
                game: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StampList"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `no-such-game`: The game does not exist or is not visible to you; `not-found`: Not found */
            404: components["responses"]["NotFound"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `damaged-game`: The game cannot be read */
            500: components["responses"]["InternalServerError"];
            /** @description `newer-event`: The game was written by a newer server version; `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    give_stamp: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 200 visible ASCII characters. A request repeated with its key is done once and gets the same answer each time. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the game. */
                game: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewStamp"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StampMessage"];
                };
            };
            /** @description `bad-header`: A request header is invalid; `bad-number`: A number is too large; `bad-text`: A string contains invalid characters; `duplicate-key`: Object keys must be unique; `empty-body`: The request body is missing; `malformed-json`: The request body is not valid JSON; `too-deep`: The request body is nested too deeply */
            400: components["responses"]["BadRequest"];
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `no-such-game`: The game does not exist or is not visible to you; `not-found`: Not found */
            404: components["responses"]["NotFound"];
            /** @description `body-too-slow`: The request body did not arrive in time */
            408: components["responses"]["RequestTimeout"];
            /** @description `not-seated`: You have no seat in this game; `seat-left`: You have left your seat */
            409: components["responses"]["Conflict"];
            /** @description `body-too-large`: The request body is too large */
            413: components["responses"]["ContentTooLarge"];
            /** @description `unsupported-media-type`: The request body must be JSON */
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `bad-body`: The request body has invalid fields; `key-reused`: The idempotency key was used for a different request */
            422: components["responses"]["UnprocessableContent"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `damaged-game`: The game cannot be read */
            500: components["responses"]["InternalServerError"];
            /** @description `busy`: The game is busy; `newer-event`: The game was written by a newer server version; `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    list_rounds: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the game. */
                game: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ledger"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `no-such-game`: The game does not exist or is not visible to you; `not-found`: Not found */
            404: components["responses"]["NotFound"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `damaged-game`: The game cannot be read */
            500: components["responses"]["InternalServerError"];
            /** @description `newer-event`: The game was written by a newer server version; `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    get_review: {
        parameters: {
            query?: {
                /** @description A seat, to show only what it could know then; left out for open hands. */
                as?: number;
                /** @description The first frame. */
                from?: number;
                /** @description The last frame. At most 500 frames are returned. */
                to?: number;
            };
            header?: {
                /** @description The entity tag of the answer already known. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The id of the game. */
                game: string;
                /** @description The number of the round, from 1. */
                round_number: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Review"];
                };
            };
            /** @description The answer has not changed. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `bad-header`: A request header is invalid */
            400: components["responses"]["BadRequest"];
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `no-such-game`: The game does not exist or is not visible to you; `no-such-round`: The game has no such round; `not-found`: Not found */
            404: components["responses"]["NotFound"];
            /** @description `round-not-over`: The round is not over */
            409: components["responses"]["Conflict"];
            /** @description `bad-parameter`: A query parameter is invalid */
            422: components["responses"]["UnprocessableContent"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `damaged-game`: The game cannot be read */
            500: components["responses"]["InternalServerError"];
            /** @description `newer-event`: The game was written by a newer server version; `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    get_frame: {
        parameters: {
            query?: {
                /** @description A seat, to show only what it could know then; left out for open hands. */
                as?: number;
            };
            header?: never;
            path: {
                /** @description The id of the game. */
                game: string;
                /** @description The number of the round, from 1. */
                round_number: number;
                /** @description The version of an event. */
                version: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Frame"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `no-such-game`: The game does not exist or is not visible to you; `no-such-round`: The game has no such round; `no-such-version`: The game has no such version; `not-found`: Not found */
            404: components["responses"]["NotFound"];
            /** @description `round-not-over`: The round is not over */
            409: components["responses"]["Conflict"];
            /** @description `bad-parameter`: A query parameter is invalid */
            422: components["responses"]["UnprocessableContent"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `damaged-game`: The game cannot be read */
            500: components["responses"]["InternalServerError"];
            /** @description `newer-event`: The game was written by a newer server version; `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    list_claims: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the game. */
                game: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClaimList"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `no-such-game`: The game does not exist or is not visible to you; `not-found`: Not found */
            404: components["responses"]["NotFound"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `damaged-game`: The game cannot be read */
            500: components["responses"]["InternalServerError"];
            /** @description `newer-event`: The game was written by a newer server version; `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    get_fairness: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the game. */
                game: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fairness"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `no-such-game`: The game does not exist or is not visible to you; `not-found`: Not found */
            404: components["responses"]["NotFound"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `damaged-game`: The game cannot be read */
            500: components["responses"]["InternalServerError"];
            /** @description `newer-event`: The game was written by a newer server version; `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    get_fairness_rates: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FairnessRates"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    get_analysis: {
        parameters: {
            query?: never;
            header?: {
                /** @description The entity tag of the answer already known. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The id of the game. */
                game: string;
                /** @description The number of the round, from 1. */
                round_number: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Analysis"];
                };
            };
            /** @description The analysis is being computed. Repeat the request after `Retry-After`. */
            202: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnalysisProgress"];
                };
            };
            /** @description The answer has not changed. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `bad-header`: A request header is invalid */
            400: components["responses"]["BadRequest"];
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `no-such-game`: The game does not exist or is not visible to you; `no-such-round`: The game has no such round; `not-found`: Not found */
            404: components["responses"]["NotFound"];
            /** @description `round-not-over`: The round is not over */
            409: components["responses"]["Conflict"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `analysis-failed`: The analysis has failed; `damaged-game`: The game cannot be read */
            500: components["responses"]["InternalServerError"];
            /** @description `newer-event`: The game was written by a newer server version; `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    get_dangers: {
        parameters: {
            query: {
                /** @description The seat whose knowledge counts. */
                as: number;
                /** @description The first moment. */
                from?: number;
                /** @description The last moment. At most 100 moments are returned. */
                to?: number;
            };
            header?: {
                /** @description The entity tag of the answer already known. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The id of the game. */
                game: string;
                /** @description The number of the round, from 1. */
                round_number: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Dangers"];
                };
            };
            /** @description The answer has not changed. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `bad-header`: A request header is invalid */
            400: components["responses"]["BadRequest"];
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `no-such-game`: The game does not exist or is not visible to you; `no-such-round`: The game has no such round; `not-found`: Not found */
            404: components["responses"]["NotFound"];
            /** @description `round-not-over`: The round is not over */
            409: components["responses"]["Conflict"];
            /** @description `bad-parameter`: A query parameter is invalid */
            422: components["responses"]["UnprocessableContent"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `damaged-game`: The game cannot be read */
            500: components["responses"]["InternalServerError"];
            /** @description `newer-event`: The game was written by a newer server version; `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    continue_round: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the game. */
                game: string;
                /** @description The number of the round, from 1. */
                round_number: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewContinuation"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Continuation"];
                };
            };
            /** @description `bad-number`: A number is too large; `bad-text`: A string contains invalid characters; `duplicate-key`: Object keys must be unique; `empty-body`: The request body is missing; `malformed-json`: The request body is not valid JSON; `too-deep`: The request body is nested too deeply */
            400: components["responses"]["BadRequest"];
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `no-such-game`: The game does not exist or is not visible to you; `no-such-round`: The game has no such round; `no-such-version`: The game has no such version; `not-found`: Not found */
            404: components["responses"]["NotFound"];
            /** @description `body-too-slow`: The request body did not arrive in time */
            408: components["responses"]["RequestTimeout"];
            /** @description `already-answered`: You have already answered; `already-beaten`: The attack cannot be turned over because a card is beaten; `already-called`: You have already called on this card; `already-drawn`: You have already drawn; `already-opened`: The round is already open; `already-passed`: You have already declined; `already-ready`: You are already ready; `bad-arguments`: The action has fields that this game does not use; `bad-combination`: These cards cannot be led together; `bad-link`: The link does not belong to your hash chain; `between-rounds`: The next round has not begun; `bottom-does-not-fit`: The first card does not fit the top; `cannot-beat`: The card does not beat that attack; `card-fits`: A card in your hand fits; `card-not-held`: The card is not in your hand; `does-not-open`: Only the number turned up opens the round; `duplicate-card`: A card can be used only once; `empty-hand`: An empty hand cannot call; `extra-not-allowed`: This lead cannot have an extra card; `joker-cannot-finish`: A joker cannot be your last card; `joker-unplayable`: Jokers cannot be played; `limit-reached`: Too many attack cards; `mixed-suits`: Cards led together must have one suit; `must-accept`: Take the pending effect or pass it on; `must-answer-pending`: Only the same number can be played now; `must-lead`: The first attack cannot be skipped; `no-one-to-turn-to`: No player can receive the attack; `no-pass`: You cannot pass this turn; `no-such-attack`: There is no such attack to beat; `not-a-caller`: You cannot doubt this play; `not-asked`: The question is not for you; `not-in-hand`: The card is not in your hand; `not-in-this-game`: This game has no such action; `not-now`: The action is not possible now; `not-opened`: The round has not been opened; `not-started`: The game has not started; `not-your-turn`: It is not your turn; `nothing-pending`: There is nothing to take; `nothing-to-decline`: There is nothing to decline; `one-card-only`: Attack with one card at a time; `only-drawn-card`: Only the card just drawn can be played; `option-off`: This option is off in this game; `own-card`: You cannot call on your own card; `player-out`: You are out of this round; `rank-mismatch`: The numbers are not the same; `rank-not-on-table`: The number is not on the table; `ranks-differ`: Cards played together must have one number; `round-not-over`: The round is not over; `round-over`: The round is over; `same-card-twice`: The play contains a card twice; `suit-needed`: An 8 must name a suit; `suit-not-allowed`: Only an 8 names a suit; `too-early`: It is too early to cover the top; `too-late`: It is too late: the game has moved on; `too-many-cards`: Too many cards in one play; `window-open`: A card or a call is still being answered; `wrong-phase`: The action is not possible in this phase */
            409: components["responses"]["Conflict"];
            /** @description `body-too-large`: The request body is too large */
            413: components["responses"]["ContentTooLarge"];
            /** @description `unsupported-media-type`: The request body must be JSON */
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `bad-body`: The request body has invalid fields; `unknown-action`: Unknown action; `unknown-card`: Unknown card */
            422: components["responses"]["UnprocessableContent"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `damaged-game`: The game cannot be read */
            500: components["responses"]["InternalServerError"];
            /** @description `newer-event`: The game was written by a newer server version; `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    list_drills: {
        parameters: {
            query?: {
                /** @description Answered ones, or unanswered ones; both if it is left out. */
                done?: boolean;
                /** @description The `next` of the page before. */
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DrillPage"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `bad-parameter`: A query parameter is invalid */
            422: components["responses"]["UnprocessableContent"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    get_drill: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the drill. */
                drill: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DrillQuestion"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `no-such-drill`: The drill does not exist or is not yours; `not-found`: Not found */
            404: components["responses"]["NotFound"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    answer_drill: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the drill. */
                drill: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DrillChoice"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DrillResult"];
                };
            };
            /** @description `bad-number`: A number is too large; `bad-text`: A string contains invalid characters; `duplicate-key`: Object keys must be unique; `empty-body`: The request body is missing; `malformed-json`: The request body is not valid JSON; `too-deep`: The request body is nested too deeply */
            400: components["responses"]["BadRequest"];
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `no-such-drill`: The drill does not exist or is not yours; `not-found`: Not found */
            404: components["responses"]["NotFound"];
            /** @description `body-too-slow`: The request body did not arrive in time */
            408: components["responses"]["RequestTimeout"];
            /** @description `body-too-large`: The request body is too large */
            413: components["responses"]["ContentTooLarge"];
            /** @description `unsupported-media-type`: The request body must be JSON */
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `bad-body`: The request body has invalid fields */
            422: components["responses"]["UnprocessableContent"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    get_daily_drill: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DailyDrill"];
                };
            };
            /** @description `no-drill-yet`: There is no drill for this day yet */
            404: components["responses"]["NotFound"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    answer_daily_drill: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DailyChoice"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DrillResult"];
                };
            };
            /** @description `bad-number`: A number is too large; `bad-text`: A string contains invalid characters; `duplicate-key`: Object keys must be unique; `empty-body`: The request body is missing; `malformed-json`: The request body is not valid JSON; `too-deep`: The request body is nested too deeply */
            400: components["responses"]["BadRequest"];
            /** @description `no-drill-yet`: There is no drill for this day yet */
            404: components["responses"]["NotFound"];
            /** @description `body-too-slow`: The request body did not arrive in time */
            408: components["responses"]["RequestTimeout"];
            /** @description `body-too-large`: The request body is too large */
            413: components["responses"]["ContentTooLarge"];
            /** @description `unsupported-media-type`: The request body must be JSON */
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `bad-body`: The request body has invalid fields */
            422: components["responses"]["UnprocessableContent"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    list_comments: {
        parameters: {
            query?: {
                /** @description The `next` of the page before. */
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                /** @description The id of the game. */
                game: string;
                /** @description The number of the round, from 1. */
                round_number: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommentPage"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `no-such-game`: The game does not exist or is not visible to you; `no-such-round`: The game has no such round; `not-found`: Not found */
            404: components["responses"]["NotFound"];
            /** @description `not-seated`: You have no seat in this game; `round-not-over`: The round is not over */
            409: components["responses"]["Conflict"];
            /** @description `bad-parameter`: A query parameter is invalid */
            422: components["responses"]["UnprocessableContent"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `damaged-game`: The game cannot be read */
            500: components["responses"]["InternalServerError"];
            /** @description `newer-event`: The game was written by a newer server version; `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    add_comment: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 200 visible ASCII characters. A request repeated with its key is done once and gets the same answer each time. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the game. */
                game: string;
                /** @description The number of the round, from 1. */
                round_number: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewComment"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Comment"];
                };
            };
            /** @description `bad-header`: A request header is invalid; `bad-number`: A number is too large; `bad-text`: A string contains invalid characters; `duplicate-key`: Object keys must be unique; `empty-body`: The request body is missing; `malformed-json`: The request body is not valid JSON; `too-deep`: The request body is nested too deeply */
            400: components["responses"]["BadRequest"];
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `no-such-game`: The game does not exist or is not visible to you; `no-such-round`: The game has no such round; `no-such-version`: The game has no such version; `not-found`: Not found */
            404: components["responses"]["NotFound"];
            /** @description `body-too-slow`: The request body did not arrive in time */
            408: components["responses"]["RequestTimeout"];
            /** @description `not-seated`: You have no seat in this game; `round-not-over`: The round is not over; `too-many-comments`: Too many comments */
            409: components["responses"]["Conflict"];
            /** @description `body-too-large`: The request body is too large */
            413: components["responses"]["ContentTooLarge"];
            /** @description `unsupported-media-type`: The request body must be JSON */
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `bad-body`: The request body has invalid fields; `key-reused`: The idempotency key was used for a different request */
            422: components["responses"]["UnprocessableContent"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `damaged-game`: The game cannot be read */
            500: components["responses"]["InternalServerError"];
            /** @description `newer-event`: The game was written by a newer server version; `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    list_reports: {
        parameters: {
            query?: {
                /** @description The `next` of the page before. */
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportPage"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `bad-parameter`: A query parameter is invalid */
            422: components["responses"]["UnprocessableContent"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    create_report: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 200 visible ASCII characters. A request repeated with its key is done once and gets the same answer each time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewReport"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Report"];
                };
            };
            /** @description `bad-header`: A request header is invalid; `bad-number`: A number is too large; `bad-text`: A string contains invalid characters; `duplicate-key`: Object keys must be unique; `empty-body`: The request body is missing; `malformed-json`: The request body is not valid JSON; `too-deep`: The request body is nested too deeply */
            400: components["responses"]["BadRequest"];
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `no-such-comment`: The comment does not exist; `no-such-game`: The game does not exist or is not visible to you; `no-such-play`: There is no play of a seat at this version; `no-such-player`: The player does not exist */
            404: components["responses"]["NotFound"];
            /** @description `body-too-slow`: The request body did not arrive in time */
            408: components["responses"]["RequestTimeout"];
            /** @description `already-reported`: You have reported this already; `not-seated`: You have no seat in this game; `own-name`: This is your own name; `too-many-reports`: You have too many open reports */
            409: components["responses"]["Conflict"];
            /** @description `body-too-large`: The request body is too large */
            413: components["responses"]["ContentTooLarge"];
            /** @description `unsupported-media-type`: The request body must be JSON */
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `bad-body`: The request body has invalid fields; `key-reused`: The idempotency key was used for a different request */
            422: components["responses"]["UnprocessableContent"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `damaged-game`: The game cannot be read */
            500: components["responses"]["InternalServerError"];
            /** @description `newer-event`: The game was written by a newer server version; `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    get_report: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the report. */
                report: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Report"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `no-such-report`: The report does not exist; `not-found`: Not found */
            404: components["responses"]["NotFound"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    list_verdicts: {
        parameters: {
            query?: {
                /** @description The `next` of the page before. */
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerdictPage"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `bad-parameter`: A query parameter is invalid */
            422: components["responses"]["UnprocessableContent"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    list_shares: {
        parameters: {
            query?: {
                /** @description The `next` of the page before. */
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                /** @description The id of the game. */
                game: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SharePage"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `no-such-game`: The game does not exist or is not visible to you; `not-found`: Not found */
            404: components["responses"]["NotFound"];
            /** @description `not-seated`: You have no seat in this game */
            409: components["responses"]["Conflict"];
            /** @description `bad-parameter`: A query parameter is invalid */
            422: components["responses"]["UnprocessableContent"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `damaged-game`: The game cannot be read */
            500: components["responses"]["InternalServerError"];
            /** @description `newer-event`: The game was written by a newer server version; `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    create_share: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 200 visible ASCII characters. A request repeated with its key is done once and gets the same answer each time. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the game. */
                game: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Created */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FreshShare"];
                };
            };
            /** @description `bad-header`: A request header is invalid */
            400: components["responses"]["BadRequest"];
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `no-such-game`: The game does not exist or is not visible to you; `not-found`: Not found */
            404: components["responses"]["NotFound"];
            /** @description `game-not-over`: The game is not finished; `not-seated`: You have no seat in this game; `too-many-shares`: Too many links to the replay */
            409: components["responses"]["Conflict"];
            /** @description `key-reused`: The idempotency key was used for a different request */
            422: components["responses"]["UnprocessableContent"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `damaged-game`: The game cannot be read */
            500: components["responses"]["InternalServerError"];
            /** @description `newer-event`: The game was written by a newer server version; `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    revoke_share: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the game. */
                game: string;
                /** @description The id of the link. */
                share: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `no-such-game`: The game does not exist or is not visible to you; `no-such-share`: The link is invalid or revoked; `not-found`: Not found */
            404: components["responses"]["NotFound"];
            /** @description `not-seated`: You have no seat in this game */
            409: components["responses"]["Conflict"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `damaged-game`: The game cannot be read */
            500: components["responses"]["InternalServerError"];
            /** @description `newer-event`: The game was written by a newer server version; `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    open_share: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The token of the link. */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Replay"];
                };
            };
            /** @description `no-such-share`: The link is invalid or revoked; `not-found`: Not found */
            404: components["responses"]["NotFound"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    open_shared_round: {
        parameters: {
            query?: {
                /** @description A seat, to show only what it could know then; left out for open hands. */
                as?: number;
                /** @description The first frame. */
                from?: number;
                /** @description The last frame. At most 500 frames are returned. */
                to?: number;
            };
            header?: {
                /** @description The entity tag of the answer already known. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The token of the link. */
                token: string;
                /** @description The number of the round, from 1. */
                round_number: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Review"];
                };
            };
            /** @description The answer has not changed. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `bad-header`: A request header is invalid */
            400: components["responses"]["BadRequest"];
            /** @description `no-such-round`: The game has no such round; `no-such-share`: The link is invalid or revoked; `not-found`: Not found */
            404: components["responses"]["NotFound"];
            /** @description `bad-parameter`: A query parameter is invalid */
            422: components["responses"]["UnprocessableContent"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    list_shared_events: {
        parameters: {
            query?: {
                /** @description The version before the first event of the page. */
                after?: number;
                limit?: number;
            };
            header?: never;
            path: {
                /** @description The token of the link. */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventPage"];
                };
            };
            /** @description `no-such-share`: The link is invalid or revoked; `not-found`: Not found */
            404: components["responses"]["NotFound"];
            /** @description `bad-parameter`: A query parameter is invalid */
            422: components["responses"]["UnprocessableContent"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    get_shared_fairness: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The token of the link. */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fairness"];
                };
            };
            /** @description `no-such-share`: The link is invalid or revoked; `not-found`: Not found */
            404: components["responses"]["NotFound"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    get_leaderboard: {
        parameters: {
            query: {
                ruleset: components["schemas"]["RulesetKey"];
                /** @description The `next` of the page before. */
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Leaderboard"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `bad-parameter`: A query parameter is invalid */
            422: components["responses"]["UnprocessableContent"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    get_my_place: {
        parameters: {
            query: {
                ruleset: components["schemas"]["RulesetKey"];
                /** @description Entries above mine, and below it. */
                around?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MyPlace"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `bad-parameter`: A query parameter is invalid */
            422: components["responses"]["UnprocessableContent"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    stream_notifications: {
        parameters: {
            query?: {
                /** @description The position before the first notification. Without it the stream begins now. */
                after?: number;
                /** @description A ticket from `POST /v1/players/me/tickets`, in place of a token. */
                ticket?: string;
            };
            header?: {
                /** @description The `id` of the last event received. The stream continues right after it and ignores `after`. */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Server-Sent Events. `id` is the position of a notification and `data` the `Notification`. A client that reconnects with `Last-Event-ID` receives every notification once; they are kept for seven days. `event: missed` tells that older ones are gone: then list my games. The first event, with the position at which the stream begins as its `id`, and one every 15 seconds without others, is `event: now`. The last event is `event: end` with `{"reason": ...}`: `unauthorized`, `stopping` or `unavailable`. The server drops a client that reads too slowly. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["AccountMessage"];
                };
            };
            /** @description `bad-header`: A request header is invalid */
            400: components["responses"]["BadRequest"];
            /** @description `bad-ticket`: The ticket is invalid; `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `bad-parameter`: A query parameter is invalid */
            422: components["responses"]["UnprocessableContent"];
            /** @description `rate-limited`: Too many requests; `too-many-open`: Your account has too many open streams or waiting requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `too-many-streams`: Too many open streams; `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    create_account_ticket: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 200 visible ASCII characters. A request repeated with its key is done once and gets the same answer each time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StreamTicket"];
                };
            };
            /** @description `bad-header`: A request header is invalid */
            400: components["responses"]["BadRequest"];
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `key-reused`: The idempotency key was used for a different request */
            422: components["responses"]["UnprocessableContent"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    set_page: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A random UUID that the page has chosen. */
                page_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OpenPage"];
            };
        };
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `bad-number`: A number is too large; `bad-text`: A string contains invalid characters; `duplicate-key`: Object keys must be unique; `empty-body`: The request body is missing; `malformed-json`: The request body is not valid JSON; `too-deep`: The request body is nested too deeply */
            400: components["responses"]["BadRequest"];
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `not-found`: Not found */
            404: components["responses"]["NotFound"];
            /** @description `body-too-slow`: The request body did not arrive in time */
            408: components["responses"]["RequestTimeout"];
            /** @description `body-too-large`: The request body is too large */
            413: components["responses"]["ContentTooLarge"];
            /** @description `unsupported-media-type`: The request body must be JSON */
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `bad-body`: The request body has invalid fields */
            422: components["responses"]["UnprocessableContent"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    list_push_subscriptions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PushSubscriptionList"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    add_push_subscription: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewPushSubscription"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PushSubscription"];
                };
            };
            /** @description `bad-number`: A number is too large; `bad-text`: A string contains invalid characters; `duplicate-key`: Object keys must be unique; `empty-body`: The request body is missing; `malformed-json`: The request body is not valid JSON; `too-deep`: The request body is nested too deeply */
            400: components["responses"]["BadRequest"];
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `body-too-slow`: The request body did not arrive in time */
            408: components["responses"]["RequestTimeout"];
            /** @description `body-too-large`: The request body is too large */
            413: components["responses"]["ContentTooLarge"];
            /** @description `unsupported-media-type`: The request body must be JSON */
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `bad-body`: The request body has invalid fields */
            422: components["responses"]["UnprocessableContent"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    remove_push_subscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the subscription. */
                subscription: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `no-such-subscription`: The subscription does not exist; `not-found`: Not found */
            404: components["responses"]["NotFound"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    list_webhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookList"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    create_webhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 200 visible ASCII characters. A request repeated with its key is done once and gets the same answer each time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewWebhook"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FreshWebhook"];
                };
            };
            /** @description `bad-header`: A request header is invalid; `bad-number`: A number is too large; `bad-text`: A string contains invalid characters; `duplicate-key`: Object keys must be unique; `empty-body`: The request body is missing; `malformed-json`: The request body is not valid JSON; `too-deep`: The request body is nested too deeply */
            400: components["responses"]["BadRequest"];
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `body-too-slow`: The request body did not arrive in time */
            408: components["responses"]["RequestTimeout"];
            /** @description `too-many-webhooks`: Too many webhooks */
            409: components["responses"]["Conflict"];
            /** @description `body-too-large`: The request body is too large */
            413: components["responses"]["ContentTooLarge"];
            /** @description `unsupported-media-type`: The request body must be JSON */
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `bad-body`: The request body has invalid fields; `key-reused`: The idempotency key was used for a different request */
            422: components["responses"]["UnprocessableContent"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    get_webhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the webhook. */
                webhook: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `no-such-webhook`: The webhook does not exist; `not-found`: Not found */
            404: components["responses"]["NotFound"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    remove_webhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the webhook. */
                webhook: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `no-such-webhook`: The webhook does not exist; `not-found`: Not found */
            404: components["responses"]["NotFound"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    change_webhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the webhook. */
                webhook: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangedWebhook"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            /** @description `bad-number`: A number is too large; `bad-text`: A string contains invalid characters; `duplicate-key`: Object keys must be unique; `empty-body`: The request body is missing; `malformed-json`: The request body is not valid JSON; `too-deep`: The request body is nested too deeply */
            400: components["responses"]["BadRequest"];
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `no-such-webhook`: The webhook does not exist; `not-found`: Not found */
            404: components["responses"]["NotFound"];
            /** @description `body-too-slow`: The request body did not arrive in time */
            408: components["responses"]["RequestTimeout"];
            /** @description `body-too-large`: The request body is too large */
            413: components["responses"]["ContentTooLarge"];
            /** @description `unsupported-media-type`: The request body must be JSON */
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `bad-body`: The request body has invalid fields */
            422: components["responses"]["UnprocessableContent"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    list_deliveries: {
        parameters: {
            query?: {
                /** @description The `next` of the page before. */
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                /** @description The id of the webhook. */
                webhook: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryPage"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `no-such-webhook`: The webhook does not exist; `not-found`: Not found */
            404: components["responses"]["NotFound"];
            /** @description `bad-parameter`: A query parameter is invalid */
            422: components["responses"]["UnprocessableContent"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    send_test: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the webhook. */
                webhook: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `no-such-webhook`: The webhook does not exist; `not-found`: Not found */
            404: components["responses"]["NotFound"];
            /** @description `webhook-disabled`: The webhook is disabled */
            409: components["responses"]["Conflict"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    find_claims: {
        parameters: {
            query?: {
                verdict?: "true" | "false";
                kind?: components["schemas"]["CallKind"];
                /** @description Id of the player who called. */
                player?: string;
                /** @description The beginning of a present or old name of the player, in any case. */
                name?: string;
                ruleset?: components["schemas"]["RulesetKey"];
                /** @description Start of the period, included. */
                from?: string;
                /** @description End of the period, excluded. */
                to?: string;
                /** @description The `next` of the page before. */
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoundClaimPage"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `admin-only`: An admin token is required; `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `bad-parameter`: A query parameter is invalid */
            422: components["responses"]["UnprocessableContent"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    get_judged_claim: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the game. */
                game: string;
                /** @description The version of an event. */
                version: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JudgedClaim"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `admin-only`: An admin token is required; `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `no-such-claim`: There is no call at this version; `no-such-game`: The game does not exist or is not visible to you; `not-found`: Not found */
            404: components["responses"]["NotFound"];
            /** @description `round-not-over`: The round is not over */
            409: components["responses"]["Conflict"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `damaged-game`: The game cannot be read */
            500: components["responses"]["InternalServerError"];
            /** @description `newer-event`: The game was written by a newer server version; `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    list_raw_events: {
        parameters: {
            query?: {
                /** @description The version before the first event of the page. */
                after?: number;
                limit?: number;
            };
            header?: never;
            path: {
                /** @description The id of the game. */
                game: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventPage"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `admin-only`: An admin token is required; `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `no-such-game`: The game does not exist or is not visible to you; `not-found`: Not found */
            404: components["responses"]["NotFound"];
            /** @description `bad-parameter`: A query parameter is invalid */
            422: components["responses"]["UnprocessableContent"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `damaged-game`: The game cannot be read */
            500: components["responses"]["InternalServerError"];
            /** @description `newer-event`: The game was written by a newer server version; `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    get_integrity: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the game. */
                game: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Integrity"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `admin-only`: An admin token is required; `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `no-such-game`: The game does not exist or is not visible to you; `not-found`: Not found */
            404: components["responses"]["NotFound"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `damaged-game`: The game cannot be read */
            500: components["responses"]["InternalServerError"];
            /** @description `newer-event`: The game was written by a newer server version; `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    list_damaged_games: {
        parameters: {
            query?: {
                /** @description The `next` of the page before. */
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DamagedGamePage"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `admin-only`: An admin token is required; `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `bad-parameter`: A query parameter is invalid */
            422: components["responses"]["UnprocessableContent"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    check_integrity: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NewCheck"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckedPart"];
                };
            };
            /** @description `bad-number`: A number is too large; `bad-text`: A string contains invalid characters; `duplicate-key`: Object keys must be unique; `empty-body`: The request body is missing; `malformed-json`: The request body is not valid JSON; `too-deep`: The request body is nested too deeply */
            400: components["responses"]["BadRequest"];
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `admin-only`: An admin token is required; `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `body-too-slow`: The request body did not arrive in time */
            408: components["responses"]["RequestTimeout"];
            /** @description `body-too-large`: The request body is too large */
            413: components["responses"]["ContentTooLarge"];
            /** @description `unsupported-media-type`: The request body must be JSON */
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `bad-body`: The request body has invalid fields */
            422: components["responses"]["UnprocessableContent"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    list_acts: {
        parameters: {
            query?: {
                /** @description Of one game, player, comment or report. */
                subject?: string;
                /** @description The `next` of the page before. */
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminActPage"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `admin-only`: An admin token is required; `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `bad-parameter`: A query parameter is invalid */
            422: components["responses"]["UnprocessableContent"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    abandon_game: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the game. */
                game: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewAct"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Abandoned"];
                };
            };
            /** @description `bad-number`: A number is too large; `bad-text`: A string contains invalid characters; `duplicate-key`: Object keys must be unique; `empty-body`: The request body is missing; `malformed-json`: The request body is not valid JSON; `too-deep`: The request body is nested too deeply */
            400: components["responses"]["BadRequest"];
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `admin-only`: An admin token is required; `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `no-such-game`: The game does not exist or is not visible to you; `not-found`: Not found */
            404: components["responses"]["NotFound"];
            /** @description `body-too-slow`: The request body did not arrive in time */
            408: components["responses"]["RequestTimeout"];
            /** @description `game-over`: The game is over */
            409: components["responses"]["Conflict"];
            /** @description `body-too-large`: The request body is too large */
            413: components["responses"]["ContentTooLarge"];
            /** @description `unsupported-media-type`: The request body must be JSON */
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `bad-body`: The request body has invalid fields */
            422: components["responses"]["UnprocessableContent"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `damaged-game`: The game cannot be read */
            500: components["responses"]["InternalServerError"];
            /** @description `busy`: The game is busy; `newer-event`: The game was written by a newer server version; `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    put_game_back: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the game. */
                game: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewAct"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PutBack"];
                };
            };
            /** @description `bad-number`: A number is too large; `bad-text`: A string contains invalid characters; `duplicate-key`: Object keys must be unique; `empty-body`: The request body is missing; `malformed-json`: The request body is not valid JSON; `too-deep`: The request body is nested too deeply */
            400: components["responses"]["BadRequest"];
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `admin-only`: An admin token is required; `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `no-such-game`: The game does not exist or is not visible to you; `not-found`: Not found */
            404: components["responses"]["NotFound"];
            /** @description `body-too-slow`: The request body did not arrive in time */
            408: components["responses"]["RequestTimeout"];
            /** @description `game-not-damaged`: The game is not set aside */
            409: components["responses"]["Conflict"];
            /** @description `body-too-large`: The request body is too large */
            413: components["responses"]["ContentTooLarge"];
            /** @description `unsupported-media-type`: The request body must be JSON */
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `bad-body`: The request body has invalid fields */
            422: components["responses"]["UnprocessableContent"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `damaged-game`: The game cannot be read */
            500: components["responses"]["InternalServerError"];
            /** @description `newer-event`: The game was written by a newer server version; `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    suspend_player: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the player. */
                player: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewSuspension"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Suspension"];
                };
            };
            /** @description `bad-number`: A number is too large; `bad-text`: A string contains invalid characters; `duplicate-key`: Object keys must be unique; `empty-body`: The request body is missing; `malformed-json`: The request body is not valid JSON; `too-deep`: The request body is nested too deeply */
            400: components["responses"]["BadRequest"];
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `admin-only`: An admin token is required; `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `no-such-player`: The player does not exist; `not-found`: Not found */
            404: components["responses"]["NotFound"];
            /** @description `body-too-slow`: The request body did not arrive in time */
            408: components["responses"]["RequestTimeout"];
            /** @description `already-suspended`: The player is already suspended */
            409: components["responses"]["Conflict"];
            /** @description `body-too-large`: The request body is too large */
            413: components["responses"]["ContentTooLarge"];
            /** @description `unsupported-media-type`: The request body must be JSON */
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `bad-body`: The request body has invalid fields */
            422: components["responses"]["UnprocessableContent"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    lift_suspension: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the player. */
                player: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewAct"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Suspension"];
                };
            };
            /** @description `bad-number`: A number is too large; `bad-text`: A string contains invalid characters; `duplicate-key`: Object keys must be unique; `empty-body`: The request body is missing; `malformed-json`: The request body is not valid JSON; `too-deep`: The request body is nested too deeply */
            400: components["responses"]["BadRequest"];
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `admin-only`: An admin token is required; `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `no-such-player`: The player does not exist; `not-found`: Not found */
            404: components["responses"]["NotFound"];
            /** @description `body-too-slow`: The request body did not arrive in time */
            408: components["responses"]["RequestTimeout"];
            /** @description `not-suspended`: The player is not suspended */
            409: components["responses"]["Conflict"];
            /** @description `body-too-large`: The request body is too large */
            413: components["responses"]["ContentTooLarge"];
            /** @description `unsupported-media-type`: The request body must be JSON */
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `bad-body`: The request body has invalid fields */
            422: components["responses"]["UnprocessableContent"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    list_projections: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectionList"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `admin-only`: An admin token is required; `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    rebuild_projection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The name of the projection. */
                name: components["schemas"]["ProjectionName"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewAct"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminAct"];
                };
            };
            /** @description `bad-number`: A number is too large; `bad-text`: A string contains invalid characters; `duplicate-key`: Object keys must be unique; `empty-body`: The request body is missing; `malformed-json`: The request body is not valid JSON; `too-deep`: The request body is nested too deeply */
            400: components["responses"]["BadRequest"];
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `admin-only`: An admin token is required; `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `no-such-projection`: The projection does not exist; `not-found`: Not found */
            404: components["responses"]["NotFound"];
            /** @description `body-too-slow`: The request body did not arrive in time */
            408: components["responses"]["RequestTimeout"];
            /** @description `rebuild-running`: A rebuild of this projection is already running */
            409: components["responses"]["Conflict"];
            /** @description `body-too-large`: The request body is too large */
            413: components["responses"]["ContentTooLarge"];
            /** @description `unsupported-media-type`: The request body must be JSON */
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `bad-body`: The request body has invalid fields */
            422: components["responses"]["UnprocessableContent"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    find_reports: {
        parameters: {
            query?: {
                status?: components["schemas"]["ReportStatus"];
                kind?: components["schemas"]["ReportKind"];
                /** @description The `next` of the page before. */
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportEntryPage"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `admin-only`: An admin token is required; `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `bad-parameter`: A query parameter is invalid */
            422: components["responses"]["UnprocessableContent"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    get_report_file: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the report. */
                report: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportFile"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `admin-only`: An admin token is required; `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `no-such-report`: The report does not exist; `not-found`: Not found */
            404: components["responses"]["NotFound"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `damaged-game`: The game cannot be read */
            500: components["responses"]["InternalServerError"];
            /** @description `newer-event`: The game was written by a newer server version; `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    decide_report: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the report. */
                report: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewVerdict"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Decided"];
                };
            };
            /** @description `bad-number`: A number is too large; `bad-text`: A string contains invalid characters; `duplicate-key`: Object keys must be unique; `empty-body`: The request body is missing; `malformed-json`: The request body is not valid JSON; `too-deep`: The request body is nested too deeply */
            400: components["responses"]["BadRequest"];
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `admin-only`: An admin token is required; `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `no-such-player`: The player does not exist; `no-such-report`: The report does not exist; `not-found`: Not found */
            404: components["responses"]["NotFound"];
            /** @description `body-too-slow`: The request body did not arrive in time */
            408: components["responses"]["RequestTimeout"];
            /** @description `game-over`: The game is over; `no-such-measure`: The report cannot lead to this measure; `report-decided`: The report is decided already */
            409: components["responses"]["Conflict"];
            /** @description `body-too-large`: The request body is too large */
            413: components["responses"]["ContentTooLarge"];
            /** @description `unsupported-media-type`: The request body must be JSON */
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `bad-body`: The request body has invalid fields */
            422: components["responses"]["UnprocessableContent"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `damaged-game`: The game cannot be read */
            500: components["responses"]["InternalServerError"];
            /** @description `busy`: The game is busy; `newer-event`: The game was written by a newer server version; `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    find_players: {
        parameters: {
            query: {
                /** @description The beginning of a present or old name, in any case. */
                name: string;
                /** @description The `next` of the page before. */
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoundPlayerPage"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `admin-only`: An admin token is required; `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `bad-parameter`: A query parameter is invalid */
            422: components["responses"]["UnprocessableContent"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    get_moderated_player: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the player. */
                player: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModeratedPlayer"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `admin-only`: An admin token is required; `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `no-such-player`: The player does not exist; `not-found`: Not found */
            404: components["responses"]["NotFound"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    reset_name: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the player. */
                player: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewAct"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NameReset"];
                };
            };
            /** @description `bad-number`: A number is too large; `bad-text`: A string contains invalid characters; `duplicate-key`: Object keys must be unique; `empty-body`: The request body is missing; `malformed-json`: The request body is not valid JSON; `too-deep`: The request body is nested too deeply */
            400: components["responses"]["BadRequest"];
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `admin-only`: An admin token is required; `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `no-such-player`: The player does not exist; `not-found`: Not found */
            404: components["responses"]["NotFound"];
            /** @description `body-too-slow`: The request body did not arrive in time */
            408: components["responses"]["RequestTimeout"];
            /** @description `body-too-large`: The request body is too large */
            413: components["responses"]["ContentTooLarge"];
            /** @description `unsupported-media-type`: The request body must be JSON */
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `bad-body`: The request body has invalid fields */
            422: components["responses"]["UnprocessableContent"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    hide_comment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the game. */
                game: string;
                /** @description The id of the comment. */
                comment: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewAct"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HiddenComment"];
                };
            };
            /** @description `bad-number`: A number is too large; `bad-text`: A string contains invalid characters; `duplicate-key`: Object keys must be unique; `empty-body`: The request body is missing; `malformed-json`: The request body is not valid JSON; `too-deep`: The request body is nested too deeply */
            400: components["responses"]["BadRequest"];
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `admin-only`: An admin token is required; `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `no-such-comment`: The comment does not exist; `no-such-game`: The game does not exist or is not visible to you; `not-found`: Not found */
            404: components["responses"]["NotFound"];
            /** @description `body-too-slow`: The request body did not arrive in time */
            408: components["responses"]["RequestTimeout"];
            /** @description `already-hidden`: The comment is already hidden */
            409: components["responses"]["Conflict"];
            /** @description `body-too-large`: The request body is too large */
            413: components["responses"]["ContentTooLarge"];
            /** @description `unsupported-media-type`: The request body must be JSON */
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `bad-body`: The request body has invalid fields */
            422: components["responses"]["UnprocessableContent"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `damaged-game`: The game cannot be read */
            500: components["responses"]["InternalServerError"];
            /** @description `newer-event`: The game was written by a newer server version; `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    restore_comment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the game. */
                game: string;
                /** @description The id of the comment. */
                comment: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewAct"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HiddenComment"];
                };
            };
            /** @description `bad-number`: A number is too large; `bad-text`: A string contains invalid characters; `duplicate-key`: Object keys must be unique; `empty-body`: The request body is missing; `malformed-json`: The request body is not valid JSON; `too-deep`: The request body is nested too deeply */
            400: components["responses"]["BadRequest"];
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `admin-only`: An admin token is required; `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `no-such-comment`: The comment does not exist; `no-such-game`: The game does not exist or is not visible to you; `not-found`: Not found */
            404: components["responses"]["NotFound"];
            /** @description `body-too-slow`: The request body did not arrive in time */
            408: components["responses"]["RequestTimeout"];
            /** @description `not-hidden`: The comment is not hidden */
            409: components["responses"]["Conflict"];
            /** @description `body-too-large`: The request body is too large */
            413: components["responses"]["ContentTooLarge"];
            /** @description `unsupported-media-type`: The request body must be JSON */
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `bad-body`: The request body has invalid fields */
            422: components["responses"]["UnprocessableContent"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `damaged-game`: The game cannot be read */
            500: components["responses"]["InternalServerError"];
            /** @description `newer-event`: The game was written by a newer server version; `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    get_health: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    get_readiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
    get_metrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain; version=0.0.4; charset=utf-8": string;
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: components["responses"]["Unauthorized"];
            /** @description `admin-only`: An admin token is required; `suspended`: The account is suspended */
            403: components["responses"]["Forbidden"];
            /** @description `rate-limited`: Too many requests */
            429: components["responses"]["TooManyRequests"];
            /** @description `unavailable`: The database is unavailable */
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Problem"];
        };
    };
}
