"""Server-Sent Events and long polls: one hub a process, a topic for each game, a stream for each reader.

Imported by resources and server; imports presenters and auth.
"""
