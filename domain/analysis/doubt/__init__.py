"""The probability of a lie in Doubt."""
