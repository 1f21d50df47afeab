"""What msfaq knows: entries and guides, how they are read, and how they are cut into passages."""
