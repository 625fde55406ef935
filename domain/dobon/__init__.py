"""Dobon [ドボン]: the table both rule sets are played on, the calls, and one module for each rule set."""
