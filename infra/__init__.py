"""Everything that touches Postgres, the clock or the operating system. Knows the domain; knows nothing of HTTP."""
