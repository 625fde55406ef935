"""Details of refusals by the rules of the games, in Japanese, by their English text."""

BEATING = {
    "You have no cards left and are done.": "手札がなくなり、このラウンドはもう終わっています。",
    "It is seat {}'s turn.": "席{0}の番です。",
    "The phase is {}: seat {} may {}.": "今のフェーズは{0}です。席{1}ができるのは{2}です。",
    "An attack is turned over by its own number, {}.": "ターンオーバーには攻撃と同じ数字の{0}が必要です。",
    "After a card is beaten the attack can no longer be turned over.": "1枚でも撃退した後は、ターンオーバーできません。",
    "Nobody else has a card to defend with.": "ほかに防御できる手札を持つ人がいません。",
    "Seat {} would have to beat {} cards, and at most {} may lie there.": (
        "席{0}が撃退する攻撃が{1}枚になりますが、場に置けるのは{2}枚までです。"
    ),
    "Two against two is played with 4 seats.": "2対2は4人で遊びます。",
    "Pairs are played without turnover.": "ペア戦ではターンオーバーを使えません。",
    "This game is played without throwing in.": "このゲームでは追加攻撃を使いません。",
    "This game is played without turning over.": "このゲームではターンオーバーを使いません。",
    "A bout begins with an attack; play any card.": "攻防は攻撃で始まります。好きなカードを出してください。",
    "Attack with one card at a time.": "攻撃は1枚ずつ出してください。",
    "Several cards can be led together if they are of one number.": "一度に何枚も出せるのは、同じ数字のときだけです。",
    "Numbers on the table: {}.": "場にある数字は{0}です。",
    "{} attack cards at most in this bout: {} lie there, {} more may.": (
        "この攻防の攻撃は{0}枚までです。今は{1}枚あり、あと{2}枚出せます。"
    ),
    "This game is played without extra cards.": "このゲームではおつけを使いません。",
    "An extra card goes with cards of one number only.": "おつけを添えられるのは、同じ数字のリードだけです。",
    "At most {} cards can be led now.": "今リードできるのは{0}枚までです。",
    "At most {} cards can be led now, the extra one among them.": "今リードできるのは、おつけを含めて{0}枚までです。",
    "Lead {} or {}; a further card is named as `extra`.": (
        "{0}、または{1}をリードしてください。さらに添える1枚は`extra`で指定します。"
    ),
    "Lead {} or {}.": "{0}、または{1}をリードしてください。",
    "Lead one card or more; an extra card goes with others.": "1枚以上をリードしてください。おつけだけは出せません。",
    "Mustamaija has no extra cards.": "ムスタマイヤにおつけはありません。",
    "All cards of a lead are of one suit.": "リードするカードは、すべて同じスートにしてください。",
    "Name one card or more.": "カードを1枚以上指定してください。",
    "Each card can be named once.": "同じカードを二度は指定できません。",
    "{}: play cards of your own hand.": "{0}は手札にありません。自分の手札から出してください。",
    "{} is not to be beaten now; these are: {}.": "{0}は今撃退するカードではありません。撃退するのは{1}です。",
    "{} does not beat {}; it takes {}.": "{0}では{1}を撃退できません。{2}が必要です。",
    "{} does not beat {}; nothing does.": "{0}では{1}を撃退できません。撃退できるカードはありません。",
}

DOBON = {
    "This window has your answer already.": "もう返答しています。",
    "Version {} can no longer be called: {}.": "版{0}にはもうドボンできません。{1}。",
    "A call needs at least one card in the hand.": "手札が1枚もないとドボンできません。",
    "Each player has one call on a card.": "1枚のカードにドボンできるのは一度だけです。",
    "Nobody calls on a card of their own; only a call on it can be countered.": (
        "自分のカードにはドボンできません。そのカードへのドボンに返すことはできます。"
    ),
    "Only seat {}, which was called, may counter.": "返せるのは、ドボンされた席{0}だけです。",
    "No window is open; keeping quiet needs no answer.": "返答を求められていません。黙っているだけなら返答は要りません。",
    "The window asks about version {}.": "返答を求めているのは版{0}についてです。",
    "This window does not ask you, or has your answer already.": "返答を求められていないか、もう返答しています。",
    "Seat {} has laid the card of version {}, and it is seat {}'s turn. Out of turn only a {} may be laid on it.": (
        "版{1}のカードは席{0}が出したもので、今は席{2}の番です。番でない人が重ねられるのは{3}だけです。"
    ),
    "{} seats can hold at most {} cards each.": "{0}人では、手札は1人{1}枚までです。",
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
    "A {} is pending: pass it on with the same number, or `accept`.": (
        "{0}の効果が続いています。同じ数字で回すか、`accept`で受けてください。"
    ),
    "The first card has to be of suit {} or a {}, or an 8.": "最初のカードは、マークが{0}か、数字が{1}か、8でなければなりません。",
    "The first card has to be of suit {}, a {}, or an 8.": "最初のカードは、マークが{0}か、数字が{1}か、8でなければなりません。",
    "The first card has to be of suit {} or a {}.": "最初のカードは、マークが{0}か、数字が{1}でなければなりません。",
    "Seat {}, the dealer, is to `flip` a card.": "親の席{0}が`flip`でカードをめくる番です。",
    "Seat {}, the dealer, turns cards up.": "カードをめくるのは親の席{0}です。",
    "The dealer flips again when everybody has answered.": "全員が返答してから、親が次をめくります。",
    "Only a {} opens on {}.": "{1}の上で始められるのは{0}だけです。",
    "A flip is being answered: `play` its number, `dobon`, or `decline`.": (
        "めくられたカードへの返答を待っています。同じ数字を`play`するか、`dobon`か`decline`です。"
    ),
    "Version {} is not on top any more: {}.": "版{0}はもう一番上ではありません。{1}。",
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
    "Version {} may be doubted: `doubt` or `decline`.": "版{0}にダウトできます。`doubt`か`decline`で答えてください。",
    "It is seat {}'s turn to `play`; no play can be doubted.": (
        "席{0}が`play`する番です。今ダウトできるカードはありません。"
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
    "Version {} can no longer be doubted.": "版{0}にはもうダウトできません。",
    "In Cheat only the next player may doubt, and a player may not doubt their own play.": (
        "チートでダウトできるのは次の人だけです。自分のカードにはダウトできません。"
    ),
    "You have declined to doubt this play.": "このカードにはダウトしないと答えています。",
    "A play in Doubt has one card or more in `cards`, and nothing else.": (
        "ダウトで出すときは、`cards`にカードを1枚以上指定し、ほかの項目は送らないでください。"
    ),
    "At most {} at once.": "一度に出せるのは{0}枚までです。",
    "A joker cannot be the last card; keep another one for that.": (
        "最後の1枚にジョーカーは出せません。別のカードを残してください。"
    ),
}

ANY_GAME = {
    "Known actions: {}.": "使える行動は{0}です。",
    "A card is a suit letter of S, C, H, D and a number 1 to 13, or X1, X2.": (
        "カードはマークの文字S、C、H、Dと1から13の数字、またはX1、X2で表します。"
    ),
    "This game has no such action.": "このゲームにその行動はありません。",
    "The round is over.": "ラウンドは終わっています。",
    "An anchor has 64 hexadecimal digits in lower case.": "アンカーは小文字の16進数64桁です。",
    "This is not the link of round {} in the chain of your anchor.": (
        "あなたのアンカーから続くハッシュチェーンの、ラウンド{0}のリンクではありません。"
    ),
    "You have sent no anchor with your seat, so you contribute no links.": (
        "席に着くときにアンカーを送っていないので、リンクは送れません。"
    ),
    "At most {} of {} seats can be bots.": "{1}席のうち、ボットにできるのは{0}席までです。",
    "You sit on seat {}.": "席{0}に着いています。",
    "Seats can be taken until the first round is dealt.": "席に着けるのは、最初のラウンドが配られるまでです。",
    "A bot plays on for you already; take the seat again to come back.": (
        "もうボットが代わりに打っています。戻るには席に着き直してください。"
    ),
    "The game is over.": "ゲームは終わっています。",
    "The game starts when the last seat is taken.": "ゲームはすべての席が埋まると始まります。",
    "`ready` is asked for between rounds.": "`ready`を送るのはラウンドの間だけです。",
    "The next round begins when everybody is `ready`.": "次のラウンドは、全員が`ready`を送ると始まります。",
    "You are ready already.": "もう準備できています。",
    "Known bots: {}.": "使えるボットは{0}です。",
    "There is no game with this id.": "このidのゲームはありません。",
    "Known rulesets: {}.": "使えるルールは{0}です。",
    "{} is played with {} to {} seats.": "{0}は{1}人から{2}人で遊びます。",
    "Options of {}: {}.": "{0}の設定は{1}です。",
    "{} has to fit {}.": "{0}の値は{1}に合わせてください。",
    "Spectators are one of {}.": "観戦の設定は{0}のどれかです。",
    "Spectators can be 1 to {} moves behind.": "観戦の遅れは1手から{0}手までです。",
    "Only delayed spectators have a delay.": "遅れを指定できるのは、観戦がdelayedのときだけです。",
    "{} has schema {}, and this program knows those up to {}: a newer one wrote it.": (
        "{0}の形式は{1}ですが、このプログラムが読めるのは{2}までです。新しい版が書いたものです。"
    ),
}

PARTS = {
    "the call of version {} may be countered": "版{0}のドボンに返せます",
    "the call of version {} stands": "版{0}のドボンが成立しています",
    "no card lies there yet": "場にまだカードがありません",
    "the time to call on version {} is over": "版{0}にドボンできる時間は過ぎました",
    "the card of version {} is on top": "場の一番上は版{0}のカードです",
    "{} of version {} is, which seat {} has laid": "今の一番上は席{2}が出した版{1}の{0}です",
    "{} of version {} is": "今の一番上は版{1}の{0}です",
    "one card": "1枚",
    "two to four cards of one number": "同じ数字の2枚から4枚",
    "two pairs": "2組のペア",
    "{} to {} cards of one suit in a row, the ace high": "同じスートで続く{0}枚から{1}枚(エースが最も強い)",
    "{}, never S12": "{0}(S12は使えません)",
    "{} or {}": "{0}か{1}",
    "{}, {}": "{0}、{1}",
    "a higher card of any suit": "いずれかのスートのより強いカード",
    "a higher {}": "より強い{0}",
    "a {} (trump)": "いずれかの{0}(切り札)",
    "any {} (trump)": "いずれかの{0}(切り札)",
    "any {}": "いずれかの{0}",
    "the joker": "ジョーカー",
    "the spade ace": "スペードのエース",
    "any ace": "いずれかのエース",
    "spade": "スペード",
    "club": "クラブ",
    "heart": "ハート",
    "diamond": "ダイヤ",
}
"""Parts of sentences, which stand for values of others; of those that fit, the first one counts."""

DETAILS = {**ANY_GAME, **DOBON, **DOUBT, **BEATING}
