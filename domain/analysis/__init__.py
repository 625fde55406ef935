"""What a seat can infer from its own view: beliefs about hidden hands, the danger of each play, and what each decision
of a finished round lost (`round_analysis.py`).

Everything is a function of the viewer's own game and of the events as that viewer saw them. So it says the same in any
two worlds that differ in what the viewer cannot see. Imports `domain.game.fold`, the families and
the playouts; strategies import the beliefs, and `infra.analyser` the analysis of finished rounds.
"""
