"""Only public addresses are connected to, in whichever form a private one is written."""

import pytest

from infra.delivery.addresses import is_public, loopback_address, url_problem


@pytest.mark.parametrize(
    "address",
    [
        "0.0.0.0", "10.1.2.3", "100.64.0.1", "127.0.0.1", "127.255.255.255", "169.254.169.254", "172.16.0.1", "172.31.255.255",
        "192.0.0.8", "192.0.2.1", "192.88.99.1", "192.168.1.1", "198.18.0.1", "198.51.100.1", "203.0.113.1", "224.0.0.1",
        "239.255.255.250", "240.0.0.1", "255.255.255.255",
        "::", "::1", "::127.0.0.1", "::ffff:127.0.0.1", "::ffff:8.8.8.8", "64:ff9b::7f00:1", "64:ff9b::808:808", "64:ff9b:1::1",
        "100::1", "2001::1", "2001:0:7f00:1::", "2001:db8::1", "2002:7f00:1::", "3fff::1", "5f00::1", "fc00::1", "fd12::1",
        "fe80::1", "fec0::1", "ff02::1", "no address", "",
    ],
)  # fmt: skip
def test_an_address_that_is_not_public_is_refused(address: str):
    assert not is_public(address)


@pytest.mark.parametrize(
    "address", ["1.1.1.1", "8.8.8.8", "93.184.215.14", "172.32.0.1", "2606:4700::1111", "2a00:1450::1"]
)
def test_a_public_address_is_accepted(address: str):
    assert is_public(address)


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/", "ftp://example.org/", "//example.org/", "example.org", "", "https://", "https:///path",
        "https://localhost/", "https://localhost./", "https://server/", "https://server.local/", "https://a.internal/",
        "https://x.localhost/", "https://127.0.0.1/", "https://[::1]/", "https://[::ffff:10.0.0.1]/", "https://2130706433/",
        "https://10.0.0.1:8443/", "https://169.254.169.254/latest", "https://user@example.org/", "https://a:b@example.org/",
        "https://example.org/#part", "https://example.org:0/", "https://example.org:99999/", "https://example.org/ a",
        "https://example.org/\u0000", "https://exämple.org/", "https://1.0.0.127.in-addr.arpa/", "https://[fe80::1%25eth0]/",
        "https://example.org/" + "a" * 1000, "https://[::1",
    ],
)  # fmt: skip
def test_an_url_that_cannot_be_public_is_refused_before_any_connection(url: str):
    assert url_problem(url)


@pytest.mark.parametrize(
    "url",
    [
        "https://example.org", "https://example.org/", "https://example.org:8443/dobon?x=1", "https://8.8.8.8/", "https://[2606:4700::1111]/x",
        "https://xn--exmple-cua.org/", "https://fcm.googleapis.com/fcm/send/abc:def_-",
    ],
)  # fmt: skip
def test_an_url_of_a_public_host_is_accepted(url: str):
    assert url_problem(url) is None


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("http://127.0.0.1:5000/dobon", "127.0.0.1"), ("http://localhost/", "127.0.0.1"), ("http://[::1]:80/", "::1"),
        ("https://127.0.0.1/", None), ("http://127.0.0.2/", None), ("http://10.0.0.1/", None), ("http://0.0.0.0/", None),
        ("http://2130706433/", None), ("http://x.localhost/", None), ("http://localhost./", None), ("http://example.org/", None),
        ("http://user@127.0.0.1/", None), ("http://127.0.0.1/#part", None), ("http://127.0.0.1:0/", None), ("http://[::ffff:127.0.0.1]/", None),
        ("ftp://127.0.0.1/", None), ("http://127.0.0.1@example.org/", None), ("", None),
    ],
)  # fmt: skip
def test_only_three_http_hosts_are_this_machine(url: str, address: str | None):
    assert loopback_address(url) == address
    assert url_problem(url), "a receiver on this machine is never taken for a public one"
