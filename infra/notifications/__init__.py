"""Notifications of accounts, and the outboxes of web pushes and webhooks, which `infra.delivery` sends."""
