"""Faults that reveal hidden cards in views and analyses, for `python -m prove --faults leaks`."""

from prove.faults.planting import Fault

SHARE = 0.01

FAULTS = (
    Fault("a call can be countered only if some seat is able to", "domain/dobon/calls.py", "called.asked = asked = rules.may_counter(table, seat)", "called.asked = asked = [one for one in rules.may_counter(table, seat) if rules.witnesses(table, one)]", share=0.06),
    Fault(
        "the seat that declined to call is public", "domain/dobon/calls.py", "Event(CallDeclined(on=on), sealed)", "Event(CallDeclined(on=on, seat=seat), sealed)",
        also=(("domain/dobon/events.py", 'type = "call-declined"\n', 'type = "call-declined"\n    seat: SeatNumber\n'),),
    ),
    Fault(
        "the seat that declined to doubt is public", "domain/doubt/rules.py", "Event(DoubtDeclined(on=on), sealed)", "Event(DoubtDeclined(on=on, seat=seat), sealed)",
        also=(("domain/doubt/events.py", 'type = "doubt-declined"\n', 'type = "doubt-declined"\n    seat: SeatNumber\n'),),
    ),
    Fault("a refusal names a hidden card", "domain/dobon/plays.py", '"Play cards of your own hand."', 'f"Play cards of your own hand; others hold {table.hands[seat - 1]}."'),
    Fault("a flipped card can be called only if a hand holds its number", "domain/dobon/opening.py", 'calls_open=bool(asked),', 'calls_open=any(RANK[c] == RANK[card] for h in table.hands for c in h),'),
    Fault("the stock is off by one for some cards", "domain/beating/event_builder.py", 'stock=len(stock) - count, shown', 'stock=len(stock) - count - (stock[0] % 2), shown'),
    Fault("a hand is opened in the order in which it was drawn", "domain/dobon/sato.py", "codes(sorted(card for card in table.hands[seat] if card is not None))", "codes([card for card in table.hands[seat] if card is not None])", share=0.06),
    Fault("a deadline depends on a hand", "domain/doubt/challenge.py", '"deadline": turn_deadline(self.options, self.now)}', '"deadline": turn_deadline(self.options, self.now) if sum(c or 0 for c in self.table.hands[turn]) % 2 else None}'),
    Fault("the window to doubt a play is shorter if the play is true", "domain/doubt/rules.py", "            window = self._window(table, seat, finishing, options, now)\n", '            window = self._window(table, seat, finishing, options, now)\n            window["allowed_from"] = now if is_true(cards, number) else window["allowed_from"]\n'),
    Fault("the window to doubt a true play closes at the first decline", "domain/doubt/rules.py", "if table.asked == [seat]:", "if table.asked == [seat] or is_true(last_cards(table), table.number):"),
    Fault("a window closes if no remaining seat could call", "domain/dobon/calls.py", "    if table.asked == [seat]:\n        events += rules.close(table, options, now)\n", "    if not [other for other in table.asked if other != seat and rules.witnesses(table, other)]:\n        events += rules.close(table, options, now)\n", share=0.05),
    Fault("the danger counts the cards of another hand as seen", "domain/analysis/dobon/knowledge.py", "{*table.pile, *table.hands[self.viewer]}", "{*table.pile, *table.hands[self.viewer], *table.hands[self.viewer - 1]}", share=0.03),
    Fault("the analysis learns from a draw what the hand holds", "domain/analysis/dobon/beliefs.py", 'if public.why != "false-call" and', 'if sum(card or 0 for card in table.hands[seat]) % 2 and public.why != "false-call" and', share=0.03),
    Fault("the chance of a lie knows the hand of the player", "domain/analysis/doubt/beliefs.py", "elsewhere(table, self.viewer, claim.seat)", "elsewhere(table, claim.seat, claim.seat)", share=0.03),
)  # fmt: skip
