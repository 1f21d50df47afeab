"""Working through a checklist: what was looked at in a project, what was found, and the report one attaches."""
