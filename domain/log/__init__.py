"""Events and their log: versions, moments, digests, seals, chance from secrets, and upcasters."""
