"""Shows answers: the Textual app over the engine."""
