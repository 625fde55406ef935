"""The application as a process: WSGI and ASGI entry points and an orderly shutdown.

Imported by the command line; imports the application, streaming, middleware and http.
"""
