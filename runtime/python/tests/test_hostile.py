"""Hostile images, positions and records: each call returns, or raises `LexcError`."""

import random

import pytest
from conftest import LEAVES

import lexc

RECORD = "#player1 ann Ann\n#player2 bob Bob\n>ann: ACERS?? 8D SCARE +16 16\n>bob: ABEL - +0 0\n>ann: AB 9D AB +10 26\n"


def edited(data, randomly):
    """The bytes with some of them changed, removed, repeated or added."""
    data = bytearray(data)
    for _ in range(randomly.randrange(1, 6)):
        start = randomly.randrange(len(data) + 1)
        end = min(len(data), start + randomly.randrange(9))
        data[start:end] = randomly.choice([bytes([randomly.randrange(256)]), b"", data[start:end] * 2, randomly.randbytes(3)])
    return bytes(data)


def survives(call):
    """Calls, and expects no other exception than `LexcError`: a panic is not even an `Exception`."""
    try:
        return call()
    except lexc.LexcError as error:
        assert str(error)
        return None


def test_damaged_images_are_refused(care_path):
    randomly = random.Random(1)
    image = care_path.read_bytes()
    for _ in range(1500):
        damaged = edited(image, randomly)
        lexicon = survives(lambda: lexc.Lexicon.from_bytes(damaged))
        assert lexicon is None or damaged == image
        assert survives(lambda: lexc.Leaves.from_bytes(damaged)) is None


def test_leaves_are_not_a_lexicon_and_words_are_not_leaves(care_path):
    with pytest.raises(lexc.LexcError, match="image of leaves, not of words"):
        lexc.Lexicon.open(LEAVES)
    with pytest.raises(lexc.LexcError, match="image of words, not of leaves"):
        lexc.Leaves.open(care_path)


def test_a_record_without_an_end_is_refused():
    with pytest.raises(lexc.LexcError, match="more than 16777216 bytes"):
        lexc.Gcg.open("/dev/zero")


def test_edited_positions_words_and_racks_are_refused_or_answer(care, position):
    randomly = random.Random(2)
    for _ in range(1500):
        text = edited(position.cgp.encode(), randomly).decode("latin-1")
        found = survives(lambda: lexc.Position.from_cgp(text, care))
        if found is not None:
            survives(lambda: found.best_moves(3))
            survives(lambda: found.judge(text[:20]))
        for condition in ("anagram", "pattern", "sub_anagram"):
            survives(lambda: care.find(**{condition: text[:20]}))
        survives(lambda: text in care)


def test_edited_records_are_refused_or_replayed(care):
    randomly = random.Random(3)
    for _ in range(1500):
        text = edited(RECORD.encode(), randomly).decode("latin-1")
        gcg = survives(lambda: lexc.Gcg.parse(text))
        if gcg is not None:
            survives(lambda: list(gcg.replay(care)))
            survives(lambda: gcg.resume(care, seed=1))
            assert lexc.Gcg.parse(str(gcg)) is not None
