"""The version of this package, which requests name."""

VERSION = "0.1.0"
