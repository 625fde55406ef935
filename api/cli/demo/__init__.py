"""`dobon demo`: a game of bots through the REST API, shown in the terminal.

Imported only by the command line; it uses the server only over HTTP.
"""
