"""Addresses and keys of receivers of notifications, to which nothing is sent."""

RECEIVER = "https://receiver.example.org/dobon"
"""The address of a webhook."""

BROWSER = {
    "endpoint": "https://push.example.org/send/1",
    "keys": {
        "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "auth": "BTBZMqHH6r4Tts7J_aSIgg",
    },
}
"""A subscription to web pushes, with the keys of RFC 8291, appendix A."""
