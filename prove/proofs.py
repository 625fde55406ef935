"""The proofs by name."""

PROOFS = {
    "chance": "prove.chance",
    "bias": "prove.bias",
    "tamper": "prove.tamper",
    "bots": "prove.bots",
    "playouts": "prove.playouts.proof",
    "feed": "prove.feed",
    "history": "prove.history",
    "races": "prove.races",
    "loss": "prove.loss",
    "failover": "prove.failover",
    "shards": "prove.shards",
    "move": "prove.move",
    "access": "prove.access.proof",
    "input": "prove.input.proof",
    "leaks": "prove.leaks.proof",
    "leaks_http": "prove.leaks.http",
    "ladder": "prove.ladder",
    "signals": "prove.signals",
    "assistance": "prove.assistance",
    "siege": "prove.siege.proof",
}
"""The module of each proof, in the order in which they run."""
