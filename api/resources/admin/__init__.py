"""Operations for admins: queries that read, actions that change something and are recorded.

Imported by the application alone.
"""
