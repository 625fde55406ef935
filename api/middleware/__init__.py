"""What runs around every request: rate limits, request log, CORS, and the files of the web client.

Imported by auth, operations, server and the application; imports http.
"""
