"""An optional language model that puts replies into its own words, each sentence checked before it is shown."""

from msfaq.chat.llm.endpoint import Endpoint
from msfaq.chat.llm.voice import ModelVoice

__all__ = ["Endpoint", "ModelVoice"]
