"""Sends notifications out of this server: web pushes and webhooks, each from its outbox.

Imported by `api`; imports repositories and the packages below them.
"""
