"""The beating games Durak, Kirifu and Mustamaija: one seat attacks, and the next beats card by card or takes.

They share a relation (does this card beat that one?), a table of attacks with the cards that beat them, a stock with an
order of drawing, and events that say which seat is asked for what. The rules of each game are in its own module, in the
order of its rule sheet.
"""
