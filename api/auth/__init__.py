"""Who sends a request (authentication) and what that account may see (authorization).

Imported by streaming and resources; imports http and middleware.
"""
