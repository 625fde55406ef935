"""The OpenAPI description (`openapi.yaml`), and the HTML pages made from it.

Imported by the application and the command line; imports http and representations.
"""
