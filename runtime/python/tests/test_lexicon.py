"""Look-ups, searches and images."""

import pickle

import pytest
from conftest import CARE, LEAVES, WORDS

import lexc


def test_is_the_set_of_the_words(scowl):
    words = WORDS.read_text().upper().split()
    assert list(scowl) == sorted(words) and len(scowl) == len(words)
    known = set(words)
    probes = words[::7] + [word[::-1] for word in words[::7]] + [word[:-1] for word in words[::7]]
    assert [word in scowl for word in probes] == [word in known for word in probes]
    assert "retsina" in scowl and "ReTsInA" in scowl
    for other in ["", "É", "RÉTSINA", "A" * 10_000, "\ud800", " CARE", "CARE\0", "CA.E", 7, None, b"CARE", ["CARE"], float("nan")]:
        assert other not in scowl


def test_words_of_alphabets_with_digraphs_are_found_by_any_spelling():
    lexicon = lexc.Lexicon.from_bytes(lexc.compile(["llave", "chal"], "spanish"))
    assert list(lexicon) == ["[CH]AL", "[LL]AVE"]
    for word in ["LLAVE", "[LL]AVE", "llave"]:
        assert word in lexicon
    # The decomposed form of a letter is the same letter.
    accents = lexc.Lexicon.from_bytes(lexc.compile(["ñu"], "spanish"))
    rack = lexc.Rack("NÑ", accents)
    assert rack.count("N\u0303") == 1 and "N\u0303" in rack
    assert "n\u0303u" in accents and "\u00d1U" in accents


def test_many_words_are_looked_up_as_one_by_one(scowl):
    words = list(scowl)[::50]
    texts = [*words, *(word.lower() for word in words), *(f"{word}q" for word in words), "x" * 70, "é", "\ud800", "", 7, None]
    assert scowl.contains_many(iter(texts)) == [text in scowl for text in texts]
    assert scowl.contains_many([]) == []
    spanish = lexc.Lexicon.from_bytes(lexc.compile(["llave", "chico", "ala"], alphabet="spanish", word_index=True))
    texts = ["LLAVE", "Llave", "[LL]ave", "Chico", "[C]hico", "álà", "ALA"]
    assert spanish.contains_many(texts) == [text in spanish for text in texts]
    assert spanish.index_many(texts) == [spanish.index(text) if text in spanish else None for text in texts]
    with pytest.raises(TypeError):
        scowl.contains_many(7)
    with pytest.raises(lexc.LexcError, match="no word index"):
        lexc.Lexicon.from_bytes(lexc.compile(["care"])).index_many(["care"])


def test_the_word_index_is_that_of_a_list(scowl, care):
    words = list(scowl)
    for index in [0, 1, 5, len(words) - 1, -1, -len(words)]:
        assert scowl[index] == words[index]
        assert scowl.index(words[index]) == index % len(words)
    assert scowl[10:20:3] == words[10:20:3] and scowl[::-9000] == words[::-9000]
    for index in [len(words), -len(words) - 1, 10**30, -(10**30)]:
        with pytest.raises(IndexError):
            scowl[index]
    with pytest.raises(lexc.LexcError, match="not in the lexicon"):
        scowl.index("XYZZY")
    with pytest.raises(lexc.LexcError, match="no word index"):
        lexc.Lexicon.from_bytes(lexc.compile(CARE))[0]


def test_conditions_combine(scowl):
    words = list(scowl)
    assert scowl.find(anagram="retinas") == [word for word in words if sorted(word) == sorted("RETINAS")]
    assert scowl.find(prefix="re", suffix="ing", length=7) == [
        word for word in words if word.startswith("RE") and word.endswith("ING") and len(word) == 7
    ]
    assert scowl.find(contains=["qu", "z"], length=(None, 8)) == [
        word for word in words if "QU" in word and "Z" in word and len(word) <= 8
    ]
    assert scowl.find(pattern="c.t") == [word for word in words if len(word) == 3 and word[0] + word[2] == "CT"]
    assert scowl.find(vowels=0) == [word for word in words if not set(word) & set("AEIOU")]
    hooks = scowl.hooks("care")
    assert scowl.find(hooks="care") == sorted([tile + "CARE" for tile in hooks.front] + ["CARE" + tile for tile in hooks.back])
    assert "CARE" in scowl.find(near="cart") and scowl.find(near="cart~0") == ["CART"]
    assert scowl.find(limit=3) == words[:3] and scowl.find(limit=0) == []
    assert len(scowl.find()) == len(scowl.find(anagram=None)) == len(scowl.find(length=(None, None))) == len(words)


@pytest.mark.parametrize(
    "conditions, message",
    [
        ({"anagram": "ab1"}, 'anagram "ab1": '),
        ({"pattern": "[a"}, 'pattern "\\[a": '),
        ({"near": "cat~4"}, 'near "cat~4": character 5: at most 3 edits'),
        ({"length": (5, 3)}, 'length "5-3": character 1: the range ends before its start'),
        ({"takes_no_hook": "left"}, "unknown side"),
        ({"prefix": "co-op"}, "fits no tile"),
    ],
)
def test_bad_conditions_say_what_is_wrong(care, conditions, message):
    with pytest.raises(lexc.LexcError, match=message):
        care.find(**conditions)


def test_a_closed_lexicon_raises(care):
    words, position = iter(care), lexc.Position.start("CARE", care)
    plays = position.plays()
    with care:
        pass
    assert care.closed and "closed" in repr(care) and "closed" in repr(position)
    for use in [
        lambda: "CARE" in care,
        lambda: next(words),
        lambda: iter(care),
        lambda: care.find(),
        lambda: care.tiles,
        lambda: position.plays(),
        lambda: position.cgp,
        lambda: plays[0],
        lambda: pickle.dumps(care),
        lambda: lexc.Game(care, seed=1),
    ]:
        with pytest.raises(lexc.LexcError, match="the lexicon is closed"):
            use()
    care.close()


def test_pickles_by_path_and_fingerprint(care_path, tmp_path):
    path = tmp_path / "image"
    path.write_bytes(care_path.read_bytes())
    data = pickle.dumps(lexc.Lexicon.open(path))
    assert len(data) < 500 and pickle.loads(data) == lexc.Lexicon.open(path)
    path.unlink()
    with pytest.raises(FileNotFoundError):
        pickle.loads(data)
    path.write_bytes(lexc.compile(["other"]))
    with pytest.raises(lexc.LexcError, match="fingerprint .* where the pickled lexicon had"):
        pickle.loads(data)
    in_memory = lexc.Lexicon.from_bytes(lexc.compile(CARE))
    assert list(pickle.loads(pickle.dumps(in_memory))) == list(in_memory)


def test_pickled_leaves_name_the_file_that_was_opened(tmp_path, monkeypatch):
    monkeypatch.chdir(LEAVES.parent)
    leaves = lexc.Leaves.open(LEAVES.name)
    monkeypatch.chdir(tmp_path)
    assert len(pickle.loads(pickle.dumps(leaves))) == len(leaves)


def test_damaged_images_are_refused(care_path, tmp_path):
    image = care_path.read_bytes()
    for place in range(0, len(image), 7):
        damaged = bytearray(image)
        damaged[place] ^= 0x10
        with pytest.raises(lexc.LexcError):
            lexc.Lexicon.from_bytes(damaged)
    for length in [0, 1, 31, len(image) - 1]:
        path = tmp_path / f"cut-{length}"
        path.write_bytes(image[:length])
        with pytest.raises(lexc.LexcError, match=f"cut-{length}: "):
            lexc.Lexicon.open(path)
        with pytest.raises(lexc.LexcError):
            lexc.Leaves.open(path)
    for same in [image, bytearray(image), memoryview(image)]:
        assert len(lexc.Lexicon.from_bytes(same)) == len(CARE)
    for other in ["text", [1, 2], None]:
        with pytest.raises(TypeError, match="bytes are needed"):
            lexc.Lexicon.from_bytes(other)
    with pytest.raises(lexc.LexcError, match="image of words, not of leaves"):
        lexc.Leaves.open(care_path)


def test_unreadable_files_are_os_errors(tmp_path):
    for path, error in [(tmp_path / "none", FileNotFoundError), (tmp_path, OSError)]:
        for opens in [lexc.Lexicon.open, lexc.Leaves.open, lexc.Gcg.open]:
            with pytest.raises(error) as raised:
                opens(path)
            assert raised.value.errno and raised.value.filename == str(path)


def test_compiles_lists_files_and_definitions(tmp_path):
    path = tmp_path / "list.txt"
    path.write_text("\n".join(CARE))
    assert lexc.compile(path) == lexc.compile(iter(CARE)) == lexc.compile(reversed(CARE))
    sizes = [len(lexc.compile(CARE, **options)) for options in [{}, {"automata": "dawg"}, {"automata": "dawg", "compact": True}]]
    assert sizes == sorted(sizes, reverse=True)
    defined = lexc.Lexicon.from_bytes(lexc.compile({"care": "to mind\nvery much"}))
    assert defined.definition("care") == "to mind very much"
    with pytest.raises(TypeError, match="not a str"):
        lexc.compile("care")
    for words, message in [([], "no words"), (["hot dog"], "hot"), (tmp_path / "none.txt", "none.txt")]:
        with pytest.raises(lexc.LexcError, match=message):
            lexc.compile(words)
    # In a file, a comment, a tab or a line break ends a word. In a word of a list or a dict, these are refused, except line
    # breaks at its end.
    path.write_text("sca\tre\n#care\n")
    assert lexc.compile(path) == lexc.compile(["sca\n"])
    for word in ["sca#re", "#care", "care\tbears", "care\nbears"]:
        for words in [["care", word], {"care": "", word: "x"}]:
            with pytest.raises(lexc.LexcError) as raised:
                lexc.compile(words)
            assert "words:2:" in str(raised.value) and repr(word)[1:-1] in str(raised.value)
    with pytest.raises(lexc.LexcError, match="no preset of this name"):
        lexc.compile(CARE, "klingon")


def test_messages_name_keyword_arguments_that_help(tmp_path):
    path = tmp_path / "list.txt"
    for text, options, message, remedy in [
        ("caf\u00e9\n", {}, 'read=["\u00e9 = E"]', {"read": ["\u00e9 = E"]}),
        ("care\nca-re\n", {}, 'max_skipped="50%"', {"max_skipped": "50%"}),
        ("care\n" * 200 + "ca-re\n", {}, 'max_skipped="1%"', {"max_skipped": "1%"}),
        ("care to mind\n", {}, 'definitions_after="space"', {"definitions_after": "space"}),
        ("1,care\n2,cares\n3,scare\n", {}, "column=2", {"column": 2}),
        ("a" * 64 + "\ncare\n", {}, "max_length", {"max_length": 15}),
        ("care\ncares\n", {"max_words": 1}, "raise max_words", {"max_words": 2}),
        ("care\ncares\n", {"max_bytes": 5}, "raise max_bytes", {"max_bytes": 11}),
    ]:
        path.write_text(text)
        with pytest.raises(lexc.LexcError) as raised:
            lexc.compile(path, **options)
        assert message in str(raised.value) and "--" not in str(raised.value)
        assert lexc.compile(path, **{**options, **remedy})
    path.write_bytes("caf\u00e9\n".encode("latin-1"))
    with pytest.raises(lexc.LexcError, match='encoding="windows-1252"'):
        lexc.compile(path)
    image = lexc.compile(path, read=["\u00e9 = E"], encoding="windows-1252")
    assert list(lexc.Lexicon.from_bytes(image)) == ["CAFE"]
    # Quoted text of a list stays unchanged.
    with pytest.raises(lexc.LexcError, match="in `--read`"):
        lexc.compile(["--read"])
    for name, value in {"max_skipped": "x", "encoding": "klingon", "definitions_after": "a", "read": ["x"]}.items():
        with pytest.raises(lexc.LexcError, match=f"^{name}:"):
            lexc.compile(CARE, **{name: value})
    image = lexc.compile(CARE)
    for call in [lambda words: words[0], lambda words: words.definition("care")]:
        with pytest.raises(lexc.LexcError) as raised:
            call(lexc.Lexicon.from_bytes(image))
        assert "--" not in str(raised.value)
