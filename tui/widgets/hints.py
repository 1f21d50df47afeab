"""The keys that work at this moment, at the bottom, in the reader's language."""

from textual.app import ComposeResult
from textual.screen import Screen
from textual.widgets import Footer
from textual.widgets._footer import FooterKey

from msfaq.tui.actions import is_first_key, label_of
from msfaq.tui.context import Change, context, on_change


class Hints(Footer):
    """A footer whose words come from the action registry; a click does what the key does."""

    def __init__(self) -> None:
        super().__init__(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """Follow the language."""
        on_change(self, self._on_change)

    def compose(self) -> ComposeResult:
        """Yield one key per action, those nearest to the focus first."""
        if not self._bindings_ready:
            return
        lang = context(self).lang
        seen: set[str] = set()
        for _, binding, enabled, tooltip in self.screen.active_bindings.values():
            if binding.show and binding.action not in seen and is_first_key(binding):
                seen.add(binding.action)
                yield FooterKey(
                    binding.key,
                    self.app.get_key_display(binding),
                    label_of(binding, lang),
                    binding.action,
                    disabled=not enabled,
                    tooltip=tooltip,
                ).data_bind(compact=Footer.compact)

    def _on_change(self, change: Change) -> None:
        if change.lang:
            screen: Screen[object] = self.screen
            self.bindings_changed(screen)
