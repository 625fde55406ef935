"""What a seat can infer from its own view: beliefs about hidden hands, and the danger of each play.

Everything is a function of the viewer's own game and of the events as that viewer saw them. So it says the same in any
two worlds that differ in what the viewer cannot see. Imports `domain.game` and the families; strategies and the analysis
of rounds import it.
"""
