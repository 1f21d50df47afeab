from kb.worksheets.as_html import *
