"""The files by which phones let the apps of an operator use the passkeys of this site.

Android reads Digital Asset Links, and Apple the association of a domain with its apps.
"""

from collections.abc import Collection
from itertools import groupby
from operator import itemgetter
from typing import Any

import orjson
from flask import Flask, Response, request

from api.http.responses import ConstantResponse, revalidated
from api.problems import Problem
from infra.settings import AndroidApp

ANDROID = "/.well-known/assetlinks.json"
APPLE = "/.well-known/apple-app-site-association"


def attach(app: Flask, android: Collection[AndroidApp], apple: Collection[str]) -> None:
    """Serve both files; one without apps is absent."""
    files = {ANDROID: asset_links(android) if android else None, APPLE: association(apple) if apple else None}

    def serve() -> Response:
        found = files[request.path]
        if found is None:
            raise Problem("not-found", "This server has no apps of this platform.")
        return revalidated(ConstantResponse(orjson.dumps(found), mimetype="application/json"), request)

    for path in files:
        app.add_url_rule(path, path, serve, methods=["GET"])


def asset_links(apps: Collection[AndroidApp]) -> list[dict[str, Any]]:
    """Return the statement that these apps may use the credentials of this site, with all certificates of each app."""
    packages = groupby(sorted(apps), itemgetter(0))
    return [
        {
            "relation": ["delegate_permission/common.get_login_creds"],
            "target": {
                "namespace": "android_app",
                "package_name": package,
                "sha256_cert_fingerprints": [one.fingerprint for one in found],
            },
        }
        for package, found in packages
    ]


def association(apps: Collection[str]) -> dict[str, Any]:
    """Return the apps that may use the credentials of this site, each by its team and bundle."""
    return {"webcredentials": {"apps": [*apps]}}
