"""`dobon token`: create an account and print its token once. Admin accounts are created here only."""

import sys

from marshmallow import ValidationError

from api.operations.players import NewPlayer
from infra.accounts import accounts
from infra.databases.pool import open_pool
from infra.databases.preparation import prepare
from infra.settings import Settings


def make_token(settings: Settings, name: str, *, admin: bool) -> int:
    """Create an account of that name and print its token. Return the exit code."""
    try:
        name = str(NewPlayer().load({"name": name})["name"]).strip()
    except ValidationError as error:
        reasons = " ".join(error.messages_dict["name"])
        print(f"--name {name!a} cannot be a name: {reasons}", file=sys.stderr)
        return 2
    prepare(settings)
    with open_pool(settings) as pool:
        _, _, token = (accounts.create_admin if admin else accounts.create_player)(pool, name)
    print(token)
    return 0
