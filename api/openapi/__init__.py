"""The description of the API (`openapi.yaml`) and the pages made from it.

Imported by the application and the command line.
"""
