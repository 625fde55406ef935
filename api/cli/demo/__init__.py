"""`dobon demo`: a game of bots through the REST API, drawn in the terminal.

Imported by the command line alone; speaks to the server over HTTP only.
"""
