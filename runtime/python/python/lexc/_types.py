"""Plain values: named tuples that the compiled part makes."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Optional

if TYPE_CHECKING:
    from lexc._lexc import Position


class Move(NamedTuple):
    """A play, an exchange or the pass. ``str(move)`` is its text, such as ``8D RETSINA``.

    ``square``, ``direction``, ``row``, ``col``, ``word`` and ``tiles`` are ``None`` for an exchange and the pass.
    """

    text: str
    """``8D RETSINA``, ``exchange QV`` or ``pass``."""
    score: int
    """Points; 0 for an exchange and the pass."""
    equity: Optional[float] = None
    """Score plus value of the leave, in points. ``None`` in moves of ``plays``, ``solve`` and records, and in moves of
    ``best_moves`` if it was called without leaves."""
    kind: str = "play"
    """``play``, ``exchange`` or ``pass``."""
    square: Optional[str] = None
    """Square of the word's first tile: ``8D`` across, ``D8`` down."""
    direction: Optional[str] = None
    """``across`` or ``down``."""
    row: Optional[int] = None
    """Row of the word's first tile, counted from 0."""
    col: Optional[int] = None
    """Column of the word's first tile, counted from 0."""
    word: Optional[str] = None
    """The word, tiles on the board included; designated blanks in lower case."""
    tiles: Optional[str] = None
    """The word with a ``.`` for each tile on the board."""
    placed: int = 0
    """Number of tiles placed."""
    leave: str = ""
    """Tiles that stay on the rack."""

    def __str__(self) -> str:
        return self.text


class Tile(NamedTuple):
    """A tile of an alphabet."""

    text: str
    """Text of the tile."""
    blank: str
    """Text of a blank designated as this tile."""
    value: int
    """Points."""
    in_bag: int
    """Number of copies of the tile in a full bag."""
    is_vowel: bool


class Hooks(NamedTuple):
    """Tiles that make a word when put before or after some tiles."""

    front: tuple[str, ...]
    back: tuple[str, ...]


class ScoredWord(NamedTuple):
    """A word that a play forms."""

    word: str
    square: str
    """Square of its first tile: ``8D`` across, ``D8`` down."""
    valid: bool
    """True if the lexicon has the word."""
    tiles: tuple[str, ...]
    word_multiplier: int
    """Product of the word multipliers under the tiles that the play places."""
    score: int


class Ruling(NamedTuple):
    """The ruling on a play."""

    play: str
    legal: bool
    """True if the placement is legal and the lexicon has all formed words."""
    reason: Optional[str]
    """The rule that the play breaks; ``None`` if it is legal."""
    words: tuple[ScoredWord, ...]
    """The main word, then the words across it; empty if the placement is illegal."""
    bonus: Optional[int]
    score: Optional[int]
    leave: Optional[str]
    """Tiles that stay on the rack."""


class SimulatedMove(NamedTuple):
    """A candidate of a simulation."""

    move: Move
    equity: float
    """Mean equity of the rollouts in points."""
    equity_error: float
    """Standard error of the equity in points."""
    win_rate: float
    """Share of games that the player on turn wins, from 0 to 1. A draw counts as half a win; an unfinished
    game counts as its estimated probability of a win."""
    win_rate_error: float
    samples: int
    dropped_at: Optional[int]
    """Number of samples after which the move was dropped; ``None`` if it was kept."""


class Simulation(NamedTuple):
    """The result of a simulation."""

    candidates: list[SimulatedMove]
    """The candidates that were kept, the highest mean equity first; then the dropped ones, the last dropped first."""
    samples: int
    rollouts: int
    """Sum of the candidates' numbers of samples."""
    unseen: int
    """Number of tiles that the player on turn does not see."""


class Solution(NamedTuple):
    """Value and best line of an end game."""

    value: int
    """Points that the player on turn gains on the opponent until the end of the game; an estimate if ``is_exact`` is false."""
    line: list[Move]
    """Moves of both players in turn, the player on turn first."""
    is_exact: bool
    """True if the value is exact and the first move is best; false if a limit of time or nodes ended the search first."""
    depth: int
    """Depth of the last search that finished, in turns; 0 if none finished."""
    nodes: int


class Turn(NamedTuple):
    """A turn of a game."""

    player: int
    """0 for the player who started the game, and so on."""
    text: str
    """The move; empty for a lost turn, a bonus and an adjustment."""
    points: int
    """Points of the turn, without those for tiles left at the end of the game."""
    kind: str
    """``play``, ``exchange``, ``pass``, ``withdrawal``, ``lost turn``, ``challenge bonus`` or ``adjustment``."""
    rack: str
    """The player's rack before the turn."""
    scores: list[int]
    """The scores of all players before the turn."""


class GcgEvent(NamedTuple):
    """An event of a record, as written."""

    player: int
    """0 or 1, in the order of the players of the record."""
    text: str
    points: Optional[int]
    total: Optional[int]
    kind: str
    """A kind of ``Turn`` except ``adjustment``, or else ``other rack``, ``own rack`` or ``time penalty``."""
    rack: str
    note: str
    line: int
    """Line in the record, from 1; 0 if the record was not read from a text."""


class GcgStep(NamedTuple):
    """An event of a record with the position before it, and its outcome by the rules."""

    player: int
    position: Position
    """The position before the event, with the player's rack as far as it is known, and an empty rack of the opponent."""
    move: Optional[Move]
    points: int
    total: int
    is_withdrawn: bool
    """True for a play that the record withdraws later."""
    repairs: list[str]
