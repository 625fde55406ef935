"""`dobon arena` and `dobon bot check`: strategies of this project and programs of others at the same tables, without a
server.
"""
