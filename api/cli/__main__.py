"""`python -m api.cli`: the same as `dobon`."""

import sys

from api.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
