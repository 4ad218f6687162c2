"""The table of conformance, run by Python: its head explains it."""

import re

from conftest import EXAMPLES

import lexc

EMPTY = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 /"
LINE = re.compile(r"((?:-\S+ )*)(\S+)(?: (.*?))? ([>!]) ?(.*)")


def yes_or_no(answer):
    return "yes" if answer else "no"


def scored(moves, points):
    return ", ".join(f"{move.text} {round(points(move))}" for move in moves)


class Face:
    """Answers calls: the method of a call has its name, with ``_`` for ``-``."""

    def __init__(self):
        self.care = self.all_words = lexc.Lexicon.open(EXAMPLES / "care.gaddag")
        self.leaves = lexc.Leaves.open(EXAMPLES / "care.leaves")

    def view(self, expression=""):
        self.care = self.all_words.view(expression) if expression else self.all_words
        return len(self.care)

    def words(self):
        return " ".join(self.care)

    def labels(self, word):
        labels = (self.care.labels(word) or {}).items()
        return " ".join(name if value is True else f"{name}={value}" for name, value in labels)

    def word_count(self):
        return len(self.care)

    def contains(self, word=""):
        return yes_or_no(word in self.care)

    def is_prefix(self, tiles):
        return yes_or_no(self.care.is_prefix(tiles))

    def front_hooks(self, word):
        return " ".join(self.care.hooks(word).front)

    def back_hooks(self, word):
        return " ".join(self.care.hooks(word).back)

    def index_of(self, word):
        try:
            return self.care.index(word)
        except lexc.LexcError as error:
            if "is not in the lexicon" in str(error):
                return "none"
            raise

    def word_at(self, index):
        try:
            return self.care[int(index)]
        except IndexError:
            return "none"

    def find(self, text):
        conditions = {}
        for condition in text.split():
            name, _, value = condition.partition(":")
            conditions.setdefault(name.replace("-", "_"), []).append(value or "either")
        return " ".join(self.care.find(**conditions))

    def rack(self, text=""):
        return lexc.Rack(text, self.care)

    def rules(self, text="", cgp=None):
        if cgp is None:
            return lexc.Position.start("", self.care, text).rules
        return lexc.Position.from_cgp(cgp, self.care, text).rules

    def position(self, cgp, rules=None):
        self.current = self.latest = lexc.Position.from_cgp(cgp, self.care, rules)
        return self.latest.cgp

    def move(self, text=""):
        return self.latest.parse(text)

    def part(self, name, move):
        value = getattr(self.latest.parse(move), "square" if name == "coordinate" else name)
        return "" if value is None else value

    def check(self, play):
        reason = self.latest.judge(play).reason
        if reason is not None:
            raise lexc.LexcError(reason)
        return "legal"

    def score(self, play):
        return self.latest.parse(play).score

    def words_formed(self, play):
        return " ".join(word.word for word in self.latest.judge(play).words)

    def phonies(self, play):
        return " ".join(word.word for word in self.latest.judge(play).words if not word.valid)

    def bag_len(self):
        return self.current.bag_len

    def play_count(self):
        return len(self.latest.plays())

    def plays(self, count):
        return scored(self.latest.plays()[: int(count)], lambda move: move.score)

    def best_plays(self, count):
        return scored(self.latest.best_moves(int(count)), lambda move: move.score)

    def casual(self, level):
        return self.latest.casual_move(int(level)).text

    def best_moves(self, count):
        return scored(self.latest.best_moves(int(count), self.leaves), lambda move: 1000 * move.equity)

    def game(self, cgp, rules=None):
        self.current = lexc.Game.from_cgp(cgp, self.care, seed=1, rules=rules)
        return self.game_text()

    def game_text(self):
        return self.current.position.cgp

    def on_turn(self):
        return "none" if self.current.on_turn is None else self.current.on_turn

    def scores(self):
        return " ".join(map(str, self.current.scores))

    def make(self, move):
        self.current.make(move)
        return self.game_text()

    def make_phony(self, move):
        self.current.make(move, phonies=True)
        return self.game_text()

    def challenge(self):
        return self.current.challenge() or ""

    def take_back(self):
        self.current.take_back()
        return self.game_text()


def test_each_call_has_its_answer():
    face, wrong = Face(), []
    for number, line in enumerate((EXAMPLES / "care.conformance").read_text(encoding="utf-8").splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        faces, call, arguments, kind, expected = LINE.fullmatch(line).groups()
        arguments = [] if arguments is None else [argument.strip() for argument in arguments.split("|")]
        try:
            found = ">", str(getattr(face, call.replace("-", "_"))(*arguments))
            is_right = found == (kind, expected)
        except (AttributeError, TypeError, lexc.LexcError) as error:
            found = "!", str(error)
            is_right = kind == "!" and expected in found[1]
        if is_right == ("-python" in faces.split()):
            wrong.append(f"line {number}, {call}: {found}")
    assert not wrong, "\n".join(wrong)
