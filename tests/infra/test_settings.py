"""Settings from the environment: every variable is understood or refused."""

from dataclasses import fields
from ipaddress import ip_network
from pathlib import Path

import pytest

from domain.transparency.cosignatures import witness_key, write_key
from infra.observability import structured_logging
from infra.settings import PARSERS, Settings, SettingsError


def message(**variables: str) -> str:
    """Return the message with which these variables are refused."""
    with pytest.raises(SettingsError) as caught:
        Settings.from_environment({f"DOBON_{name}": value for name, value in variables.items()})
    return str(caught.value)


W1 = witness_key("w1", bytes(32))

FINGERPRINT = ":".join(f"{byte:02X}" for byte in range(0xE0, 0x100))


def test_without_variables_the_defaults_hold() -> None:
    assert Settings.from_environment({"PATH": "/bin", "PG_BINDIR": "/x"}) == Settings().at(".dobon")


def test_every_setting_is_read() -> None:
    given = {
        "DOBON_DATABASE_URL": "postgresql+psycopg://a@db/x",
        "DOBON_OWNER_DATABASE_URL": "postgres://b:p,w@db1,db2/x",
        "DOBON_DATA_DIR": "/data",
        "DOBON_POOL_SIZE": "3",
        "DOBON_STATEMENT_SECONDS": "0",
        "DOBON_ORIGINS": "https://play.example  http://[::1]:81",
        "DOBON_PASSKEY_DOMAIN": "play.example",
        "DOBON_LOG": "quiet",
        "DOBON_METRICS": "open",
        "DOBON_ANDROID_APPS": f"org.example.dobon={FINGERPRINT} org.example.dobon.test={FINGERPRINT}",
        "DOBON_APPLE_APPS": "ABCDE12345.org.example.dobon ABCDE12345.x",
        "DOBON_RATES": "address=off calls=10/second",
        "DOBON_WEBHOOKS": "local",
        "DOBON_WITNESSES": f"https://w1.example={write_key(W1)} http://10.0.0.9:8100={write_key(W1)}",
        "DOBON_PROXIES": "127.0.0.1 10.0.0.0/8 2001:db8::/64",
    }
    assert Settings.from_environment(given) == Settings(
        database_url="postgresql+psycopg://a@db/x",
        owner_database_url="postgres://b:p,w@db1,db2/x",
        data_dir=Path("/data"),
        pool_size=3,
        statement_seconds=0,
        origins=("https://play.example", "http://[::1]:81"),
        passkey_domain="play.example",
        android_apps=(("org.example.dobon", FINGERPRINT), ("org.example.dobon.test", FINGERPRINT)),
        apple_apps=("ABCDE12345.org.example.dobon", "ABCDE12345.x"),
        log="quiet",
        metrics="open",
        rates="address=off calls=10/second",
        webhooks="local",
        witnesses=(("https://w1.example", W1), ("http://10.0.0.9:8100", W1)),
        proxies=(ip_network("127.0.0.1"), ip_network("10.0.0.0/8"), ip_network("2001:db8::/64")),
    )


def test_every_field_has_a_parser() -> None:
    assert [field.name for field in fields(Settings)] == list(PARSERS)


def test_an_empty_variable_is_unset() -> None:
    assert Settings.from_environment({"DOBON_POOL_SIZE": "", "DOBON_LOG": " "}) == Settings().at(".dobon")


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("POOL_SIZE", "0", "from 1 to 1000"),
        ("POOL_SIZE", "1001", "from 1 to 1000"),
        ("POOL_SIZE", "-1", "from 1 to 1000"),
        ("POOL_SIZE", "8.0", "from 1 to 1000"),
        ("POOL_SIZE", "٨", "from 1 to 1000"),
        ("STATEMENT_SECONDS", "10s", "from 0 to 3600"),
        ("ORIGINS", "https://a.example,https://b.example", "spaces, not commas: https://a.example https://b.example"),
        ("ORIGINS", "play.example", "not an origin"),
        ("ORIGINS", "https://play.example/", "not an origin"),
        ("ORIGINS", "https://Play.example", "lower case"),
        ("ORIGINS", "*", "not an origin"),
        ("ORIGINS", ":99999", "not an origin"),
        ("ORIGINS", "live.example", "not an origin"),
        ("PASSKEY_DOMAIN", "https://play.example", "without https://"),
        ("PASSKEY_DOMAIN", "play.example:443", "without https:// and port"),
        ("PASSKEY_DOMAIN", "Play.example", "lower case"),
        ("PASSKEY_DOMAIN", "127.0.0.1", "not a domain"),
        ("ANDROID_APPS", f"dobon={FINGERPRINT}", "as in org.example.dobon=14:6D:"),
        ("ANDROID_APPS", f"org.example.dobon={FINGERPRINT.lower()}", "as keytool prints it"),
        ("ANDROID_APPS", f"org.example.dobon={FINGERPRINT[:-3]}", "as keytool prints it"),
        ("ANDROID_APPS", "org.example.dobon", "SHA-256 of its certificate"),
        ("APPLE_APPS", "org.example.dobon", "as in ABCDE12345.org.example.dobon"),
        ("APPLE_APPS", "ABCDE12345", "team and bundle"),
        ("LOG", "JSON", "json, plain, quiet"),
        ("METRICS", "everyone", "local, open"),
        ("WEBHOOKS", "all", "public, local"),
        ("RATES", "adress=5/minute", "address, account, calls"),
        ("RATES", "address=5/fortnight", "second, minute, hour, day"),
        ("RATES", "address=0/minute", "'address=0/minute' is not a limit"),
        ("RATES", "address=5/minute,calls=off", "is not a limit"),
        ("WITNESSES", "https://w1.example", "its key as `dobon witness` prints it"),
        ("WITNESSES", f"ftp://w1.example={write_key(W1)}", "write its address"),
        ("WITNESSES", f"https://w1.example={write_key(W1)[:-4]}", "is not a witness"),
        ("PROXIES", "1", "127.0.0.1 10.0.0.0/8"),
        ("PROXIES", "proxy.example", "127.0.0.1 10.0.0.0/8"),
        ("PROXIES", "10.0.0.1/8", "127.0.0.1 10.0.0.0/8"),
        ("PROXIES", "10.0.0.1,10.0.0.2", "127.0.0.1 10.0.0.0/8"),
    ],
)
def test_an_invalid_value_is_refused_with_what_would_be_accepted(name: str, value: str, says: str) -> None:
    text = message(**{name: value})
    assert f"DOBON_{name}: " in text
    assert says in text


def test_an_unknown_variable_is_refused_with_the_nearest_name() -> None:
    assert "DOBON_POOLSIZE: unknown setting; did you mean DOBON_POOL_SIZE?" in message(POOLSIZE="9")
    assert "did you mean DOBON_ORIGINS?" in message(ORIGIN="https://play.example")
    assert "DOBON_XYZZY: unknown setting; known: DOBON_DATABASE_URL, " in message(XYZZY="9")


def test_all_errors_are_in_one_message() -> None:
    lines = message(POOL_SIZE="many", METRICS="x", RATE="off").splitlines()
    assert lines[0] == "Invalid settings:"
    assert [line.split(":")[0] for line in lines[1:]] == ["  DOBON_METRICS", "  DOBON_POOL_SIZE", "  DOBON_RATE"]


def test_shards_need_a_router_and_a_router_needs_shards() -> None:
    address = "postgresql://games.example/dobon"
    assert "DOBON_SHARD_URLS, DOBON_ROUTER_URL: set both" in message(SHARD_URLS=address)
    assert "DOBON_SHARD_URLS, DOBON_ROUTER_URL: set both" in message(ROUTER_URL=address)
    more = message(SHARD_URLS=address, ROUTER_URL=address, OWNER_SHARD_URLS=f"{address} {address}")
    assert "DOBON_OWNER_SHARD_URLS: give one address for each shard" in more


def test_a_refused_database_address_is_not_repeated() -> None:
    assert "s3cret" not in message(DATABASE_URL="mysql://a:s3cret@db/x")


def test_the_log_formats_are_those_of_the_log() -> None:
    for form in structured_logging.FORMS:
        assert Settings.from_environment({"DOBON_LOG": form}).log == form
    assert all(repr(form)[1:-1] in message(LOG="x") for form in structured_logging.FORMS)
