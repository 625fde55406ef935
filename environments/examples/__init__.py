"""Examples of agents that learn."""
