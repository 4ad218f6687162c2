"""The examples of the docstrings and of README.md."""

import doctest
import importlib
import importlib.util
import inspect
import io
import os
import pathlib
import runpy
import sys

import pytest

import lexc

PACKAGE = pathlib.Path(os.environ["LEXC_REPOSITORY"]) / "runtime/python"


def documented():
    """The names and docstrings of the package, its classes and their members."""
    modules = [lexc]
    if importlib.util.find_spec("pyarrow"):
        modules.append(importlib.import_module("lexc.arrow"))
    for module in modules:
        yield module.__name__, module.__doc__
        for name in module.__all__:
            thing = getattr(module, name)
            yield f"{module.__name__}.{name}", inspect.getdoc(thing)
            if inspect.isclass(thing):
                for member in vars(thing):
                    # Members that Python 3.13 adds: a number and a tuple. Their docstrings are those of `int` and `tuple`.
                    if member in ("__firstlineno__", "__static_attributes__"):
                        continue
                    yield f"{module.__name__}.{name}.{member}", inspect.getdoc(getattr(thing, member))


EXAMPLES = [(name, text) for name, text in documented() if text and ">>>" in text]


@pytest.mark.parametrize("name, text", EXAMPLES, ids=[name for name, _ in EXAMPLES])
def test_examples_run(name, text, care, care_path, position):
    names = {"lexc": lexc, "lexicon": care, "image_path": care_path, "position": position, "board": position.board}
    names.update(game=lexc.Game(care, seed=1) if name != "lexc.Game" else None)
    names.update(gcg=lexc.Gcg.parse("#player1 ann Ann\n#player2 bob Bob\n>ann: ACERS?? 8D SCARE +16 16\n"))
    if name.startswith("lexc.arrow"):
        names["best_moves"] = importlib.import_module("lexc.arrow").best_moves
    example = doctest.DocTestParser().get_doctest(text, names, name, None, 0)
    output = []
    doctest.DocTestRunner(optionflags=doctest.IGNORE_EXCEPTION_DETAIL).run(example, out=output.append)
    assert not output, "".join(output)


def test_most_of_the_package_has_examples():
    assert len(EXAMPLES) > 30


def test_every_public_member_is_documented():
    public = [(name, text) for name, text in documented() if not name.rpartition(".")[2].startswith("_")]
    assert [name for name, text in public if not text] == []


def test_the_readme_runs_as_written(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = (PACKAGE / "README.md").read_text()
    blocks = text.split("```python\n")[1:]
    assert len(blocks) >= 2
    names = {}
    for block in blocks:
        code = block.split("```")[0]
        if "import pyarrow" in code:
            pytest.importorskip("pyarrow")
        exec(compile(code, "README.md", "exec"), names)


@pytest.mark.parametrize(
    "name, arguments, lines, expected",
    [
        ("bot.py", ["care.leaves"], "15/15/15/15/15/15/15/5AR8/15/15/15/15/15/15/15 CES/ 0/0 0", "8E CARE for 12 points, equity 20.0"),
        ("app.py", [], "pass", "pass (0, 0)"),
        ("four.py", [], "", "[-10, -10, -14, -23]"),
    ],
)
def test_the_example_programs_run(name, arguments, lines, expected, monkeypatch, capsys):
    images = PACKAGE.parent / "examples"
    monkeypatch.setattr(sys, "argv", [name, *(str(images / path) for path in ["care.gaddag", *arguments])])
    monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
    runpy.run_path(str(PACKAGE / "examples" / name), run_name="__main__")
    assert capsys.readouterr().out.splitlines()[-1] == expected
