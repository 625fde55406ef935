"""The REST API, the web client and the command line: the only package that uses HTTP.

Imported by prove, bench and tests; imports infra and domain.
"""
