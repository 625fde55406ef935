"""The playout engine: rounds played to their end from sampled worlds, fast and without events. It serves search only.

It is the same game as the rules; `prove playouts` follows random games of the rules in it, step by step. It imports the
tables and cards of the families, and is imported by the analysis and by strategies.

A caller goes from a seat's own view to the results of candidate actions:

    game = the fold of the seat's own view                                      # domain.game.fold
    worlds = sample_worlds(game.ruleset.key, game.table, seat, 200, stream)     # worlds.py
    position = make_position(key, world, options, random)                       # position.py

    position.actions(seat)     legal actions, as `Ruleset.actions` lists them, except that each `on` is 0
    position.act(seat, action) performs a legal action in place, whatever its `on`; None lets the seat wait
    position.copy()            an independent position, with the same random numbers
    position.play_out()        plays to the end of the round by the default policy
    position.over, position.reason, position.winner, position.losers, position.points      as in `round-ended`

- A *world* is a table of the family in which every card is known, such as `DobonTable`. The cards that the seat cannot
  place are distributed with equal chance; cards it knows stay where they are. With `weigh` likely worlds are more
  frequent.
- A *position* is that round in integers. The *default policy* plays at random like `novice`, and calls whenever it can.
- All chance comes from the arguments, so the same arguments give the same result. Candidate actions are compared in the
  same worlds with the same random numbers.
"""
