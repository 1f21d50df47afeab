from kb.worksheets.as_markdown import *
