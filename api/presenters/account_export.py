"""The export of an account as JSON."""

from typing import Any


def export_json(
    sections: dict[str, list[dict[str, Any]]], site: str, statistics: list[dict[str, Any]]
) -> dict[str, Any]:
    """Return the export; `site` is the address of the server, which begins the links to games."""
    rows = dict(sections)
    account = rows.pop("account")[0]
    games = [
        {
            **game,
            "log": f"{site}v1/games/{game['game']}/events",
            "replay": f"{site}replay.html?game={game['game']}" if game["status"] == "finished" else None,
        }
        for game in rows["games"]
    ]
    return {"account": account, **rows, "games": games, "statistics": statistics}
