"""The screens: views, and the dialogs that open above them."""
