"""The beating games Durak, Kirifu and Mustamaija: one attacks, the next beats card by card or takes.

They share a relation (does this card beat that one?), a table of attacks and what beat them, a stock with an order of drawing, and the way in which
events tell who is asked for what; each game's own rules stand in its own module, in the order of its rule sheet.
"""
