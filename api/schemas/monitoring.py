"""Health and readiness."""

from api.schemas import fields as f


class Health(f.Answer):
    """The process answers."""

    status = f.chosen("ok", required=True)


class Readiness(f.Answer):
    """The server is ready for requests."""

    status = f.chosen("ready", required=True)
    migration = f.text("0001", required=True)
