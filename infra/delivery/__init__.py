"""Sends notifications out of this server: web pushes and webhooks, each from its outbox.

Imported by `api`; imports notifications, projections and the packages below them.
"""
