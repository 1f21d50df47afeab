"""The one question whose answer would best tell candidates apart."""

from collections.abc import Collection, Mapping, Sequence
from math import log2
from typing import Final

from msfaq.answers.compose import code_span
from msfaq.answers.phrases import phrase
from msfaq.corpus.entry import Entry
from msfaq.corpus.template import literal_text, shown_template

WORTH: Final = 0.35
"""Expected information, bits, from which a question about the case is better than a list of the candidates."""

_FIELDS: Final = {"platform": "platforms", "mode": "modes"}

COMPARED: Final = 3
"""Candidates that a question tells apart."""

_SHORTEST: Final = 12
"""Characters of a message that are enough to look for."""


def best_slot(entries: Sequence[Entry], shares: Sequence[float], known: Collection[str]) -> str:
    """Return the slot, ``platform`` or ``mode``, whose value is expected to tell most, or an empty string."""
    gains = {
        slot: information([getattr(entry, field) for entry in entries], shares)
        for slot, field in _FIELDS.items()
        if slot not in known
    }
    best = max(gains, key=lambda slot: gains[slot], default="")
    return best if best and gains[best] >= WORTH else ""


def named_values(entries: Sequence[Entry], slot: str) -> tuple[str, ...]:
    """Return the values of a slot that the entries name, sorted."""
    return tuple(sorted({value for entry in entries for value in getattr(entry, _FIELDS[slot]) if value != "any"}))


def information(values: Sequence[Sequence[str]], shares: Sequence[float]) -> float:
    """Return the bits that the answer to “which value?” is expected to tell about which candidate is right.

    ``values`` are the values under which each candidate holds (``any``: all of them), ``shares`` their weights.
    """
    named = sorted({value for row in values for value in row if value != "any"})
    if len(named) < 2:
        return 0.0
    total = sum(shares)
    left = 0.0
    for value in named:
        weights = [
            share / total / (len(named) if "any" in row else len(row))
            for row, share in zip(values, shares, strict=True)
            if value in row or "any" in row
        ]
        left += sum(weights) * _entropy(weights)
    return _entropy([share / total for share in shares]) - left


def question(entries: Sequence[Entry], shares: Sequence[float], lang: str, known: Mapping[str, object]) -> str:
    """Return a question in ``lang`` that tells the likeliest entries apart; ``known`` names the slots already given.

    Where neither platform nor mode does, it asks whether there is an error at all, then which message; it is empty
    when there is one candidate, or nothing to ask for.
    """
    entries, shares = entries[:COMPARED], shares[:COMPARED]
    if len(entries) < 2:
        return ""
    slot = best_slot(entries, shares, [name for name, value in known.items() if value])
    if slot:
        values = [phrase(value, lang) if slot == "mode" else value for value in named_values(entries, slot)]
        return phrase(f"split {slot}", lang).format(values=phrase("or", lang).join(values))
    if len({entry.kind == "error" for entry in entries}) > 1 and not known.get("kind"):
        errors = ", ".join(f"`{entry.id}`" for entry in entries if entry.kind == "error")
        return phrase("split kind", lang).format(errors=errors)
    told = [f"{code_span(mark)} (`{entry.id}`)" for entry in entries if (mark := _mark(entry))]
    return phrase("split message", lang).format(messages=phrase("or", lang).join(told)) if len(told) > 1 else ""


def _mark(entry: Entry) -> str:
    """Return the entry's shortest message that can be looked for, or an empty string."""
    templates = (signature.match for signature in entry.signatures if not signature.weak)
    telling = [template for template in templates if len(literal_text(template)) >= _SHORTEST]
    return shown_template(min(telling, key=lambda template: len(literal_text(template)))) if telling else ""


def _entropy(weights: Sequence[float]) -> float:
    total = sum(weights)
    return -sum(weight / total * log2(weight / total) for weight in weights if weight > 0) if total else 0.0
