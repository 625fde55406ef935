"""Odd values for fields, bodies, paths, queries, cursors and headers."""

from base64 import urlsafe_b64encode

_LONG = b"9" * 5000

LITERALS: tuple[bytes, ...] = (
    b"null", b"true", b"false", b"0", b"-0", b"-1", b"1", b"1.5", b"1.0", b"1e3", b"1e308", b"1e309", b"-1e999", b"1e-9999", b"0.1e1",
    b"NaN", b"Infinity", b"-Infinity", b"nan", b"2147483648", b"9223372036854775807", b"9223372036854775808", b"-9223372036854775809",
    b"18446744073709551616", b"9007199254740991", b"9007199254740992", b"9007199254740993", b"9" * 400, _LONG, b"-" + _LONG, b"0." + _LONG,
    b"1e" + _LONG, b"01", b"+1", b"1.", b".5", b"0x10", b"1_000", b"undefined", b"", b"'a'", b"{", b"}", b"]", b'"', b"\\", b"/* */ 1", b"1,", b"1 2",
    b"[]", b"[[]]", b"{}", b"[null]", b"[{}]", b'[""]', b"[1,]", b'{"":""}', b'{"a":1,"a":2}', b'{"a":{"b":1,"b":1}}', b'{"__proto__":{"a":1}}', b'{"$ref":"#"}',
    b"[" * 13 + b"]" * 13, b"[" * 17 + b"]" * 17, b"[" * 4000 + b"]" * 4000, b"[" * 8000, b'{"a":' * 1500 + b"1" + b"}" * 1500,
    b"[" + b",".join([b"1"] * 5000) + b"]", b"[" + b",".join([b'"H7"'] * 70) + b"]", b"{" + b",".join(b'"%d":0' % n for n in range(1500)) + b"}",
    b'""', b'" "', b'"a"', b'"\\u0000"', b'"a\\u0000b"', b'"\\ud800"', b'"\\udc00\\ud800"', b'"a\\udfff"', b'"\xed\xa0\x80"', b'"\x00"', b'"\xff"',
    b'"\xe9"', b'"\xc3\xa9"', b'"\xc0\x80"', b'"\xf5\x80\x80\x80"', b'"\xef\xbb\xbf"', b'"\\ufeff"', b'"\\ufffe"', b'"\\ufdd0"', b'"\\u202e"', b'"\\u2028"', b'"\\u0085"',
    b'"\\u007f"', b'"\\u001b[31m"', b'"\n"', b'"\\n"', b'"\\r\\nX: y"', b'"\\t"', b'"\\x41"', b'"\\u12"', b'"\\ud83d\\ude00"', b'"\xf0\x9f\x98\x80"', b'"Z' + b"\xcd\x91" * 500 + b'"',
    b'"\xef\xbc\x91\xef\xbc\x92"', b'"\xd9\xa1"', b'"\xc4\xb0"', b'"\xef\xac\x83"', b'"' + b"a" * 33 + b'"', b'"' + b"a" * 300 + b'"', b'"' + b"a" * 12_000 + b'"', b'"' + b"\xe3\x81\x82" * 4000 + b'"',
    b'"a|b"', b'"%00"', b'"%s%n"', b'"../../x"', b'"\'; SELECT 1; --"', b'"{0}"', b'"{{7*7}}"', b'"<b>"', b'"None"', b'"true"', b'"1"', b'"00000000-0000-0000-0000-000000000000"',
    b'"2026-99-99T99:99:99.999999Z"', b'"H7"', b'"JK1"', b'["H7","H7"]', b'["\\u0000"]', b'["\\ud800"]', b'{"\\u0000":1}', b'{"\\ud800":1}', b'{"hand_size":1e3}', b'{"hand_size":9007199254740992}',
)  # fmt: skip
"""Raw JSON in place of a value."""

_AOI = '{"name": "Aoi", "type": "draw"}'
BODIES: tuple[bytes, ...] = (
    b"", b" ", b"\n", b"{", b"}", b"{}", b"null", b"[]", b'""', b"0", b"NaN", b"true", b"\x00", b"\xff\xfe", b"\xef\xbb\xbf", b"\xef\xbb\xbf{}", b"{}{}", b"{},", b"{} x", b"[{}]", b'{"a"}', b'{"a":}', b'{a:1}',
    *(_AOI.encode(name) for name in ("utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-7", "utf-8-sig", "cp037", "shift_jis")), '{"name": "\xe9"}'.encode("latin-1"), '{"name": "葵"}'.encode("euc-jp"),
    b'{"name":"Aoi","name":"Ren"}', b'{"type":"draw","type":"pass"}', b'{"\\u006eame":"Aoi","name":"Ren"}', b'{"":1}', b'{"\\u0000":1}', b'{"\\ud800":1}', b'{"' + b"k" * 12_000 + b'":1}',
    b"[" * 16_000, b"[" * 17 + b"]" * 17, b'{"a":' * 3000, b"{" + b'"a":[' * 200 + b"1", b" " * 16_384, b"{" + b" " * 16_382 + b"}", b" " * 16_385, b"x" * 20_000, b'{"name":"' + b"a" * 16_372 + b'"}',
    b"{" + b",".join(b'"k%d":1' % n for n in range(1400)) + b"}", b"name=Aoi&type=draw", b"<?xml version='1.0'?><a/>", b"--x\r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n--x--\r\n", b"\x1f\x8b\x08\x00\x00\x00\x00\x00", b"\x80\x04}.", b"\x81\xa4name\xa3Aoi",
)  # fmt: skip
"""In place of a whole body."""

TYPES: tuple[bytes, ...] = (
    b"", b"text/plain", b"application/x-www-form-urlencoded", b"multipart/form-data; boundary=x", b"multipart/form-data", b"application/xml", b"application/json; charset=utf-16", b"application/json; charset=\xff", b"application/json;charset=utf-8",
    b"APPLICATION/JSON", b"application/json, text/plain", b"application/json;" + b"a=b;" * 500, b"application/problem+json", b"*/*", b"/", b";", b"application/json; charset=", b"\xe9",
)  # fmt: skip
"""In place of the type of a body."""

TEXTS: tuple[str, ...] = (
    "", "%20", "%00", "a%00b", "%01", "%7f", "%ff", "%c0%80", "%ed%a0%80", "%ed%b0%80", "%ef%bb%bf", "%e2%80%ae", "%f0%9f%98%80", "%", "%z", "%zz", "%u0041", "%252e", ".", "..", "..%2f..%2fx", "%2f", "%5c", ";", ";a=b", ",",
    "0", "-0", "-1", "1", "00", "01", "1.0", "1.5", "1e3", "+1", "%2b1", "0x10", "1_000", "NaN", "Infinity", "2147483647", "2147483648", "999999999", "1000000000", "9223372036854775807", "9223372036854775808", "-9223372036854775809", "9" * 30, "9" * 5000,
    "%ef%bc%91", "%d9%a1", "%c2%b2", "true", "false", "TRUE", "on", "null", "None", "undefined", "[]", "{}", "%22", "%27", "%27%20OR%201=1", "a" * 65, "a" * 300, "a" * 6000, "%e3%81%82" * 300, "00000000-0000-0000-0000-000000000000",
    "ffffffff-ffff-ffff-ffff-ffffffffffff", "%7B00000000-0000-0000-0000-000000000000%7D", "urn:uuid:00000000-0000-0000-0000-000000000000", "00000000000000000000000000000000", "me", "seat", "dobon-sato", "finished", "folds", "2026-11-21", "2026-11-21T03:24:00.000000Z",
    "2026-99-99T99:99:99.999999Z", "0000-00-00T00:00:00.000000Z", "9999-12-31T24:00:00.000000Z", "0000-01-01T00:00:00Z", "2026-02-30T00:00:00Z", "infinity", "now", "epoch",
)  # fmt: skip
"""Percent-encoded text in place of a part of a path or a value of a query."""

_ID = '"00000000-0000-0000-0000-000000000000"'
_PLACES = (
    "null", "1", '""', "[]", "{}", "[[]]", f'["2026-11-21T03:24:00.123456Z",{_ID}]', f'["2026-99-99T99:99:99.999999Z",{_ID}]', f'["0000-00-00T00:00:00.000000Z",{_ID}]', f'["{"x" * 27}",{_ID}]',
    f'["{chr(92)}u0000{"x" * 26}",{_ID}]', f'["{(chr(92) + "u0000") * 27}",{_ID}]', f'["{"é" * 27}",{_ID}]', f'["{chr(92)}ud800{"x" * 26}",{_ID}]', f'["2026-11-21T03:24:00.123456Z","{chr(92)}u0000"]', '["",""]', "[1,2]", "[1.5,\"x\"]", "[true,true]",
    '[9223372036854775807,"x"]', '[9223372036854775808,"x"]', '[-9223372036854775809,"x"]', '[18446744073709551616,"x"]', f"[1e308,{_ID}]", f"[-1e308,{_ID}]", f"[0,{_ID}]", f"[0.0,{_ID}]", f"[9223372036854775807,{_ID}]", f"[2147483648,{_ID}]", '["x"]', "[1]", "[9223372036854775807]", "[9223372036854775808]", f"[{_ID}]", f"[{_ID},1]", f"[{_ID},9223372036854775807]",
    f"[{_ID},2147483648]", f"[{_ID},-1]", f'["2026-11-21T03:24:00.123456Z",{_ID},1]', f"[1,1,{_ID}]", '["\\u0000",1]', "[1,\"\\u0000\"]", '["\\u0000"]', "[" * 400 + "]" * 400, "NaN", "[NaN,\"x\"]",
)  # fmt: skip
CURSORS: tuple[str, ...] = (
    *(urlsafe_b64encode(place.encode()).decode().rstrip("=") for place in _PLACES), "=", "====", "a", "a===", "%ff", "-_", "_" * 199, "A" * 200, "A" * 201, "%00", "é", "WzEs",
)  # fmt: skip
"""In place of a cursor."""

QUERIES: tuple[bytes, ...] = (
    b"?", b"&", b"&&&&", b"=", b"==", b"%", b"%zz=%zz", b"%00=1", b"a=%00", b"a=%ff", b"%ff=a", b"a=%ed%a0%80", b"\xff", b"a=\xe3\x81\x82", b"limit=1&limit=2", b"limit[]=1", b"limit[0]=1", b"limit=1;limit=2", b"limit", b"limit=&limit=", b"cursor=a&cursor=b", b"__proto__=1",
    b"a=" + b"b" * 7000, b"&".join(b"a%d=1" % n for n in range(1000)), b"a&" * 3000, b"limit=%EF%BC%91", b"as=seat&as=all", b"after=1&after=2", b"+=+", b"limit=1%0d%0aX:%20y", b"Limit=1", b"_method=DELETE",
)  # fmt: skip
"""In place of a query."""

HEADERS: tuple[str, ...] = ("Idempotency-Key", "If-Match", "If-None-Match", "Last-Event-ID", "Authorization", "Host", "Origin", "Accept", "Accept-Language", "Content-Length", "Content-Encoding")  # fmt: skip
"""Headers that this server reads."""

OTHERS: tuple[str, ...] = (
    "Content_Length", "Content_Type", "Accept-Encoding", "Access-Control-Request-Method", "Access-Control-Request-Headers", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "Forwarded", "Range", "If-Range", "If-Modified-Since", "If-Unmodified-Since", "Expect", "Cookie", "Transfer-Encoding",
    "X-HTTP-Method-Override", "Referer", "User-Agent", "X-Request-ID", "Date", "Upgrade", "Connection", "TE", "Trailer", "Via", "Cache-Control", "Pragma", "Proxy", "Script_Name", "X-Original-URL", "Proxy-Authorization", "Sec-Fetch-Site", "Sec-WebSocket-Key", "Max-Forwards", "Prefer",
)  # fmt: skip
"""Headers that this server ignores."""

VALUES: tuple[bytes, ...] = (
    b"", b" ", b"\t", b"a", b"*", b",", b";", b"=", b'"', b'""', b"\x00", b"a\x00b", b"\x01", b"\x7f", b"\xff", b"\xe9", b"\xc3\xa9", b"\xe3\x81\x82", b"\xed\xa0\x80", b"0", b"1", b"-1", b"+1", b"1.5", b"1e3", b"\xb2", b"\xef\xbc\x91", b"999999999", b"1000000000", b"9223372036854775808", b"9" * 5000,
    b'"0"', b'"1"', b'W/"1"', b'"1-s0"', b'"999999999-s99"', b'"9999999999"', b'"1","2"', b'"1-watch"', b'"\xb2"', b"bytes=0-", b"bytes=9-1", b"a" * 200, b"a" * 201, b"a" * 7000, b"Bearer", b"Bearer ", b"Bearer x", b"Bearer dbn_" + b"A" * 43, b"Bearer dbn_" + b"\xc3\xa9" * 20, b"Basic \xff", b"Basic YTpi", b"Basic !!!", b"Digest a=b",
    b"null", b"https://a", b"https://[", b"http://a:b", b"//", b"a b", b"a\tb", b"[::1", b"[]", b"localhost:99999999", b"a:b:c", b"\xe9.example", b"..", b"<script>", b"a>;rel=x", b"text/event-stream", b"text/event-stream;q=2", b"text/event-stream;q=nan", b"*/*;q=", b"application/json;q=1e999", b"ja;q=x,en", b"ja" * 2000, b",".join([b"a/b"] * 900),
    b"gzip", b"identity", b"chunked", b"100-continue", b"for=\xff", b"for=\"[::1]\"", b"127.0.0.1", b"a=b; c", b"GET", b"DELETE", b"Thu, 99 Nov 2026 99:99:99 GMT", b"websocket", b"close", b"() { :;}",
)  # fmt: skip
"""In place of the value of a header."""

METHODS: tuple[str, ...] = ("HEAD", "OPTIONS", "PUT", "PATCH", "TRACE", "CONNECT", "QUERY", "get", "FOO", "G" * 200, "POST", "DELETE", "GET")  # fmt: skip
