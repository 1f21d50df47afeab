from kb.worksheets.as_json import *
