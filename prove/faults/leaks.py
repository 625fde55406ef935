"""Faults that reveal hidden cards in views and analyses, for `python -m prove --faults leaks`."""

from prove.faults.planting import Fault

SHARE = 0.01

FAULTS = (
    Fault("a call can be countered only if some seat is able to", "domain/dobon/calls.py", "called.asked = counters = rules.may_counter(table, seat)", "called.asked = counters = [one for one in rules.may_counter(table, seat) if rules.witnesses(state, one)]", share=0.06),
    Fault(
        "the seat that declined to call is public", "domain/dobon/calls.py", "Event(CallDeclined(on=on), sealed)", "Event(CallDeclined(on=on, seat=seat), sealed)",
        also=(("domain/dobon/events.py", 'type = "call-declined"\n', 'type = "call-declined"\n    seat: SeatNumber\n'),),
    ),
    Fault(
        "the seat that declined to doubt is public", "domain/doubt/rules.py", "Event(DoubtDeclined(on=on), sealed)", "Event(DoubtDeclined(on=on, seat=seat), sealed)",
        also=(("domain/doubt/events.py", 'type = "doubt-declined"\n', 'type = "doubt-declined"\n    seat: SeatNumber\n'),),
    ),
    Fault("a refusal names a hidden card", "domain/dobon/sato.py", "            self._check_play(table, held, action, fits, state.hands[seat])\n", "            if action.cards and not held >> action.cards[0] & 1:\n                raise Refused('card-not-held', f'Others hold {state.cards(seat - 1)}.')\n            self._check_play(table, held, action, fits, state.hands[seat])\n"),
    Fault("a flipped card can be called only if a hand holds its number", "domain/dobon/opening.py", 'calls_open=bool(everybody),', 'calls_open=any(RANK[c] == RANK[card] for seat in everybody for c in state.held(seat)),'),
    Fault("the stock is off by one for some cards", "domain/beating/event_builder.py", 'stock=len(stock) - count, shown', 'stock=len(stock) - count - (stock[0] % 2), shown'),
    Fault("a hand is opened in the order in which it was drawn", "domain/dobon/sato.py", "opened = codes(sorted(state.held(seat)))", "opened = codes(state.held(seat))", share=0.06),
    Fault("a deadline depends on a hand", "domain/doubt/challenge.py", '"deadline": turn_deadline(self.options, self.now)}', '"deadline": turn_deadline(self.options, self.now) if sum(self.hands[turn]) % 2 else None}'),
    Fault("the window to doubt a play is shorter if the play is true", "domain/doubt/rules.py", "            window = self._window(table, seat, finishing, options, now)\n", '            window = self._window(table, seat, finishing, options, now)\n            window["allowed_from"] = now if is_true(cards, number) else window["allowed_from"]\n'),
    Fault("the window to doubt a true play closes at the first decline", "domain/doubt/rules.py", "if asked(state) == [seat]:", "if asked(state) == [seat] or is_true(last_cards(state), state.table.number):"),
    Fault("a window closes if no remaining seat could call", "domain/dobon/calls.py", "    if asked(state) == [seat]:\n        events += rules.close(state, options, now)\n", "    if not [other for other in asked(state) if other != seat and rules.witnesses(state, other)]:\n        events += rules.close(state, options, now)\n", share=0.05),
    Fault("the danger counts the cards of another hand as seen", "domain/analysis/dobon/knowledge.py", "self.game.cards(self.viewer)}", "self.game.cards(self.viewer), *self.game.cards(self.viewer - 1)}", share=0.03),
    Fault("the analysis learns from a draw what the hand holds", "domain/analysis/dobon/beliefs.py", 'if public.why != "false-call" and', 'if sum(game.state.held(seat)) % 2 and public.why != "false-call" and', share=0.03),
    Fault("the chance of a lie knows the hand of the player", "domain/analysis/doubt/beliefs.py", "self.facts(game.table, game.state.hands[self.viewer], claim)", "self.facts(game.table, game.state.hands[claim.seat], claim)", share=0.03),
)  # fmt: skip
