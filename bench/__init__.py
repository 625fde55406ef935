"""One command, one table of ratios: how fast the rules, the log and the API are beside a yardstick of the same run."""
