"""The databases of a server: that of the accounts, and those of the games."""
