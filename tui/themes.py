"""The themes: dark, light, high contrast, and the terminal's own colours."""

from collections.abc import Mapping
from typing import Final

from textual.theme import Theme

DARK: Final = Theme(
    name="msfaq-dark",
    primary="#7aa2f7",
    secondary="#bb9af7",
    accent="#7dcfff",
    success="#9ece6a",
    warning="#e0af68",
    error="#f7768e",
    foreground="#d5daf0",
    background="#16161e",
    surface="#1a1b26",
    panel="#24283b",
    dark=True,
    variables={"footer-key-foreground": "#7dcfff", "block-cursor-text-style": "bold"},
)

LIGHT: Final = Theme(
    name="msfaq-light",
    primary="#1d4ed8",
    secondary="#6d28d9",
    accent="#0369a1",
    success="#15803d",
    warning="#a16207",
    error="#b91c1c",
    foreground="#1f2430",
    background="#ffffff",
    surface="#f6f7fa",
    panel="#e8ebf2",
    dark=False,
    variables={"footer-key-foreground": "#1d4ed8", "block-cursor-text-style": "bold"},
)

CONTRAST: Final = Theme(
    name="msfaq-contrast",
    primary="#ffff00",
    secondary="#00ffff",
    accent="#00ffff",
    success="#00ff00",
    warning="#ffff00",
    error="#ff8080",
    foreground="#ffffff",
    background="#000000",
    surface="#000000",
    panel="#000000",
    boost="#000000",
    dark=True,
    text_alpha=1.0,
    luminosity_spread=0.0,
    variables={
        "footer-background": "#000000",
        "footer-key-foreground": "#ffff00",
        "block-cursor-background": "#0000c0",
        "block-cursor-foreground": "#ffffff",
        "block-cursor-blurred-background": "#404040",
        "block-cursor-blurred-foreground": "#ffffff",
        "block-cursor-text-style": "bold",
        "input-selection-background": "#0000ff",
        "border": "#ffffff",
        "border-blurred": "#ffffff",
        "scrollbar": "#ffffff",
        "scrollbar-background": "#000000",
        "text-muted": "#ffffff",
        "text-disabled": "#ffffff",
        "markdown-h1-color": "#ffff00",
        "markdown-h2-color": "#ffff00",
        "markdown-h3-color": "#ffff00",
    },
)

TERMINAL: Final = "ansi-dark"
"""Textual's theme that leaves colours to the terminal."""

OWN: Final = (DARK, LIGHT, CONTRAST)

CYCLE: Final = {DARK.name: "dark", LIGHT.name: "light", CONTRAST.name: "contrast", TERMINAL: "terminal"}
"""Theme → key of its name in ``words``, in the order of the theme key."""


def fitting(env: Mapping[str, str]) -> str:
    """Return the theme for a terminal that nobody has chosen one for."""
    if env.get("NO_COLOR"):
        return TERMINAL
    # rxvt, Konsole and others tell their background: the last number, 7 and 15 are white.
    return LIGHT.name if env.get("COLORFGBG", "").rpartition(";")[2] in ("7", "15") else DARK.name
