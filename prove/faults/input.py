"""Faults in the handling of malformed input, for `python -m prove --faults input`."""

from prove.faults.planting import Fault

SHARE = 0.05

FAULTS = (
    Fault("strings may hold NUL and half of a surrogate pair", "api/http/request_body.py", 'if "\\\\u" in text:', "if False:"),
    Fault("cursors may hold NUL", "api/http/pagination.py", 'part.isascii() and "\\0" not in part', "part"),
    Fault("queries may hold NUL", "api/http/query.py", 'if "\\0" in text:', "if False:"),
    Fault("numbers in bodies may have any length", "api/http/request_body.py", "len(text) <= _DIGITS and abs(number := int(text)) <= MAX_NUMBER", "abs(number := int(text)) <= MAX_NUMBER"),
    Fault("numbers in paths may have any length", "api/http/converters.py", "[1-9][0-9]{0,8}", "[1-9][0-9]*"),
    Fault("HTTP errors are left to the framework", "api/openapi/spec.py", "def handle_http_exception(", "def handle_nothing("),
    Fault("an invalid number is answered after 3 s", "api/http/request_body.py", '    raise Problem("malformed-json", Sentence("{text} is not JSON.", text=text))', '    __import__("time").sleep(3)\n    raise Problem("malformed-json", Sentence("{text} is not JSON.", text=text))'),
    Fault("a missing body is awaited for 4 s", "api/http/request_body.py", "SECONDS = 1.5", "SECONDS = 4.0"),
    Fault("invalid UTF-8 is an unhandled error", "api/http/request_body.py", "    except UnicodeDecodeError as error:", "    except ZeroDivisionError as error:"),
)  # fmt: skip
