"""The release of msfaq."""

VERSION = "0.1.0"
