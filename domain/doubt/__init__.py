"""Doubt [ダウト] and Cheat: cards are laid face down under a number that may be a lie."""
