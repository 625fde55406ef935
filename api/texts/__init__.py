"""The words of refusals, in English and Japanese, stated once.

`codes` has the title of each code and its message in the web client, `details` the Japanese sentence of each English
template. Imported by problems and the static files; of the program it imports `domain.log` alone.
"""
