"""What a log should not tell strangers, and how it is masked."""
