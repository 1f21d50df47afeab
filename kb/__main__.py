"""``python -m msfaq``: the command ``msfaq``."""

import sys

from msfaq.cli.main import main

sys.exit(main())
