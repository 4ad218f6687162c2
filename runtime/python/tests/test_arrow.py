"""Columns of positions."""

import pytest
from conftest import AR, EXAMPLES, LEAVES, conformance

import lexc

pa = pytest.importorskip("pyarrow")
arrow = pytest.importorskip("lexc.arrow")
CGP = [f"{AR} CES/ 0/0 0", "15/15 oops", None, f"{AR} ZZ/ 0/0 0"]
MOVES = ["8D SCARE", None, None, None]


def test_adds_the_columns_to_arrow_tables(care, care_path):
    table = pa.table({"id": [1, 2, 3, 4], "cgp": CGP})
    for image in [care, care_path, str(care_path)]:
        for rows in [table, table.to_batches()[0]]:
            found = arrow.best_moves(rows, "cgp", image)
            assert type(found) is type(rows) and found.schema.names == ["id", "cgp", "move", "score", "error"]
            assert found.column("move").to_pylist() == MOVES
            errors = found.column("error").to_pylist()
            assert errors[0] is errors[3] is None and errors[2] == "no position (null)" and "rack" in errors[1]
    lists = arrow.best_moves(table, "cgp", care, count=2)
    assert lists["move"].to_pylist() == [["8D SCARE", "8E CARES"], None, None, []]


def test_columns_of_words(scowl, scowl_path):
    texts = ["care", "CaRe", None, "qqq", "", "a7"]
    expected = [True, True, None, False, False, False]
    indexed = lexc.Lexicon.from_bytes(lexc.compile(["acre", "care"], word_index=True))
    array = pa.array(texts)
    columns = [texts, array, pa.chunked_array([array[:2], array[2:]]), array.cast(pa.large_string())]
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    columns += [pandas.Series(texts), polars.Series(texts)]
    for column in columns:
        found = arrow.contains(column, scowl_path)
        assert found.type == pa.bool_() and found.to_pylist() == expected
        found = arrow.indices(column, indexed)
        assert found.type == pa.uint32() and found.to_pylist() == [1, 1, None, None, None, None]
    assert arrow.contains(pa.array([], pa.string()), scowl).to_pylist() == []
    with pytest.raises(TypeError, match="column of text"):
        arrow.contains(pa.array([1]), scowl)


def test_labels_of_words():
    care = lexc.Lexicon.open(EXAMPLES / "care.gaddag")
    found = arrow.labels(["care", "er", None, "qq"], care)
    assert found.schema == pa.schema([("common", pa.bool_()), ("new", pa.bool_()), ("level", pa.uint32())])
    assert found.to_pydict() == {
        "common": [True, False, None, None],
        "new": [False, True, None, None],
        "level": [10, None, None, None],
    }
    view = arrow.labels(["care", "er"], care.view("new"))
    assert view["new"].to_pylist() == [None, True]
    assert arrow.labels(["care"], lexc.compile(["care"])).num_columns == 0


def test_rows_equal_positions(scowl, scowl_path, leaves):
    cgp = [text for text, _ in conformance("scowl60")[::50]]
    table = arrow.best_moves(pa.table({"cgp": cgp}), "cgp", scowl_path, leaves=LEAVES)
    best = [lexc.Position.from_cgp(text, scowl).best_moves(1, leaves)[0] for text in cgp]
    assert table["move"].to_pylist() == [move.text for move in best]
    assert table["equity"].to_pylist() == [move.equity for move in best]


def test_wrong_settings_of_a_simulation_raise(care):
    table = pa.table({"cgp": CGP})
    for settings in [{"confidence": 0.5}, {"candidates": 0}, {"threads": 0}]:
        with pytest.raises(lexc.LexcError):
            arrow.simulate(table, "cgp", care, **settings)
    errors = arrow.simulate(table, "cgp", care, samples=1)["error"].to_pylist()
    assert errors[0] is None and "rack" in errors[1] and errors[2] == "no position (null)"


def test_adds_the_columns_to_data_frames(care):
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"cgp": CGP}, index=[9, 8, 7, 6])
    found = arrow.best_moves(frame, "cgp", care)
    assert list(found.index) == [9, 8, 7, 6] and found["move"][9] == "8D SCARE" and found["score"].dtype == "Int32"
    assert list(frame.columns) == ["cgp"]
    polars = pytest.importorskip("polars")
    found = arrow.best_moves(polars.DataFrame({"cgp": CGP}), "cgp", care, count=2)
    assert found["move"].to_list() == [["8D SCARE", "8E CARES"], None, None, []]


def test_opens_an_image_once_until_it_is_replaced(care_path, tmp_path):
    path = tmp_path / "image"
    path.write_bytes(care_path.read_bytes())
    table = pa.table({"cgp": CGP[:1]})
    arrow._open.cache_clear()
    assert arrow.best_moves(table, "cgp", path) == arrow.best_moves(table, "cgp", path)
    assert arrow._open.cache_info().misses == 1
    other = tmp_path / "other"
    other.write_bytes(lexc.compile(["car"]))
    other.replace(path)
    assert arrow.best_moves(table, "cgp", path)["move"].to_pylist() == ["8E CAR"]


def test_refuses_other_tables_and_columns(care):
    with pytest.raises(TypeError, match="pyarrow, pandas or polars"):
        arrow.best_moves({"cgp": CGP}, "cgp", care)
    with pytest.raises(TypeError, match="a column of text"):
        arrow.best_moves(pa.table({"cgp": [1, 2]}), "cgp", care)
    with pytest.raises(KeyError):
        arrow.best_moves(pa.table({"cgp": CGP}), "other", care)
