"""Lexicons, plays and games of crossword games.

>>> import lexc
>>> lexicon = lexc.Lexicon.from_bytes(lexc.compile(["able", "cable", "care", "cares", "scare"]))
>>> "scare" in lexicon
True
>>> position = lexc.Position.from_cgp("15/15/15/15/15/15/15/4ABLE7/15/15/15/15/15/15/15 ACERS/ 0/0 0", lexicon)
>>> print(position.best_moves()[0])
D8 CARES
"""

from lexc._lexc import (
    Board,
    Game,
    Gcg,
    Leaves,
    LexcError,
    Lexicon,
    Moves,
    Position,
    Rack,
    alphabets,
    compile,
)
from lexc._types import (
    GcgEvent,
    GcgStep,
    Hooks,
    Move,
    Ruling,
    ScoredWord,
    SimulatedMove,
    Simulation,
    Solution,
    Tile,
    Turn,
)

__version__ = "0.1.0"

__all__ = [
    "Board",
    "Game",
    "Gcg",
    "GcgEvent",
    "GcgStep",
    "Hooks",
    "Leaves",
    "LexcError",
    "Lexicon",
    "Move",
    "Moves",
    "Position",
    "Rack",
    "Ruling",
    "ScoredWord",
    "SimulatedMove",
    "Simulation",
    "Solution",
    "Tile",
    "Turn",
    "alphabets",
    "compile",
]
