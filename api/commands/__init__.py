"""What `dobon` can do on the command line, one module a command."""
