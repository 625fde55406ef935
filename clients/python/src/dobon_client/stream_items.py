"""What streams bring."""

from typing import Literal, TypedDict

from dobon_client.types import Event, Missed, Notification, StampMessage


class EventItem(TypedDict):
    """An event of the log."""

    kind: Literal["event"]
    event: Event


class StampItem(TypedDict):
    """A stamp at the table."""

    kind: Literal["stamp"]
    stamp: StampMessage


StreamItem = EventItem | StampItem


class NotificationItem(TypedDict):
    """A notification."""

    kind: Literal["notification"]
    notification: Notification


class MissedItem(TypedDict):
    """Notifications that are no longer kept: list the games instead."""

    kind: Literal["missed"]
    missed: Missed


AccountItem = NotificationItem | MissedItem
