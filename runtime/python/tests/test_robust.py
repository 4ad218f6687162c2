"""Threads, forks, signals, and wrong arguments: an exception at most, never a crash."""

import gc
import inspect
import multiprocessing
import os
import random
import signal
import subprocess
import sys
import threading
import time

import pytest
from conftest import AR, CARE, LEAVES, WORDS, conformance

import lexc


def test_eight_threads_share_a_lexicon_until_it_is_closed(scowl_path, leaves):
    lexicon = lexc.Lexicon.open(scowl_path)
    words = list(lexicon)[::50]
    cgp = [text for text, _ in conformance("scowl60")[:40]]
    expected = [len(lexc.Position.from_cgp(text, lexicon).plays()) for text in cgp]
    failures, rounds, closed = [], [0] * 8, threading.Event()

    def use(number):
        try:
            while True:
                assert all(word in lexicon for word in words)
                assert [len(lexc.Position.from_cgp(text, lexicon).plays()) for text in cgp] == expected
                assert len(lexicon.find(pattern="c?t*")) > 10
                rounds[number] += 1
        except lexc.LexcError as error:
            if not closed.is_set() or "closed" not in str(error):
                failures.append(error)
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=use, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    deadline = time.monotonic() + 60
    while min(rounds) == 0 and time.monotonic() < deadline and not failures:
        time.sleep(0.01)
    closed.set()
    lexicon.close()
    for thread in threads:
        thread.join(60)
    assert not failures and min(rounds) > 0


def test_threads_share_a_game_and_an_iterator(scowl):
    game, words, taken = lexc.Game(scowl, seed=1), iter(scowl), []

    def use():
        taken.extend(words)
        for _ in range(50):
            try:
                game.make(game.position.best_moves()[0])
            except (lexc.LexcError, IndexError):
                # Another thread has made a move meanwhile, or there is no play.
                game.take_back()
            len(game.turns), lexc.Gcg.from_game(game), game.racks

    threads = [threading.Thread(target=use) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(taken) == list(scowl)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
def test_a_forked_process_uses_its_objects(scowl, leaves):
    position = lexc.Position.from_cgp(conformance("scowl60")[3][0], scowl)
    use = lambda: (position.simulate(leaves, samples=32, candidates=2, threads=2), len(position.plays()), "RETSINA" in scowl)
    expected = use()
    child = os.fork()
    if child == 0:
        signal.alarm(60)
        os._exit(0 if use() == expected else 1)
    assert os.waitpid(child, 0)[1] == 0


def test_spawned_processes_get_pickled_positions(scowl):
    position = lexc.Position.from_cgp(conformance("scowl60")[3][0], scowl)
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.apply(lexc.Position.best_moves, (position,)) == position.best_moves()


def long_calls(lexicon, leaves):
    rows = "/".join(["15"] * 7)
    middle = lexc.Position.from_cgp(conformance("scowl60")[3][0], lexicon)
    end = lexc.Position.from_cgp(f"{rows}/4RETINAS4/{rows} ACERST?/AACERST 0/0 0", lexicon)
    column = [conformance("scowl60-hard")[0][0]] * 1_000_000
    return {
        "simulate": lambda: middle.simulate(leaves, samples=2**31, confidence=None),
        "solve": lambda: end.solve(),
        "find_phrases": lambda: lexicon.find_phrases("thequickbrownfoxjumpsovera", max_words=9),
        "best_rows": lambda: lexc._lexc.best_rows(lexicon, column, 1, leaves, None),
    }


@pytest.fixture
def sigint():
    """Sets Python's handler of SIGINT: a process that was started in the background may ignore the signal."""
    handler = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, handler)


@pytest.mark.parametrize("name", ["simulate", "solve", "find_phrases", "best_rows"])
def test_ctrl_c_ends_a_long_call(scowl, leaves, name, sigint):
    call = long_calls(scowl, leaves)[name]
    timer = threading.Timer(0.1, lambda: os.kill(os.getpid(), signal.SIGINT))
    start, ended = time.monotonic(), False
    with pytest.raises(KeyboardInterrupt):
        timer.start()
        call()
        # The signal must not reach a later test.
        ended = True
        time.sleep(60)
    assert not ended and time.monotonic() - start < 20


def callables(lexicon):
    """The functions of the package, and the methods of its classes, bound to objects."""
    position = lexc.Position.from_cgp(f"{AR} CES/ACE 0/0 0", lexicon)
    objects = [
        lexicon,
        position,
        position.board,
        position.rack,
        position.moves(),
        lexc.Leaves.open(LEAVES),
        lexc.Game(lexicon, seed=1),
        lexc.Gcg.from_game(lexc.Game(lexicon, seed=2)),
        iter(lexicon),
        iter(position.plays()),
    ]
    found = [lexc.compile, lexc.alphabets, lexc._lexc.best_rows, lexc._lexc.reopen]
    for thing in objects:
        found.append(type(thing))
        for name in dir(thing):
            # Closing the lexicon would make later calls fail; other tests close it.
            if name in ("close", "__exit__", "__class__", "__init_subclass__", "__subclasshook__", "__new__"):
                continue
            # Reads properties, too; their values cannot be called.
            value = inspect.getattr_static(type(thing), name)
            if callable(getattr(thing, name)) or isinstance(value, classmethod):
                found.append(getattr(thing, name))
    return found, objects


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no interval timers")
def test_wrong_arguments_raise(care):
    generator = random.Random(21)
    functions, objects = callables(care)
    assert len(functions) > 100
    texts = ["", "CARE", "8D SCARE", "exchange C", "?", "*", "[", "é", "\ud800", "\0", "A" * 100_000, f"{AR} CES/ 0/0 0", "../x", "10", "double", "rack=8 bonus=40", "rack=0", "board=super", "board=nonsense"]
    numbers = [0, 1, -1, 2, 255, 256, 2**31, -(2**31) - 1, 2**32, 2**63, 2**64, 2**200, -(2**200), 0.5, -0.0, 1e300, float("nan"), float("inf")]
    values = [None, True, b"", b"\x89", bytearray(99), [], ["CARE"], [None], {}, {"CARE": "x"}, (), (1, 2), (None, 3), range(3), slice(1, None, 2)]
    values += [slice(-(2**70), 2**70, 2**70), object(), str, int, lexc.Move("8D CARE", 1)]
    pool = texts + numbers + values + objects
    names = ["rules", "leaves", "count", "samples", "candidates", "threads", "plies", "seed", "stream", "length", "limit", "anagram", "pattern"]
    names += ["near", "is_hook", "hooks", "max_words", "time_limit", "node_limit", "alphabet", "automata", "phonies", "confidence"]

    def alarm(*_):
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, alarm)
    errors = {}
    try:
        end = time.monotonic() + 8
        while time.monotonic() < end:
            function = generator.choice(functions)
            arguments = [generator.choice(pool) for _ in range(generator.randrange(5))]
            keywords = {generator.choice(names): generator.choice(pool) for _ in range(generator.choice([0, 0, 1, 2]))}
            try:
                signal.setitimer(signal.ITIMER_REAL, 0.2, 0.2)
                function(*arguments, **keywords)
            except Exception as error:
                errors[type(error).__name__] = errors.get(type(error).__name__, 0) + 1
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
    finally:
        signal.signal(signal.SIGALRM, before)
    assert {"TypeError", "LexcError", "OverflowError"} <= set(errors)
    assert list(care) == sorted(word.upper() for word in CARE)


def test_subclasses_and_objects_that_call_back_do_no_harm(care):
    game = lexc.Game(care, seed=1)

    class Text(str):
        def __str__(self):
            game.take_back()
            return "pass"

    class Recursive(lexc.Move):
        @property
        def text(self):
            return game.make("pass").text

    game.make(Text("pass"))
    game.make(Recursive("pass", 0))
    assert len(game.turns) >= 2

    class Words:
        def __iter__(self):
            care.close()
            return iter(CARE)

    assert len(lexc.Lexicon.from_bytes(lexc.compile(Words()))) == len(CARE)


def test_the_garbage_collector_may_close_a_lexicon_during_a_look_up(care):
    class Cycle:
        def __init__(self):
            self.cycle = self

        def __del__(self):
            care.close()

    threshold = gc.get_threshold()
    gc.disable()
    Cycle()
    try:
        gc.set_threshold(1)
        gc.enable()
        found = "\ud800" in care
    finally:
        gc.enable()
        gc.set_threshold(*threshold)
    gc.collect()
    assert not found and care.closed


MEMORY = """
import sys, lexc
def own_memory():
    return next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith("RssAnon"))
start = own_memory()
lexicons = [lexc.Lexicon.open(sys.argv[1]) for _ in range(10)]
opened = own_memory()
words = set(open(sys.argv[2]).read().split())
print((opened - start) / 10, own_memory() - opened)
"""


@pytest.mark.skipif(not os.path.exists("/proc/self/status"), reason="no /proc")
def test_a_mapped_lexicon_takes_a_hundredth_of_the_memory_of_a_set(scowl_path):
    """Does not count the pages of the file, which all processes share."""
    command = [sys.executable, "-c", MEMORY, str(scowl_path), str(WORDS)]
    of_lexicon, of_set = map(float, subprocess.run(command, capture_output=True, check=True, text=True).stdout.split())
    assert 0 < of_lexicon < of_set / 100
