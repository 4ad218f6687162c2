"""Images and positions for the tests. The environment variable `LEXC_REPOSITORY` is the root of the repository."""

import os
import pathlib

import pytest

import lexc

ROOT = pathlib.Path(os.environ["LEXC_REPOSITORY"])
WORDS = ROOT / "tests/data/words/scowl-60.txt"
EXAMPLES = ROOT / "runtime/examples"
LEAVES = ROOT / "tests/data/leaves/scowl-60.leaves"
CARE = ["acre", "car", "care", "cares", "scare"]
AR = "15/15/15/15/15/15/15/5AR8/15/15/15/15/15/15/15"


@pytest.fixture(scope="session")
def scowl_path(tmp_path_factory):
    path = tmp_path_factory.mktemp("images") / "scowl.gaddag"
    path.write_bytes(lexc.compile(WORDS, word_index=True))
    return path


@pytest.fixture(scope="session")
def scowl(scowl_path):
    return lexc.Lexicon.open(scowl_path)


@pytest.fixture(scope="session")
def care_path(tmp_path_factory):
    path = tmp_path_factory.mktemp("images") / "care.gaddag"
    path.write_bytes(lexc.compile(CARE, word_index=True))
    return path


@pytest.fixture
def care(care_path):
    return lexc.Lexicon.open(care_path)


@pytest.fixture
def position(care):
    return lexc.Position.from_cgp(f"{AR} CES/ 0/0 0", care)


@pytest.fixture(scope="session")
def leaves():
    return lexc.Leaves.open(LEAVES)


def conformance(name):
    """Each position of the file `{name}.cgp`, with its counts and scores in `{name}.tsv`."""
    folder = ROOT / "tests/data/conformance"
    is_line = lambda line: line and not line.startswith("#")
    positions = filter(is_line, (folder / f"{name}.cgp").read_text().splitlines())
    rows = filter(is_line, (folder / f"{name}.tsv").read_text().splitlines())
    return list(zip(positions, (row.split("\t") for row in rows)))
