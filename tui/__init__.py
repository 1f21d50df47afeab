"""Shows answers: the Textual app over the engine.

``launch`` opens it, ``app`` is the shell, ``views`` and ``actions`` say what there is to see and to press; a screen
reaches the engine, the settings and the language through ``context``.
"""
