"""The application as processes: a supervisor, workers with their connections, and the ASGI adapter.

Imported by the command line; imports the application, streaming, middleware and http.
"""
