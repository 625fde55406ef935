"""Details of refusals of requests, in Japanese, by their English template."""

STATE = {
    "Too many other commands changed this game at the same time; try again.": (
        "ほかの操作が同時に続いたため処理できませんでした。もう一度送ってください。"
    ),
    "Too many commands are waiting for this game; try again.": (
        "このゲームへの操作が混み合っています。もう一度送ってください。"
    ),
    "Too many stamps are being added to this game; try again.": (
        "このゲームへのスタンプが混み合っています。もう一度送ってください。"
    ),
    "This idempotency key was used for another request; use a new key.": (
        "この冪等キーは別の要求に使われました。新しいキーを使ってください。"
    ),
    "Versions of this game go from 1 to {newest}.": "このゲームの版は1から{newest}までです。",
    "This game has versions 1 to {newest}.": "このゲームの版は1から{newest}までです。",
    "This game has rounds 1 to {last}.": "このゲームのラウンドは1から{last}までです。",
    "Only seated players can do this; take a seat first.": (
        "これができるのは席に着いている人だけです。先に席に着いてください。"
    ),
    "This game is not set aside; it runs as usual.": "このゲームは取り置かれていません。普通に動いています。",
    "This game is not listed: its join code is needed to sit down.": (
        "このゲームは公開されていません。席に着くには参加コードが必要です。"
    ),
    "The game has changed since the version in If-Match.": "If-Matchの版から、ゲームは先に進んでいます。",
    "A bot plays for you now; take the seat again to return.": (
        "今はボットが代わりに打っています。戻るには席に着き直してください。"
    ),
    "A bot plays in your place: take your seat again to return.": (
        "今はボットが代わりに打っています。戻るには席に着き直してください。"
    ),
    "You take part in {count} unfinished games, and {limit} are allowed: finish one, or leave one that has not started.": (
        "終わっていないゲームが{count}あり、上限は{limit}です。どれかを終えるか、始まっていないゲームを離れてください。"
    ),
    "This projection is being rebuilt already; GET /v1/admin/projections shows the progress.": (
        "この集計はすでに作り直しの途中です。進み具合はGET /v1/admin/projectionsで見られます。"
    ),
    "A player may write at most {most} comments on a game.": "1つのゲームに書けるコメントは{most}件までです。",
    "You do not wait for a table: join the queue first.": "順番待ちに入っていません。先に入ってください。",
    "You do not wait for a table.": "順番待ちに入っていません。",
    "A table was found: leave the game instead.": "すでに卓が見つかっています。やめるにはゲームを離れてください。",
    "A rematch can be asked for when the game is over.": "再戦を申し込めるのはゲームが終わってからです。",
    "You cannot take a seat in this game.": "このゲームの席には着けません。",
    "Only players of the game can invite others.": "ほかの人を招待できるのは、席に着いている人だけです。",
    "Only players of the game can ask for a rematch.": "再戦を申し込めるのはそのゲームの参加者だけです。",
    "No other player has this id: the view of a game lists the ids of its players.": (
        "このIDのほかの利用者はいません。ゲームの表示に参加者のIDがあります。"
    ),
    "You follow {count} players already.": "すでに{count}人をフォローしています。",
    "You block {count} players already.": "すでに{count}人をブロックしています。",
    "A player may create at most {most} links to a game.": "1つのゲームに作れるリンクは{most}件までです。",
    "The player is suspended already.": "この利用者はすでに停止されています。",
    "The player is not suspended.": "この利用者は停止されていません。",
    "There is no player with this id. Views of games list the ids of their players.": (
        "このidの利用者はいません。利用者のidはゲームの表示にあります。"
    ),
    "No player has this id: the view of a game lists the ids of its players.": (
        "このidの利用者はいません。利用者のidはゲームの表示にあります。"
    ),
    "This round could not be analysed; the operators of the server see why.": (
        "このラウンドは解析できませんでした。理由はサーバーの管理者に見えています。"
    ),
    "Hands are shown when the round is over.": "手札が公開されるのは、ラウンドが終わってからです。",
    "Only players of the game can comment on its rounds.": "コメントできるのは、このゲームの参加者だけです。",
    "Only players of the game can share its replay.": "リプレイを共有できるのは、このゲームの参加者だけです。",
    "Only players of the game can send stamps.": "スタンプを送れるのは、このゲームの参加者だけです。",
    "A replay can be shared after the game is finished.": "リプレイを共有できるのは、ゲームが終わってからです。",
    "A case can be exported after the game is over.": "案件を書き出せるのは、ゲームが終わってからです。",
    "The id of a page is a random UUID in lower case.": "ページのidは小文字のランダムなUUIDです。",
    "You have no subscription with this id.": "このidの通知先はありません。",
    "You have no webhook with this id: GET /v1/players/me/webhooks lists them.": (
        "このidのWebhookはありません。一覧はGET /v1/players/me/webhooksで見られます。"
    ),
    "An account may have at most {most} webhooks: delete one.": (
        "1つのアカウントのWebhookは{most}個までです。どれかを消してください。"
    ),
    "The webhook is disabled: enable it first.": "このWebhookは止められています。先に有効にしてください。",
    "The link is invalid or revoked.": "このリンクは無効か、取り消されています。",
    "Your drills are those of GET /v1/drills.": "あなたの問題はGET /v1/drillsで見られます。",
    "The drill of the day is prepared in the background.": "その日の問題は準備中です。",
    "The drill has the choices 0 to {last}.": "この問題の選択肢は0から{last}までです。",
    "The round was decided at this version, so nothing follows.": (
        "この版でラウンドの勝敗は決まっているので、続きはありません。"
    ),
    "The round has ended before this action.": "この操作の前にラウンドは終わっています。",
    "The seat is asked, so it cannot wait.": "返答を求められている席なので、待つことはできません。",
    "The round has no event with this version: its review lists the versions.": (
        "このラウンドにその版はありません。版は検討の一覧にあります。"
    ),
    "The round of this call is still running: a call can be judged again after its round is over.": (
        "この宣言のラウンドはまだ続いています。もう一度判定できるのはラウンドの後です。"
    ),
    "The game has no call at this version: the claims of the game list its calls.": (
        "その版に宣言はありません。宣言の一覧はclaimsにあります。"
    ),
}

CONNECTION = {
    "Missing or invalid token: send Authorization: Bearer with a token from POST /v1/players.": (
        "トークンがないか無効です。POST /v1/playersのトークンをAuthorization: Bearerで送ってください。"
    ),
    "Invalid ticket: send one that was made for this stream, once and within {seconds} s.": (
        "チケットが無効です。このストリーム用に作ったチケットを、{seconds}秒以内に一度だけ送ってください。"
    ),
    "An admin has suspended this account. Its tokens are refused until the suspension ends or is lifted.": (
        "このアカウントは管理者が停止しています。期限が来るか解除されるまでトークンは使えません。"
    ),
    "This operation requires an admin token. Create one on the server's command line: dobon token --admin.": (
        "管理者のトークンが必要です。サーバーのコマンドdobon token --adminで作れます。"
    ),
    "The limit is {limit}: retry in {seconds} s.": "上限は{limit}です。{seconds}秒後にもう一度送ってください。",
    "{most} requests of an account may wait at this process: end one.": (
        "1つのアカウントが同時に待てる要求は{most}件までです。どれかを終えてください。"
    ),
    "An account may have {most} streams open at this process: close one.": (
        "1つのアカウントが開けるストリームは{most}本までです。どれかを閉じてください。"
    ),
    "This process serves no more streams: retry in a moment, or wait for the view instead.": (
        "ストリームがいっぱいです。少し待つか、viewのwaitを使ってください。"
    ),
    "The database lacks the tables of this version: run `dobon migrate`.": (
        "データベースにこの版の表がありません。`dobon migrate`を実行してください。"
    ),
    "The disk of the database is full, and nothing was stored: retry after the operators have freed space.": (
        "データベースのディスクがいっぱいで、何も保存されませんでした。空きができてからもう一度送ってください。"
    ),
    "Retry in a moment; if the request had an Idempotency-Key, send the same key again.": (
        "少し待ってもう一度送ってください。Idempotency-Keyを付けた要求は、同じキーで送ってください。"
    ),
    "This server has no apps of this platform.": "このサーバーには、このプラットフォームのアプリがありません。",
    "The public log has no entry yet.": "公開ログにはまだ項目がありません。",
    "No witness has signed a checkpoint yet.": "公開ログのチェックポイントに署名した証人はまだいません。",
    "The public log has no such tile.": "公開ログにこのタイルはありません。",
    "Unknown problem code: /docs lists all codes.": "そのコードはありません。コードの一覧は/docsにあります。",
    "Unknown projection: send one of {projections}.": "その集計はありません。使えるのは{projections}です。",
    "Unknown ruleset: send one of {rulesets}.": "そのルールはありません。使えるのは{rulesets}です。",
    "This game has no seat {seat}: send one from 0 to {last}.": "このゲームに席{seat}はありません。0から{last}で指定してください。",
    "The Host header is invalid: send a host name or address, optionally with a port.": (
        "Hostヘッダーが正しくありません。ホスト名かアドレスを、必要ならポートを付けて送ってください。"
    ),
}

FORM = {
    "and {count} more": "ほか{count}件",
    "Invalid Idempotency-Key: for a new player send a random UUID in lower case.": (
        "Idempotency-Keyが正しくありません。新しい利用者には小文字のランダムなUUIDを送ってください。"
    ),
    "Invalid Idempotency-Key: send 1 to 200 visible ASCII characters.": (
        "Idempotency-Keyが正しくありません。表示できるASCII文字を1から200文字で送ってください。"
    ),
    'Invalid If-Match: send one entity tag of a view, such as "17-s1" or "17", or *.': (
        'If-Matchが正しくありません。"17-s1"や"17"のような表示のタグを1つ、または*を送ってください。'
    ),
    "Invalid Last-Event-ID: send the id of an event of the stream, which is its version.": (
        "Last-Event-IDが正しくありません。ストリームのイベントのid(版)を送ってください。"
    ),
    "Invalid cursor: send the `next` of the previous page.": (
        "cursorが正しくありません。前のページの`next`を送ってください。"
    ),
    "Invalid `after`: send the `next` of the previous part.": (
        "`after`が正しくありません。前の部分の`next`を送ってください。"
    ),
    "Invalid query string: send UTF-8 without NUL.": "クエリが正しくありません。NULを含まないUTF-8で送ってください。",
    "Repeated query parameter {name}: send each parameter once.": "クエリの{name}が二度あります。一度だけ送ってください。",
    "The body exceeds the limit of {most} bytes.": "本文が上限の{most}バイトを超えています。",
    "A whole number is out of range: send one from -{most} to {most}.": "整数が範囲を超えています。-{most}から{most}で送ってください。",
    "A number is out of range: send one from -{most} to {most}.": "数が範囲を超えています。-{most}から{most}で送ってください。",
    "{text} is not JSON.": "{text}はJSONではありません。",
    "Send a JSON object as the body, with Content-Type: application/json.": (
        "本文にJSONのオブジェクトを、Content-Type: application/jsonで送ってください。"
    ),
    "Unsupported Content-Encoding: send the body uncompressed, without this header.": (
        "Content-Encodingには対応していません。本文は圧縮せず、このヘッダーなしで送ってください。"
    ),
    "The body is incomplete: send the whole body.": "本文が途中で終わっています。全体を送ってください。",
    "The body did not arrive within {seconds} s.": "本文が{seconds}秒以内に届きませんでした。",
    "Too many request bodies are awaited; retry in 5 s.": "要求が混み合っています。5秒後にもう一度送ってください。",
    "Unsupported Content-Type: send {type}.": "Content-Typeが対応していません。{type}で送ってください。",
    "Invalid form: send each field once, in UTF-8.": "フォームを解釈できません。各項目を一度ずつ、UTF-8で送ってください。",
    "Must be printable ASCII.": "印字できるASCIIの文字だけにしてください。",
    "Unsupported Content-Type: send application/json, which is always UTF-8.": (
        "Content-Typeに対応していません。application/json(常にUTF-8)で送ってください。"
    ),
    "Objects and lists can be nested at most {most} levels deep.": "入れ子は{most}段までです。",
    "The body begins with a byte order mark: send JSON without it.": (
        "本文がバイト順マークで始まっています。付けずに送ってください。"
    ),
    "An object contains a key twice: object keys must be unique.": (
        "オブジェクトに同じキーが二度あります。一度だけにしてください。"
    ),
    "Byte {position} is not valid UTF-8: send JSON in UTF-8.": "{position}バイト目が正しいUTF-8ではありません。UTF-8で送ってください。",
    "Line {line}, column {column}: {problem}.": "{line}行目の{column}文字目でJSONが正しくありません({problem})。",
    "A string contains NUL or an unpaired surrogate: send valid Unicode text without NUL.": (
        "文字列にNULか対にならないサロゲートがあります。NULを含まないUnicodeで送ってください。"
    ),
    "This game cannot be read. The operators of the server see it in their list of damaged games.": (
        "このゲームは読み出せません。サーバーの運営者は、壊れたゲームの一覧で見られます。"
    ),
}

JSON_ERRORS = {
    "Expecting value": "値が必要です",
    "Extra data": "余分な文字があります",
    "Expecting ',' delimiter": ",が必要です",
    "Expecting ':' delimiter": ":が必要です",
    "Expecting property name enclosed in double quotes": "二重引用符で囲んだ名前が必要です",
    "Unterminated string starting at": "文字列が終わっていません",
    "Invalid control character at": "使えない制御文字があります",
    "Invalid \\escape": "エスケープが正しくありません",
    "Invalid \\uXXXX escape": "\\uのエスケープが正しくありません",
}

FIELDS = {
    "Field may not be null.": "nullにはできません。",
    "Missing data for required field.": "必須の項目です。",
    "Invalid value.": "値が正しくありません。",
    "Invalid type.": "型が正しくありません。",
    "Invalid input type.": "型が正しくありません。",
    "Unknown field.": "この項目はありません。",
    "Not a valid mapping type.": "オブジェクトにしてください。",
    "Not a valid boolean.": "trueかfalseにしてください。",
    "Not a valid list.": "リストにしてください。",
    "Not a valid integer.": "整数にしてください。",
    "Not a valid string.": "文字列にしてください。",
    "Not a valid utf-8 string.": "UTF-8の文字列にしてください。",
    "Number too large.": "数が大きすぎます。",
    "Must be the key p256dh of a subscription.": "購読の鍵p256dhを送ってください。",
    "Must be the secret auth of a subscription.": "購読の秘密authを送ってください。",
    "Must be an https address of at most {most} characters, such as https://example.org/dobon.": (
        "{most}文字以内のhttpsのアドレスにしてください（例：https://example.org/dobon）。"
    ),
    "Must have neither a user name, a password nor a fragment.": (
        "利用者名、パスワード、フラグメントは付けられません。"
    ),
    "Must be the address of a public host.": "公開されているホストのアドレスにしてください。",
    "Must be a number.": "数にしてください。",
    "Must be an object.": "オブジェクトにしてください。",
    "Must be one of: {choices}.": "{choices}のどれかにしてください。",
    "Must be greater than or equal to {min} and less than or equal to {max}.": "{min}以上{max}以下にしてください。",
    "Must be greater than or equal to {min}.": "{min}以上にしてください。",
    "Must be less than or equal to {max}.": "{max}以下にしてください。",
    "Length must be between {min} and {max}.": "長さを{min}から{max}にしてください。",
    "Length must be {equal}.": "長さを{equal}にしてください。",
    "Shorter than minimum length {min}.": "長さを{min}以上にしてください。",
    "Longer than maximum length {max}.": "長さを{max}以下にしてください。",
    "Has an invalid format.": "形式が正しくありません。",
    "Must be a day such as 2026-11-21.": "2026-11-21のような日付にしてください。",
    "Must be 64 hexadecimal digits in lower case.": "小文字の16進数64桁にしてください。",
    "Must be an existing date and time.": "実在する日時にしてください。",
    "Must be a time in UTC, such as 2026-11-21T03:24:00Z.": (
        "2026-11-21T03:24:00Zのような協定世界時の時刻にしてください。"
    ),
    "Must be a whole number, true, false or a string.": "整数、true、false、文字列のどれかにしてください。",
    "Must be a suit letter (S, C, H, D) and a number from 1 to 13, or X1 or X2.": (
        "マークの文字(S、C、H、D)と1から13の数字、またはX1かX2にしてください。"
    ),
    "Must be one line of text without control characters.": "制御文字を含まない1行の文字列にしてください。",
    "Must be text with a visible character and without control characters.": (
        "表示できる文字があり、制御文字のない文字列にしてください。"
    ),
    "Must be one line of text without control characters and invisible characters.": (
        "制御文字と見えない文字を含まない1行の文字列にしてください。"
    ),
    "Must begin with a visible character, such as a letter.": "文字など、見える文字で始めてください。",
    "Must have at most {most} combining characters in a row.": "結合文字が続くのは{most}個までにしてください。",
}

DETAILS = {**STATE, **CONNECTION, **FORM, **JSON_ERRORS, **FIELDS}
