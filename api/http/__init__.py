"""Reading requests and writing responses: bodies, headers, cursors, addresses, errors. Knows no game and no account.

Imported by every other package of `api` except `representations`; imports `api.problems`, and of `infra` the database
errors.
"""
