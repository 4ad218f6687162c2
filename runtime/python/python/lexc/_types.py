"""Plain values: named tuples that the compiled part makes."""

from __future__ import annotations

from typing import NamedTuple, Optional


class Move(NamedTuple):
    """A play, an exchange or the pass. ``str(move)`` is its text, such as ``8D RETSINA``."""

    text: str
    """``8D RETSINA``, ``exchange QV`` or ``pass``."""
    score: int
    """Points; 0 for an exchange and the pass."""
    equity: Optional[float] = None
    """Score plus value of the leave, in points; ``None`` for plays that were found without leaves."""
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
    """Number of these tiles in a full bag."""
    is_vowel: bool


class Hooks(NamedTuple):
    """Tiles that make a word when put before or after some tiles."""

    front: tuple[str, ...]
    back: tuple[str, ...]


class Rules(NamedTuple):
    """Rules of a game. ``None`` leaves a rule to the position or to the usual game."""

    layout: Optional[str] = None
    """``standard``, ``super``, or the text of a layout file; by default, by the size of the board."""
    rack_size: int = 7
    """Number of tiles on a full rack."""
    bingo_bonus: Optional[int] = None
    """Points for placing as many tiles as the rack size in one play; by default ``bb`` of the position, or 50."""
    blank_value: int = 0
    """Points of a blank."""
    exchange_limit: Optional[int] = None
    """Number of tiles that the bag must hold for an exchange; by default ``etl`` of the position, or the rack size."""


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
