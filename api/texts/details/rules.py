"""Details of refusals by the rules of the games, in Japanese, by their English template."""

BEATING = {
    "You have no cards left and are done.": "手札がなくなり、このラウンドはもう終わっています。",
    "It is seat {turn}'s turn.": "席{turn}の番です。",
    "The phase is {phase}: seat {turn} may {actions}.": "今のフェーズは{phase}です。席{turn}ができるのは{actions}です。",
    "An attack is turned over by its own number, {number}.": "ターンオーバーには攻撃と同じ数字の{number}が必要です。",
    "After a card is beaten the attack can no longer be turned over.": "1枚でも撃退した後は、ターンオーバーできません。",
    "Nobody else has a card to defend with.": "ほかに防御できる手札を持つ人がいません。",
    "Seat {defender} would have to beat {attacks} cards, and at most {limit} may lie there.": (
        "席{defender}が撃退する攻撃が{attacks}枚になりますが、場に置けるのは{limit}枚までです。"
    ),
    "Two against two is played with 4 seats.": "2対2は4人で遊びます。",
    "Pairs are played without turnover.": "ペア戦ではターンオーバーを使えません。",
    "This game is played without throwing in.": "このゲームでは追加攻撃を使いません。",
    "This game is played without turning over.": "このゲームではターンオーバーを使いません。",
    "A bout begins with an attack; play any card.": "攻防は攻撃で始まります。好きなカードを出してください。",
    "Attack with one card at a time.": "攻撃は1枚ずつ出してください。",
    "Several cards can be led together if they are of one number.": "一度に何枚も出せるのは、同じ数字のときだけです。",
    "Numbers on the table: {numbers}.": "場にある数字は{numbers}です。",
    "{limit} attack cards at most in this bout: {attacks} lie there, {room} more may.": (
        "この攻防の攻撃は{limit}枚までです。今は{attacks}枚あり、あと{room}枚出せます。"
    ),
    "This game is played without extra cards.": "このゲームではおつけを使いません。",
    "An extra card goes with cards of one number only.": "おつけを添えられるのは、同じ数字のリードだけです。",
    "At most {most} cards can be led now.": "今リードできるのは{most}枚までです。",
    "At most {most} cards can be led now, the extra one among them.": "今リードできるのは、おつけを含めて{most}枚までです。",
    "Lead {some} or {last}; a further card is named as `extra`.": (
        "{some}、または{last}をリードしてください。さらに添える1枚は`extra`で指定します。"
    ),
    "Lead {some} or {last}.": "{some}、または{last}をリードしてください。",
    "Lead one card or more; an extra card goes with others.": "1枚以上をリードしてください。おつけだけは出せません。",
    "Mustamaija has no extra cards.": "ムスタマイヤにおつけはありません。",
    "All cards of a lead are of one suit.": "リードするカードは、すべて同じスートにしてください。",
    "Name one card or more.": "カードを1枚以上指定してください。",
    "Each card can be named once.": "同じカードを二度は指定できません。",
    "{cards}: play cards of your own hand.": "{cards}は手札にありません。自分の手札から出してください。",
    "{card} is not to be beaten now; these are: {attacks}.": "{card}は今撃退するカードではありません。撃退するのは{attacks}です。",
    "{card} does not beat {attack}; it takes {ways}.": "{card}では{attack}を撃退できません。{ways}が必要です。",
    "{card} does not beat {attack}; nothing does.": "{card}では{attack}を撃退できません。撃退できるカードはありません。",
}

DOBON = {
    "This window has your answer already.": "もう返答しています。",
    "Version {version} can no longer be called: {reason}.": "版{version}にはもうドボンできません。{reason}。",
    "A call needs at least one card in the hand.": "手札が1枚もないとドボンできません。",
    "Each player has one call on a card.": "1枚のカードにドボンできるのは一度だけです。",
    "Nobody calls on a card of their own; only a call on it can be countered.": (
        "自分のカードにはドボンできません。そのカードへのドボンに返すことはできます。"
    ),
    "Only seat {seat}, which was called, may counter.": "返せるのは、ドボンされた席{seat}だけです。",
    "No window is open; keeping quiet needs no answer.": "返答を求められていません。黙っているだけなら返答は要りません。",
    "The window asks about version {version}.": "返答を求めているのは版{version}についてです。",
    "This window does not ask you, or has your answer already.": "返答を求められていないか、もう返答しています。",
    "Seat {owner} has laid the card of version {version}, and it is seat {turn}'s turn. Out of turn only a {number} may be laid on it.": (
        "版{version}のカードは席{owner}が出したもので、今は席{turn}の番です。番でない人が重ねられるのは{number}だけです。"
    ),
    "{seats} seats can hold at most {most} cards each.": "{seats}人では、手札は1人{most}枚までです。",
    "A call is being answered; the answers are `dobon` and `decline`.": (
        "ドボンへの返答を待っています。返答は`dobon`か`decline`です。"
    ),
    "The dealer turns cards up only until the round is opened.": "親がめくるのは、ラウンドが始まるまでです。",
    "There is no pass: play, or draw where no card fits.": (
        "パスはありません。カードを出すか、出せるカードがなければ引いてください。"
    ),
    "A joker is never played; it doubles the points of a winning hand.": (
        "ジョーカーは出せません。上がった手の点を2倍にします。"
    ),
    "A 2 is pending: add a 2, or `accept`.": "2の効果が続いています。2を重ねるか、`accept`で受けてください。",
    "Others may still call on the top card.": "ほかの人が場のカードにまだドボンできます。",
    "A card of your hand fits; one draws only where none does.": "出せるカードがあります。引けるのは出せないときだけです。",
    "There is no 2 to accept.": "受ける2がありません。",
    "There is no 2 or 13 to accept.": "受ける2も13もありません。",
    "A {number} is pending: pass it on with the same number, or `accept`.": (
        "{number}の効果が続いています。同じ数字で回すか、`accept`で受けてください。"
    ),
    "The first card has to be of suit {suit} or a {number}, or an 8.": "最初のカードは、マークが{suit}か、数字が{number}か、8でなければなりません。",
    "The first card has to be of suit {suit}, a {number}, or an 8.": "最初のカードは、マークが{suit}か、数字が{number}か、8でなければなりません。",
    "The first card has to be of suit {suit} or a {number}.": "最初のカードは、マークが{suit}か、数字が{number}でなければなりません。",
    "Seat {dealer}, the dealer, is to `flip` a card.": "親の席{dealer}が`flip`でカードをめくる番です。",
    "Seat {dealer}, the dealer, turns cards up.": "カードをめくるのは親の席{dealer}です。",
    "The dealer flips again when everybody has answered.": "全員が返答してから、親が次をめくります。",
    "Only a {number} opens on {top}.": "{top}の上で始められるのは{number}だけです。",
    "A flip is being answered: `play` its number, `dobon`, or `decline`.": (
        "めくられたカードへの返答を待っています。同じ数字を`play`するか、`dobon`か`decline`です。"
    ),
    "Version {version} is not on top any more: {top}.": "版{version}はもう一番上ではありません。{top}。",
    "A play has one card or more in `cards`.": "`cards`にカードを1枚以上指定してください。",
    "Each card can be played once.": "同じカードを二度は出せません。",
    "An 8 names a suit: S, C, H or D.": "8ではマークを指定します。S、C、H、Dのどれかです。",
    "Only an 8 names a suit.": "マークを指定できるのは8だけです。",
    "Play cards of your own hand.": "自分の手札から出してください。",
    "Cards played together have the same number.": "一緒に出すカードは同じ数字にしてください。",
    "Play the card you drew, or `pass`.": "引いたカードを出すか、`pass`してください。",
    "Only the first turn of a round may be passed; otherwise play or draw.": (
        "パスできるのはラウンドの最初の番だけです。それ以外では出すか引いてください。"
    ),
    "After drawing only the card you drew may be played, or `pass`.": (
        "引いた後に出せるのは引いたカードだけです。出さなければ`pass`してください。"
    ),
}

DOUBT = {
    "Version {version} may be doubted: `doubt` or `decline`.": "版{version}にダウトできます。`doubt`か`decline`で答えてください。",
    "It is seat {turn}'s turn to `play`; no play can be doubted.": (
        "席{turn}が`play`する番です。今ダウトできるカードはありません。"
    ),
    "A turn cannot be passed: lay a card, true or not.": (
        "番はパスできません。本当でもうそでも、カードを出してください。"
    ),
    "max_plays is 0 for no limit, or at least 50.": "max_playsは0(無制限)か50以上です。",
    "With 3 or 4 decks and the penalty pile a round need not end: set max_plays, or choose another penalty.": (
        "3組か4組で場を全部引き取る遊び方(pile)は終わらないことがあります。max_playsを決めるか、penaltyを変えてください。"
    ),
    "You were eliminated from this round.": "このラウンドでは脱落しています。",
    "This play stays open to doubt until all have answered or time is up.": (
        "全員が答えるか時間が過ぎるまで、このカードにはダウトできます。"
    ),
    "Others may still doubt this play.": "ほかの人がこのカードにまだダウトできます。",
    "Version {version} can no longer be doubted.": "版{version}にはもうダウトできません。",
    "In Cheat only the next player may doubt, and a player may not doubt their own play.": (
        "チートでダウトできるのは次の人だけです。自分のカードにはダウトできません。"
    ),
    "You have declined to doubt this play.": "このカードにはダウトしないと答えています。",
    "A play in Doubt has one card or more in `cards`, and nothing else.": (
        "ダウトで出すときは、`cards`にカードを1枚以上指定し、ほかの項目は送らないでください。"
    ),
    "At most {most} at once.": "一度に出せるのは{most}枚までです。",
    "A joker cannot be the last card; keep another one for that.": (
        "最後の1枚にジョーカーは出せません。別のカードを残してください。"
    ),
}

ANY_GAME = {
    "Known actions: {actions}.": "使える行動は{actions}です。",
    "A card is a suit letter of S, C, H, D and a number 1 to 13, or X1, X2.": (
        "カードはマークの文字S、C、H、Dと1から13の数字、またはX1、X2で表します。"
    ),
    "This game has no such action.": "このゲームにその行動はありません。",
    "The round is over.": "ラウンドは終わっています。",
    "An anchor has 64 hexadecimal digits in lower case.": "アンカーは小文字の16進数64桁です。",
    "This is not the link of round {round} in the chain of your anchor.": (
        "あなたのアンカーから続くハッシュチェーンの、ラウンド{round}のリンクではありません。"
    ),
    "You have sent no anchor with your seat, so you contribute no links.": (
        "席に着くときにアンカーを送っていないので、リンクは送れません。"
    ),
    "At most {most} of {seats} seats can be bots.": "{seats}席のうち、ボットにできるのは{most}席までです。",
    "You sit on seat {seat}.": "席{seat}に着いています。",
    "Seats can be taken until the first round is dealt.": "席に着けるのは、最初のラウンドが配られるまでです。",
    "A bot plays on for you already; take the seat again to come back.": (
        "もうボットが代わりに打っています。戻るには席に着き直してください。"
    ),
    "The game is over.": "ゲームは終わっています。",
    "The game starts when the last seat is taken.": "ゲームはすべての席が埋まると始まります。",
    "`ready` is asked for between rounds.": "`ready`を送るのはラウンドの間だけです。",
    "The next round begins when everybody is `ready`.": "次のラウンドは、全員が`ready`を送ると始まります。",
    "You are ready already.": "もう準備できています。",
    "Known bots: {bots}.": "使えるボットは{bots}です。",
    "There is no game with this id.": "このidのゲームはありません。",
    "Known rulesets: {rulesets}.": "使えるルールは{rulesets}です。",
    "{ruleset} is played with {fewest} to {most} seats.": "{ruleset}は{fewest}人から{most}人で遊びます。",
    "Options of {ruleset}: {options}.": "{ruleset}の設定は{options}です。",
    "{option} has to fit {schema}.": "{option}の値は{schema}に合わせてください。",
    "Spectators are one of {modes}.": "観戦の設定は{modes}のどれかです。",
    "Spectators can be 1 to {most} moves behind.": "観戦の遅れは1手から{most}手までです。",
    "Only delayed spectators have a delay.": "遅れを指定できるのは、観戦がdelayedのときだけです。",
    "{event} has schema {schema}, and this program knows those up to {newest}: a newer one wrote it.": (
        "{event}の形式は{schema}ですが、このプログラムが読めるのは{newest}までです。新しい版が書いたものです。"
    ),
}

PARTS = {
    "the call of version {version} may be countered": "版{version}のドボンに返せます",
    "the call of version {version} stands": "版{version}のドボンが成立しています",
    "no card lies there yet": "場にまだカードがありません",
    "the time to call on version {version} is over": "版{version}にドボンできる時間は過ぎました",
    "the card of version {version} is on top": "場の一番上は版{version}のカードです",
    "{card} of version {version} is, which seat {seat} has laid": "今の一番上は席{seat}が出した版{version}の{card}です",
    "{card} of version {version} is": "今の一番上は版{version}の{card}です",
    "one card": "1枚",
    "two to four cards of one number": "同じ数字の2枚から4枚",
    "two pairs": "2組のペア",
    "{fewest} to {most} cards of one suit in a row, the ace high": "同じスートで続く{fewest}枚から{most}枚(エースが最も強い)",
    "{ways}, never S12": "{ways}(S12は使えません)",
    "{some} or {last}": "{some}か{last}",
    "{some} {last}": "{some}{last}",
    "{some}, {last}": "{some}、{last}",
    "a higher card of any suit": "いずれかのスートのより強いカード",
    "a higher {suit}": "より強い{suit}",
    "a {suit} (trump)": "いずれかの{suit}(切り札)",
    "any {suit} (trump)": "いずれかの{suit}(切り札)",
    "the joker": "ジョーカー",
    "the spade ace": "スペードのエース",
    "any ace": "いずれかのエース",
    "spade": "スペード",
    "club": "クラブ",
    "heart": "ハート",
    "diamond": "ダイヤ",
}
"""Parts of sentences, which are values of others."""

DETAILS = {**ANY_GAME, **DOBON, **DOUBT, **BEATING, **PARTS}
