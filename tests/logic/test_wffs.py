"""WFFs: what is one, why a string is none, truth tables, parts and words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table.logic.wff import ALL_ROWS, NotAWffError, fault, in_words, is_wff, parts, read, subformulas, truth

from .brute import short_wffs


@pytest.mark.parametrize(
    "text",
    ["p", "Kpr", "Cqs", "Esp", "Aqq", "CKprAsp", "AEqsp", "KAqKqsEpp", "Nq", "Ns", "NNp", "NKpr", "KNpr", "CNpNs"],
)
def test_the_books_examples_are_wffs(text: str) -> None:
    assert read(text) == text


@pytest.mark.parametrize(
    ("text", "position", "reason"),
    [
        ("pKr", 2, "p is complete and Kr is left over"),
        ("CCCss", 6, "C (letter 2) lacks its second WFF"),
        ("Apo", 3, "o (letter 3) only makes rule names"),
        ("Epqrs", 4, "Epq is complete and rs is left over"),
        ("", 1, "there are no letters"),
        ("N", 2, "N (letter 1) lacks its WFF"),
        ("K", 2, "K (letter 1) lacks two WFFs"),
        ("Kpx", 3, "'x' (letter 3) is on no cube"),
        ("Rp", 1, "R (letter 1) only makes rule names"),
    ],
)
def test_a_string_that_is_no_wff_is_explained(text: str, position: int, reason: str) -> None:
    trouble = fault(text)
    assert trouble
    assert (trouble.position, trouble.reason) == (position, reason)
    with pytest.raises(NotAWffError, match="is not a WFF"):
        read(text)


@given(st.text(alphabet="CAKENRpqrsio xé", max_size=12))
def test_a_string_is_a_wff_exactly_if_it_can_be_built(text: str) -> None:
    def built(text: str) -> bool:
        if len(text) == 1:
            return text in "pqrs"
        if text[:1] == "N":
            return built(text[1:])
        ends = range(2, len(text))
        return text[:1] in tuple("CAKE") and any(built(text[1:end]) and built(text[end:]) for end in ends)

    assert is_wff(text) == built(text)


def test_truth_tables_are_those_of_the_connectives() -> None:
    for wff in short_wffs("pqs", 5):
        for row in range(16):
            assert bool(truth(wff) >> row & 1) == _value(wff, row)
    assert truth("Cpp") == ALL_ROWS


def _value(wff: str, row: int) -> bool:
    if wff in "pqrs":
        return bool(row >> "pqrs".index(wff) & 1)
    values = [_value(part, row) for part in parts(wff)]
    if wff[0] == "N":
        return not values[0]
    left, right = values
    return {"K": left and right, "A": left or right, "C": not left or right, "E": left == right}[wff[0]]


def test_subformulas_come_outermost_first() -> None:
    assert list(subformulas("CKprNs")) == ["CKprNs", "Kpr", "p", "r", "Ns", "s"]


def test_words_bracket_what_would_be_ambiguous() -> None:
    assert in_words("Cpq") == "if p then q"
    assert in_words("CKprAsp") == "if (p and r) then (s or p)"
    assert in_words("ENpq") == "(not p) if and only if q"
