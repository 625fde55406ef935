"""Proof `playouts`: the playout engine is the same game as the rules. Imported by `prove.__main__`."""
