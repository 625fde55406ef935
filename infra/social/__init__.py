"""What players have with each other outside the rules: friends, quick play, rematches, comments, stamps, shares."""
