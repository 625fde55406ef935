"""Server-Sent Events and long polls: one hub a process, a topic for each game, a stream for each client.

Imported by operations, server and the application; imports representations and auth.
"""
