"""The words of refusals, in English and Japanese. Imported by problems; of the program it imports `domain.log` alone."""
