"""Faults with which a deck could be chosen, for `python -m prove --faults bias`."""

from prove.faults.planting import Fault

SHARE = 0.04

FAULTS = (
    Fault("a player may reveal any link", "domain/running/commands.py", "if not seat.has_link(link, game.round + 1):", "if not is_link(link):"),
    Fault("withheld links are not named", "domain/running/commands.py", 'game.options, game.result, game.withheld())', 'game.options, game.result, [])'),
    Fault("a link that the clock withholds is called refused", "domain/game/game_evolve.py", '"clock" if "by_clock" in event.public else "refused"', '"refused"'),
    Fault("a hand-over is not told apart", "domain/game/game_evolve.py", 'game.causes[number] = "handed-over"', "pass"),
    Fault("an abandoned game reveals a running round only", "domain/game/game.py", "return self.round + 1 if any(self.next_links()) else 0", "return 0"),
    Fault("games abandoned before the deal are not counted", "domain/game/statistics.py", "if self._dealt or self._linked:", "if self._dealt:"),
    Fault("a client does not check its link in the log", "clients/python/src/dobon_client/cuts.py", "if self.links.get(str(round_number)) != self.sent[str(round_number)]:", "if False:"),
    Fault(
        "a client does not continue the chain that it knows", "clients/python/src/dobon_client/cuts.py",
        'if event["version"] != self.version + 1 or event["digest"] != digest:', "if False:",
        also=(("clients/python/src/dobon_client/cuts.py", 'if (receipt["game"], receipt["version"], receipt["head"]) != (self.game, self.version, self.head):', "if False:"),),
    ),
    Fault("a client does not compare revealed secrets with the anchor", "clients/python/src/dobon_client/cuts.py", "if secret is not None and link_before(secret, number) != self.server_anchor:", "if False:"),
)  # fmt: skip
