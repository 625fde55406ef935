"""REST over the games, and the command line. The only place that knows HTTP."""
