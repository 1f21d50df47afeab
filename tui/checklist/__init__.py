"""Shows a worksheet: the checklist's items, one item's page, and the dialogs that change it."""
