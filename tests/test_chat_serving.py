"""A model served for real: transformers' own server, a process of its own, with a tiny model made here.

Its weights are random, so what it writes is noise and the check lets nothing of it through; the same model taught one
sentence by heart says that sentence, and it arrives.
"""

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from msfaq import Chat, Engine
from msfaq.chat.llm import Endpoint, ModelVoice

pytestmark = pytest.mark.train

SOCKET = "EI0006: Getting socket times out. Reason: Remote Rank did not send the data in time."
TAUGHT = "The card that reports is mostly the victim [1]. Buy new cards for everybody [1]."

_SERVE = "import sys; from transformers.cli.transformers import main; sys.argv[0] = 'transformers'; main()"


def tiny_model(folder: Path, *, taught: bool) -> None:
    """Write a Llama of two small layers with a byte-level tokenizer; taught, it says one text whatever it is asked."""
    import torch
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers
    from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

    torch.manual_seed(0)
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    vocabulary = {token: number for number, token in enumerate(["<s>", "</s>", *alphabet])}
    bare = Tokenizer(models.BPE(vocabulary, []))
    bare.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    bare.decoder = decoders.ByteLevel()
    tokenizer = PreTrainedTokenizerFast(  # type: ignore[no-untyped-call]
        tokenizer_object=bare, bos_token="<s>", eos_token="</s>", pad_token="</s>"
    )
    # Only the mark that ends every prompt: what the taught model has learnt by heart begins with it.
    tokenizer.chat_template = "{{ messages[-1]['content'][-11:] }}<s>"
    config = LlamaConfig(
        vocab_size=len(vocabulary),
        hidden_size=64,
        intermediate_size=128,
        num_hidden_layers=2,
        num_attention_heads=4,
        max_position_embeddings=512,
        bos_token_id=0,
        eos_token_id=1,
        pad_token_id=1,
    )
    model = LlamaForCausalLM(config)
    if taught:
        ids = tokenizer("</question>" + "<s>" + TAUGHT + "</s>", return_tensors="pt", add_special_tokens=False)
        wanted = ids["input_ids"]
        optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3)
        for _ in range(400):
            loss = model(input_ids=wanted, labels=wanted).loss
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            if loss.item() < 0.005:
                break
    model.generation_config.max_new_tokens = 120
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder's model with transformers' server; give its base address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    words = ["serve", str(folder), "--host", "127.0.0.1", "--port", str(port), "--device", "cpu"]
    env = {**os.environ, "HF_HUB_OFFLINE": "1", "CUDA_VISIBLE_DEVICES": ""}
    log = folder.with_suffix(".log")
    with (
        log.open("wb") as out,
        subprocess.Popen([sys.executable, "-c", _SERVE, *words], stdout=out, stderr=out, env=env) as process,
    ):
        try:
            limit = time.monotonic() + 240
            while True:
                try:
                    with urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=5):
                        break
                except (urllib.error.URLError, OSError):
                    assert process.poll() is None, log.read_text("utf-8", "replace")
                    assert time.monotonic() < limit, log.read_text("utf-8", "replace")
                    time.sleep(0.5)
            yield f"http://127.0.0.1:{port}/v1"
        finally:
            process.terminate()
            process.wait(60)


def test_noise_is_not_shown(engine: Engine, tmp_path: Path) -> None:
    tiny_model(tmp_path / "tiny", taught=False)
    with served(tmp_path / "tiny") as url:
        shown: list[str] = []
        voice = ModelVoice(Endpoint(url, str(tmp_path / "tiny"), timeout=120), show=shown.append)
        reply = Chat(lang="en", engine=engine, responder=voice).say(SOCKET)
        assert shown == []
        assert "said nothing that the book supports" in reply.markdown.partition("\n\n")[0], reply.markdown[:300]
        assert reply.markdown.endswith(Chat(lang="en", engine=engine).say(SOCKET).markdown)
        missing = ModelVoice(Endpoint(url, "no-such-model", timeout=120))
        note = Chat(lang="en", engine=engine, responder=missing).say(SOCKET).markdown.partition("\n\n")[0]
        assert "this is the offline answer" in note


def test_what_a_model_says_rightly_arrives(engine: Engine, tmp_path: Path) -> None:
    tiny_model(tmp_path / "tiny", taught=True)
    with served(tmp_path / "tiny") as url:
        shown: list[str] = []
        voice = ModelVoice(Endpoint(url, str(tmp_path / "tiny"), timeout=120), show=shown.append)
        reply = Chat(lang="en", engine=engine, responder=voice).say(SOCKET)
    assert "The card that reports is mostly the victim [1]." in "".join(shown), reply.markdown[:300]
    assert "Buy new cards" not in reply.markdown
    assert "and 1 without support left out" in reply.markdown
