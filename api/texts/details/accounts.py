"""Details of refusals about accounts and sign-in, in Japanese, by their English template."""

DETAILS = {
    "The account was erased.": "このアカウントは消去されました。",
    "You have no session with this id: GET /v1/players/me/sessions lists them.": (
        "このidのサインインはありません。一覧はGET /v1/players/me/sessionsにあります。"
    ),
    "You have no personal token with this id: GET /v1/players/me/personal-tokens lists them.": (
        "このidの個人用トークンはありません。一覧はGET /v1/players/me/personal-tokensにあります。"
    ),
    "An account has at most {most} personal tokens: end one.": (
        "1つのアカウントの個人用トークンは{most}個までです。先にどれかを終了してください。"
    ),
    "The app asks in a way that the server does not accept: error and error_description say why.": (
        "アプリの求め方をサーバーは受け付けません。理由はerrorとerror_descriptionにあります。"
    ),
    "The token lacks the scope {scope}.": "このトークンには権限{scope}がありません。",
    "This operation requires a session of the account: sign in on the web page.": (
        "この操作には本人のサインインが必要です。Webページでサインインしてください。"
    ),
    "You have no passkey with this id: GET /v1/players/me/passkeys lists them.": (
        "このidのパスキーはありません。一覧はGET /v1/players/me/passkeysにあります。"
    ),
    "You have no code with this id, or a newer one has replaced it.": (
        "このidのコードはないか、新しいコードに置き換えられました。"
    ),
    "Nobody could sign in to this account again. Add a passkey or take recovery codes first, or send confirm=true.": (
        "これを消すと、このアカウントには二度とサインインできません。"
        "先にパスキーか復旧コードを用意するか、confirm=trueを送ってください。"
    ),
    "An erased account does not come back: send confirm=true to erase it.": (
        "消去したアカウントは元に戻りません。消去するにはconfirm=trueを送ってください。"
    ),
    "The code is unknown, was used already, or has expired.": (
        "このコードは正しくないか、使用済みか、期限が切れています。"
    ),
    "The challenge is unknown, was used already, or is older than {seconds} s: request new options.": (
        "チャレンジが正しくないか、使用済みか、{seconds}秒を過ぎています。optionsを取り直してください。"
    ),
    "This passkey belongs to no account: it was removed, or the account was erased.": (
        "このパスキーのアカウントはありません。パスキーが削除されたか、アカウントが消去されています。"
    ),
    "This passkey is registered already.": "このパスキーはすでに登録されています。",
    "An account has at most {most} passkeys: remove one first.": (
        "1つのアカウントのパスキーは{most}個までです。先にどれかを削除してください。"
    ),
    "The answer of the passkey is invalid: it must be signed by it for this page.": (
        "パスキーの応答が正しくありません。このページのために署名されたものを送ってください。"
    ),
    "This server has no domain for passkeys. On this machine open http://localhost; elsewhere its operator sets "
    "DOBON_PASSKEY_DOMAIN.": (
        "このサーバーにはパスキーのドメインがありません。このマシンではhttp://localhostを開いてください。"
        "ほかでは管理者がDOBON_PASSKEY_DOMAINを設定します。"
    ),
    "Players would take this name for the server, its operators or an erased player: choose another name.": (
        "サーバー、運営、消去された利用者と紛らわしい名前です。別の名前にしてください。"
    ),
    "Another player had this name until recently. It is reserved until {until}: choose another name.": (
        "最近まで別の人がこの名前を使っていました。{until}まで取り置かれているので、別の名前にしてください。"
    ),
    "The token was rotated or revoked by another request.": (
        "このトークンは、別の要求で更新されたか、取り消されています。"
    ),
    "Invalid Idempotency-Key: for a new session send a random UUID in lower case.": (
        "Idempotency-Keyが正しくありません。新しいサインインには小文字のランダムなUUIDを送ってください。"
    ),
    "An admin has reset this name. You may not take it before {until}.": (
        "この名前は管理者が変更しました。{until}までは使えません。"
    ),
    "The account was erased, or never existed.": "このアカウントは消去されたか、存在しません。",
    "You have {count} open reports: wait for the verdicts.": (
        "未処理の通報が{count}件あります。裁定を待ってください。"
    ),
    "You have reported this already: wait for the verdict.": "すでに通報しています。裁定を待ってください。",
    "Only players of the game can report what happens in it.": "ゲームのことを通報できるのは、その参加者だけです。",
    "The game has no such comment of another player, or it is hidden.": (
        "このゲームにほかの人のそのコメントはないか、非表示になっています。"
    ),
    "This is your own name, which you can change.": "自分の名前です。自分で変えられます。",
    "The game has no play or call of a seat at this version.": "その版に席の操作や宣言はありません。",
    "You have no report with this id: GET /v1/reports lists them.": (
        "このidの通報はありません。一覧はGET /v1/reportsで見られます。"
    ),
    "There is no signal with this id: GET /v1/admin/signals lists them.": (
        "このidのシグナルはありません。一覧はGET /v1/admin/signalsで見られます。"
    ),
    "There is no report with this id: GET /v1/admin/reports lists them.": (
        "このidの通報はありません。一覧はGET /v1/admin/reportsで見られます。"
    ),
    "This report may lead to: {measures}.": "この通報でできる処置は{measures}です。",
    "The game has no comment with this id.": "このゲームにこのidのコメントはありません。",
    "The comment is hidden already.": "このコメントはすでに非表示です。",
    "The comment is not hidden.": "このコメントは非表示ではありません。",
    "An admin has decided this report already.": "この通報はすでに裁定されています。",
    "Invalid `until`: send a time in the future.": "`until`が正しくありません。未来の時刻を送ってください。",
    "Invalid `since`: send a time before `until`.": (
        "`since`が正しくありません。`until`より前の時刻を送ってください。"
    ),
    "Invalid period: send one of at most {most} weeks.": "期間が長すぎます。{most}週間以内にしてください。",
    "Too many players have such a name: send more of it.": (
        "この名前の利用者が多すぎます。名前をもっと長く送ってください。"
    ),
    "A dismissed report has no measures.": "退けた通報に処置は付けられません。",
    "Only a suspension has an end.": "期限は停止にだけ付けられます。",
    "A bot account stays one: send confirm=true to make this account one.": (
        "ボットのアカウントは元に戻せません。よければconfirm=trueを付けてください。"
    ),
    "An account of an admin cannot become a bot account.": "管理者のアカウントはボットのアカウントにできません。",
    "This account has played as a person: create another one for the bot.": (
        "このアカウントは人として遊んでいます。ボットには別のアカウントを作ってください。"
    ),
    "Bot accounts may not take a seat at this table.": "この卓にボットのアカウントは着けません。",
    "{count} challenges of yours wait for an answer: withdraw one first.": (
        "返事を待つ挑戦が{count}件あります。先にどれかを取り下げてください。"
    ),
    "You have sent this player {count} challenges within an hour that led to no game: wait.": (
        "このプレイヤーに1時間以内に送った挑戦のうち{count}件が対局になっていません。しばらく待ってください。"
    ),
    "An account may receive {most} downloads at once from this process: end one.": (
        "一つのアカウントがこのプロセスから同時に受け取れるダウンロードは{most}件までです。どれかを終えてください。"
    ),
    "Too many challenges wait for an answer of this player.": "このプレイヤーの返事を待つ挑戦が多すぎます。",
    "You cannot challenge this player.": "このプレイヤーには挑戦できません。",
    "This challenge was accepted, declined or withdrawn, or it has expired.": (
        "この挑戦は受けられたか、断られたか、取り下げられたか、期限が切れています。"
    ),
    "You have no challenge with this id: GET /v1/challenges lists them.": (
        "このidの挑戦はありません。一覧はGET /v1/challengesで見られます。"
    ),
    "Must be URL-safe Base64.": "URLで使えるBase64にしてください。",
}
