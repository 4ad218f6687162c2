"""Moves as NumPy arrays. Imported when an array is needed, so that lexc itself does not need NumPy."""

from typing import Any

import numpy as np

MOVE = np.dtype(
    {
        "names": ["score", "kind", "row", "col", "down", "length", "placed", "tiles", "equity"],
        "formats": ["<i4", "u1", "u1", "u1", "?", "u1", "u1", ("u1", 21), "<f8"],
        "offsets": [0, 4, 5, 6, 7, 8, 9, 10, 32],
        "itemsize": 40,
    }
)


def moves(records: bytearray) -> Any:
    """The array of these records, without a copy."""
    return np.frombuffer(records, MOVE)
