"""The operations of the API, one module for each resource.

Imported by the application alone; imports everything below it.
"""
