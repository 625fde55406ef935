"""Tables made from the log, which can be thrown away and made again."""
