"""Faults in the second implementation of the rules, for `python -m prove --faults playouts`."""

from prove.faults.planting import Fault

SHARE = 0.001

FAULTS = (
    Fault("waits leave the quotient out", "domain/dobon/waits.py", "if hand[-1] ** 2 % product == 0:", "if False:", share=0.05, row="dobon-sato"),
    Fault("a 1 skips one player, however many are played", "domain/playouts/dobon/sato.py", "            steps = 1 + count\n", "            steps = 2\n"),
    Fault("a turn of a playout keeps the direction after a 9", "domain/playouts/dobon/sato.py", "                        direction = -direction\n", "                        pass\n"),
    Fault("a turn of a playout draws one card for a pending 2", "domain/playouts/dobon/sato.py", "for _ in range(pending_draw):", "for _ in range(1):"),
    Fault("the owner of a card is not asked for a counter", "domain/playouts/dobon/sato.py", "return self.others(caller) & ~self.called", "return self.others(caller) & ~self.called & self.others(self.owner)"),
    Fault("the caller loses, not the player who was called", "domain/playouts/dobon/sato.py", "losers = [self.owner]", "losers = [winner]"),
    Fault("a reshuffle leaves the rest of the stock out", "domain/playouts/dobon/position.py", "[*self.shuffled(cards_of(self.below())), *self.stock]", "self.shuffled(cards_of(self.below()))"),
    Fault("empty draws are not counted", "domain/playouts/dobon/sato.py", "self.idle = 0 if some else self.idle + (not stays)", "self.idle = 0"),
    Fault("flips end the round after one time through the stock", "domain/playouts/dobon/kawagoe.py", "(self.reshuffles or not self.below())", "True"),
    Fault("jokers do not double", "domain/playouts/dobon/kawagoe.py", "(BY_NUMBER[2] | _JOKERS)", "BY_NUMBER[2]"),
    Fault("two cards make only their sum", "domain/dobon/waits.py", "if len(hand) < 3 else by_sum(hand)", "if len(hand) < 2 else by_sum(hand)"),
    Fault("the right to call outlives a draw", "domain/playouts/dobon/kawagoe.py", "self.calls_open = self.first_turn = False", "self.first_turn = False"),
    Fault("a playout jumps in with any card that fits", "domain/playouts/dobon/kawagoe_turns.py", "legal = hand & number", "legal = hand & fits"),
    Fault("a caught lie is forgotten", "domain/playouts/doubt/position.py", "self.success[caller] += lie", "self.success[caller] += 0"),
    Fault("jokers are lies", "domain/playouts/doubt/position.py", "not in (0, self.claim_number)", "not in (self.claim_number,)"),
    Fault("the liar's neighbour plays after every doubt", "domain/playouts/doubt/position.py", 'caller if lie and options["doubter_takes_turn"] else', "caller if False else"),
    Fault("attackers that stopped stay out of the bout", "domain/playouts/beating/durak.py", "        self.stopped, self.phase, self.turn = 0, DEFENDING, self.defender\n", "        self.phase, self.turn = DEFENDING, self.defender\n"),
    Fault("the defender draws first", "domain/playouts/beating/durak.py", "if seat != last and seat not in self.out:", "if seat not in self.out:"),
    Fault("a defender who took attacks next", "domain/playouts/beating/durak.py", "beaten = not self.given_up and self.defender not in self.out", "beaten = self.defender not in self.out"),
    Fault("takes without effect are not counted", "domain/playouts/beating/position.py", "self.stall = self.stall + 1 if idle else 0", "self.stall = 0"),
    Fault("a seat that has beaten all draws before it leads", "domain/playouts/beating/leads.py", "        if self.hands[seat]:\n            self.leads(seat)\n", "        if self.hands[seat]:\n            self.draw(seat)\n            self.leads(seat)\n"),
    Fault("the skipped spades stay on top of the stock", "domain/playouts/beating/leads.py", "[turned, *stock[:below], *skipped[::-1], *stock[below:]]", "[turned, *stock, *skipped[::-1]]"),
    Fault("the winner of Kirifu gets no point", "domain/playouts/beating/leads.py", "[(seat == won) - (seat in losers)", "[-(seat in losers)"),
    Fault("a playout beats with a card that is too low", "domain/playouts/beating/leads.py", "answers = hand & table[attack]", "answers = hand"),
    Fault("a playout of Kirifu refills a hand that has beaten all", "domain/playouts/beating/leads.py", "if refills or asked != turn:", "if True:"),
    Fault("a playout does not count takes without effect", "domain/playouts/beating/leads.py", "stall + 1 if unbeaten == lying else 0", "0"),
)  # fmt: skip
