#!/usr/bin/env python3
"""An independent reader of lexc images, written from formats/FORMAT.md alone.

    reader.py IMAGE

checks the image (`-` is standard input) and prints the words of each automaton, one a line after the automaton's name.
Then it builds the records and the roots again from the words, and says whether the image is canonical.

It is slow and simple on purpose, and shares nothing with the crates. The XXH3 checksums and the fingerprint are checked
where the module xxhash is installed. Exit status 1: the image is refused, and the reason is on standard error.
"""

import struct
import sys
import zlib
from unicodedata import category

try:
    import xxhash
except ImportError:
    xxhash = None

MAGIC = bytes.fromhex("894c58430d0a1a0a")
KNOWN = {
    b"ALPH": 1, b"DAWG": 0, b"GADD": 0, b"META": 1, b"SETS": 1, b"RECS": 1, b"COMP": 1, b"NUMB": 0, b"ANAG": 0
}
SEPARATOR = 0


class Refused(Exception):
    pass


def check(condition, why):
    if not condition:
        raise Refused(why)


def sections(image):
    """Steps 1 to 10 of "Checking an image": the contents of the sections by name."""
    check(image[:8] == MAGIC[: len(image)], "magic")
    check(len(image) >= 32, "shorter than a header")
    major, _minor, count, total, checksum, reserved = struct.unpack_from("<HHIQII", image, 8)
    check(major == 1, f"version {major}")
    check(total == len(image), f"{len(image)} bytes instead of {total}")
    end = 32 + 32 * count
    check(count <= 64 and end <= total, f"{count} sections")
    covered = image[:24] + bytes(4) + image[28:end]
    check(zlib.crc32(covered) == checksum, "checksum of header and section table")
    check(reserved == 0, "reserved field of the header")
    found, places = {}, []
    for row in range(count):
        name, flags, offset, length, checksum = struct.unpack_from("<4sIQQQ", image, 32 + 32 * row)
        check(name in KNOWN or flags & 1 == 0, f"unknown required section {name}")
        check(flags == KNOWN.get(name, 0), f"flags of {name}")
        check(name not in found, f"two sections {name}")
        check(offset == (end + 63) // 64 * 64 and offset + length <= total, f"place of {name}")
        places.append((end, offset))
        end = offset + length
        found[name] = image[offset:end]
        if xxhash:
            check(xxhash.xxh3_64_intdigest(found[name]) == checksum, f"checksum of {name}")
    check(end == total, "bytes after the last section")
    for start, end in places:
        check(not any(image[start:end]), "padding")
    return found


def read_alphabet(section):
    """The texts of the tiles by code from 1, the first a stand-in for the separator; and all texts and blank forms."""
    tile_count, _blanks, name_bytes, text_bytes = struct.unpack_from("<HHHH", section)
    check(1 <= tile_count <= 62, "number of tiles")
    texts = section[8 + 12 * tile_count :]
    check(len(texts) == text_bytes, "length of ALPH")
    texts[:name_bytes].decode()
    start, tiles, faces = name_bytes, ["◇"], set()
    for row in range(tile_count):
        text_end, blank_end, _value, _count, flags, reserved = struct.unpack_from(
            "<HHhHHH", section, 8 + 12 * row
        )
        check(start < text_end < blank_end <= text_bytes, f"texts of tile {row + 1}")
        check(flags & ~1 == 0 and reserved == 0, f"reserved bits of tile {row + 1}")
        text, blank = texts[start:text_end].decode(), texts[text_end:blank_end].decode()
        for face in (text, blank):
            forbidden = "[]()/?.,;#\"\ufeff0123456789"
            check(1 <= len(face.encode()) <= 16, f"length of {face}")
            free = (c not in forbidden and not c.isspace() and category(c) != "Cc" for c in face)
            check(all(free), f"a character of {face}")
            check(face not in faces, f"{face} twice")
            faces.add(face)
        tiles.append(text)
        start = blank_end
    check(start == text_bytes, "texts after the last tile's")
    return tiles, faces


def written(word, tiles, faces):
    """A word as text that reads as the same tiles again."""
    texts = [tiles[code] for code in word]
    several = [[c.upper() for c in face] for face in faces if len(face) > 1]

    def bracketed(place):
        run = []
        for text in texts[place:]:
            if len(text) > 1:
                break
            run.append(text.upper())
        return not run or any(run[: len(face)] == face for face in several)

    return "".join(f"[{t}]" if bracketed(place) else t for place, t in enumerate(texts))


def read_metadata(section):
    """Fingerprint, word count, longest word."""
    fingerprint, words, longest, name, source, license, reserved = struct.unpack_from(
        "<16sIIIIII", section
    )
    check(len(section) == 40 + name + source + license, "length of META")
    section[40 : 40 + name].decode()
    section[40 + name : 40 + name + source].decode()
    section[40 + name + source :].decode()
    check(words >= 1 and 1 <= longest <= 63 and reserved == 0, "metadata")
    return fingerprint, words, longest


def u32s(section):
    check(len(section) % 4 == 0, "length of a section of 32-bit words")
    return [word for (word,) in struct.iter_unpack("<I", section)]


WRITTEN = 2**64 - 1


class Packing:
    """What depends on the number of tiles, named as in the specification."""

    def __init__(self, tile_count):
        self.tile_count = tile_count
        self.width = 1 if tile_count <= 29 else 2 if tile_count <= 60 else 3
        self.label_bits = 5 if self.width == 1 else 6
        self.mask_bits = tile_count + 1 - 31 * (self.width - 1)
        # Of the number of a row.
        self.not_code = max(self.mask_bits - 27, 0)

    def codes(self):
        """The rows, as written and set, if no code is used; and the first row of each code that could be."""
        fixed = 8 >> self.not_code
        rows = [(WRITTEN if row >> self.not_code == fixed else 0, 0) for row in range(16)]
        codes = range(1, 16 >> self.not_code)
        return rows, [code << self.not_code for code in codes if code != fixed]

    def rows_of(self, first):
        return range(first, first + (1 << self.not_code))

    def read_codes(self, section):
        rows, usable = self.codes()
        if section is None:
            return rows
        check(len(section) == 256, "length of SETS")
        found = list(struct.iter_unpack("<QQ", section))
        for first in usable:
            _, letters = found[first]
            check(letters & ~((1 << self.tile_count + 1) - 2) == 0, f"row {first} of SETS")
            for row in self.rows_of(first):
                rows[row] = 0, letters
        check(found == rows, "SETS")
        return rows

    def lone(self, label, child):
        """The lone reference for a single edge, if there is one."""
        kind, rest = child >> 29, child % 2**29
        if kind == 0 and rest < 2 ** (29 - self.label_bits):
            return 2**30 + (rest << self.label_bits) + label
        if kind == 2 and rest < 2 ** (29 - self.label_bits):
            return 2**30 + 2**29 + (rest << self.label_bits) + label
        return None

    def lone_edge(self, reference):
        """The label and the reference of the first edge that a lone reference holds."""
        rest = reference % 2**29 >> self.label_bits
        return reference % 2**self.label_bits, rest + (2**30 if reference >> 29 & 1 else 0)


def labels(bits):
    return [label for label in range(63) if bits >> label & 1]


class Record:
    """Letter set, mask, and the reference of each edge by its label."""

    def __init__(self, letters, mask, children):
        self.letters, self.mask, self.children = letters, mask, children


class Records:
    def __init__(self, words, packing, codes):
        self.words, self.packing, self.codes = words, packing, codes
        self.width, self.tile_count = packing.width, packing.tile_count

    def is_head(self, index):
        return index < len(self.words) and self.words[index] >> 31 == 1

    def bits(self, top, index):
        for below in range(1, self.width):
            top = top << 31 | self.words[index - below]
        return top

    def record(self, reference):
        if reference >> 30 & 1:
            label, child = self.packing.lone_edge(reference)
            return Record(0, 1 << label, {label: child})
        head = self.words[reference]
        mask = self.bits(head % 2**self.packing.mask_bits, reference)
        place = reference - self.width
        written, letters = self.codes[head >> 27 & 15]
        if written:
            letters = self.bits(self.words[place], place)
            place -= self.width
        children = {}
        for label in labels(mask):
            chained = self.words[place] >> 31 == 1
            children[label] = place if chained else self.words[place]
            place -= 1
        return Record(letters, mask, children)

    def held(self, reference):
        """The record that a reference names or holds."""
        return self.held_edges(reference)[1]

    def held_edges(self, reference):
        """The labels of a lone reference, and the index in the end."""
        held = []
        while reference >> 30 & 1:
            label, reference = self.packing.lone_edge(reference)
            held.append(label)
        return held, reference

    def check(self, dawg_root):
        tiles = (1 << self.tile_count + 1) - 2
        dawg_end = -1 if dawg_root is None else self.held(dawg_root)
        start = 0
        for index, head in enumerate(self.words):
            if head >> 31 == 0:
                continue
            row = head >> 27 & 15
            set_words = self.width if self.codes[row][0] else 0
            own = self.width + set_words
            written = index + 1 - start - own
            check(written >= 0, f"record {index} is too short")
            mask = self.bits(head % 2**self.packing.mask_bits, index)
            top = index - self.width
            below = self.bits(self.words[top], top) if set_words else 0
            check(mask & ~(tiles | 1) == 0 and below & ~tiles == 0, f"tiles of record {index}")
            check(head % 2**27 >> self.packing.mask_bits == 0, f"head of record {index}")
            check((below != 0) == (set_words != 0), f"record {index}: empty letter set")
            common = [letters for _, letters in self.codes if letters]
            check(below not in common, f"record {index}: its letter set has a code")
            letters = below | self.codes[row][1]
            is_used = row >> self.packing.not_code == 0 or set_words or self.codes[row][1]
            check(is_used, f"record {index}: a code that is not used")
            check(mask | letters, f"record {index}: empty")
            check(index > dawg_end or mask & 1 == 0, f"record {index}: separator in the DAWG")
            edges = mask.bit_count()
            chained = start > 0 and written == edges - 1
            check(chained or written == edges, f"record {index}: {written} references")
            for place in range(start, start + written):
                reference = self.words[place]
                held, target = self.held_edges(reference)
                for label in held:
                    check(label <= self.tile_count, f"label of the lone reference at {place}")
                    check(label or index > dawg_end, f"separator in the DAWG, at {place}")
                check(target < start and self.is_head(target), f"reference at {place}")
            check(chained or not edges or self.words[start] != start - 1, f"{index}: not chained")
            if edges == 1 and not letters:
                child = start - 1 if chained else self.words[start]
                lone = self.packing.lone(labels(mask)[0], child)
                check(lone is None, f"record {index} is to be a lone reference")
            start = index + 1
        check(start == len(self.words), "no head at the end")

    def check_root(self, section, lowest):
        root, reserved = struct.unpack("<II", section)
        check(reserved == 0 and root >> 31 == 0, "root")
        held, index = self.held_edges(root)
        check(self.is_head(index), "root")
        check(all(lowest <= label <= self.tile_count for label in held), "labels of the root")
        return root


def strings(records, reference, path=()):
    """All strings from a record on, ◇ before the tiles."""
    record = records.record(reference)
    for label in labels(record.mask | record.letters):
        if record.letters >> label & 1:
            yield path + (label,)
        if label in record.children:
            yield from strings(records, record.children[label], path + (label,))


class CompactPacking:
    """What depends on the number of tiles in compact records."""

    def __init__(self, tile_count):
        self.tile_count = tile_count
        self.label_bits = 5 if tile_count <= 31 else 6
        # By class: the bytes that a reference has, and what it is to.
        if self.label_bits == 5:
            self.classes = ["chained", "popular", "distance", "low", "popular", "popular", "near", "far"]
        else:
            self.classes = ["chained", "popular", "distance", "far"]
        # Of several classes of popular records, where the numbers of each start.
        self.first_popular = {1: 0, 4: 256, 5: 512}
        self.most_popular = 768 if self.label_bits == 5 else 256
        self.set_bytes = tile_count // 8 + 1

    def label(self, byte):
        return byte % (1 << self.label_bits)

    def kind(self, byte):
        return self.classes[byte >> self.label_bits]


BYTES_OF = {"chained": 0, "popular": 1, "near": 1, "distance": 2, "low": 2, "far": 3}


class CompactRecord:
    """What a record's bytes say, and the offset of its first byte."""

    def __init__(self, compact, place):
        """Refused if it starts before the first record can."""
        section, packing = compact.section, compact.packing
        self.place = self.p = place

        def take():
            check(self.p >= compact.start, f"compact record {place} starts too low")
            self.p -= 1
            return section[self.p + 1]

        head = take()
        if head < 0x80:
            self.number, count = None, 1
            self.p += 1
        else:
            self.number = None if head % 16 == 0 else head % 16 - 1
            if head % 16 == 15:
                number = take()
                if number >= 0xC0:
                    number = 0xC0 + (number - 0xC0) * 256 + take()
                self.number = number + 14
            count = head // 16 % 8
            if count == 0:
                count = take()
        self.label_bytes = [take() for _ in range(count)]
        # For each edge the bytes of its reference, the first one first, and the offset of that one.
        self.references = []
        for byte in self.label_bytes:
            offset = self.p
            self.references.append((offset, [take() for _ in range(BYTES_OF[packing.kind(byte)])]))
        self.first_byte = self.p + 1


class Compact:
    """The section COMP."""

    def __init__(self, section, tile_count):
        self.section, self.packing = section, CompactPacking(tile_count)
        self.end, self.set_count, popular = struct.unpack_from("<IHH", section)
        self.start = 8 + 3 * popular
        check(self.start <= self.end <= 2**24, "end of the compact records")
        self.marks_start = self.end + self.packing.set_bytes * self.set_count
        check(len(section) == self.marks_start + -(-self.end // 128), "length of COMP")
        self.popular = [int.from_bytes(section[at : at + 3], "little") for at in range(8, self.start, 3)]
        sets = section[self.end : self.marks_start]
        size = self.packing.set_bytes
        self.sets = [int.from_bytes(sets[at : at + size], "little") for at in range(0, len(sets), size)]
        self.records = {}

    def target(self, record, edge):
        """The place that an edge's reference is to."""
        byte = record.label_bytes[edge]
        kind = self.packing.kind(byte)
        offset, reference = record.references[edge]
        value = int.from_bytes(bytes(reference), "big")
        if kind == "chained":
            return record.first_byte - 1
        if kind == "popular":
            number = value + self.packing.first_popular[byte >> self.packing.label_bits]
            check(number < len(self.popular), f"popular record {number} in record {record.place}")
            return self.popular[number]
        if kind in ("distance", "near"):
            return offset - value
        return value

    def check(self):
        tiles = (1 << self.packing.tile_count + 1) - 2
        for number, letters in enumerate(self.sets):
            check(letters and letters & ~tiles == 0, f"compact letter set {number}")
        marks = [0xFF] * -(-self.end // 128)
        place = self.end - 1
        while place >= self.start:
            record = CompactRecord(self, place)
            number, edges = record.number, len(record.label_bytes)
            check(edges <= self.packing.tile_count, f"compact record {place}: {edges} edges")
            check(number is None or number < self.set_count, f"compact record {place}: letter set {number}")
            check(number is not None or edges, f"compact record {place}: empty")
            self.records[place] = record
            if marks[place // 128] == 0xFF:
                marks[place // 128] = place % 128
            place = record.first_byte - 1
        check(bytes(marks) == self.section[self.marks_start :], "marks")
        for number, place in enumerate(self.popular):
            check(place in self.records, f"popular record {number}")
        for place, record in self.records.items():
            last = 0
            for edge, byte in enumerate(record.label_bytes):
                label = self.packing.label(byte)
                check(last < label <= self.packing.tile_count, f"compact record {place}: label {label}")
                last = label
                target = self.target(record, edge)
                is_below = target in self.records and target < record.first_byte
                check(is_below, f"compact record {place}: reference after {label}")

    def check_root(self, section):
        root, reserved = struct.unpack("<II", section)
        check(reserved == 0 and root >> 31 == 0, "root")
        check(root in self.records, "root")
        return root

    def record(self, place):
        record = self.records[place]
        letters = 0 if record.number is None else self.sets[record.number]
        by_label = {self.packing.label(byte): edge for edge, byte in enumerate(record.label_bytes)}
        children = {label: self.target(record, edge) for label, edge in by_label.items()}
        return Record(letters, sum(1 << label for label in children), children)


def check_numbers(records, numbers, root, word_count):
    check(len(numbers) == records.held(root) + 1, "length of NUMB")

    def below(reference):
        return sum(through(child) for child in records.record(reference).children.values())

    def through(reference):
        return records.record(reference).letters.bit_count() + below(reference)

    expected = [0] * len(numbers)
    for index in range(len(numbers)):
        if not records.is_head(index):
            continue
        expected[index] = below(index)
        record = records.record(index)
        written, _ = records.codes[records.words[index] >> 27 & 15]
        place = index - records.width * (2 if written else 1)
        count = 0
        for label in labels(record.mask):
            if not records.is_head(place):
                expected[place] = count
            count += through(record.children[label])
            place -= 1
    check(numbers == expected, "numbers")
    check(through(root) == word_count, "word count by the numbers")


def alphagram(word):
    total = 0
    for tile in word:
        z = tile * 0x9E3779B97F4A7C15 % 2**64
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 % 2**64
        z = (z ^ z >> 27) * 0x94D049BB133111EB % 2**64
        total += z ^ z >> 31
    return total % 2**64


def set_bits(cells, word):
    """The cell of a word's tiles, and its bits there."""
    a = alphagram(word)
    places = a % 64, (a >> 6) % 64, (a >> 12) % 64, (a >> 18) % 64
    return (a >> 32) * cells >> 32, sum(1 << place for place in set(places))


def read_anagrams(section, words):
    check(len(section) >= 16 and len(section) % 8 == 0, "length of ANAG")
    shortest, reserved, *cells = struct.unpack(f"<II{len(section) // 8 - 1}Q", section)
    check(reserved == 0, "reserved field of ANAG")
    for word in words:
        cell, bits = set_bits(len(cells), word)
        check(len(word) < shortest or cells[cell] & bits == bits, f"{word} is not in ANAG")


def anagrams(words):
    """The section in a canonical image."""
    long_words = [word for word in words if len(word) >= 7]
    cells = [0] * max(1, -(-12 * len(long_words) // 64))
    for word in long_words:
        cell, bits = set_bits(len(cells), word)
        cells[cell] |= bits
    return struct.pack(f"<II{len(cells)}Q", 7, 0, *cells)


def gaddag_words(strings):
    """The words of a GADDAG; each has to be there once for each of its tiles."""
    splits = {}
    for string in strings:
        turn = string.index(SEPARATOR) if SEPARATOR in string else len(string)
        check(SEPARATOR not in string[turn + 1 :], "two separators in a string")
        word = string[:turn][::-1] + string[turn + 1 :]
        splits.setdefault(word, []).append(turn)
    for word, turns in splits.items():
        check(sorted(turns) == list(range(1, len(word) + 1)), f"strings of {word}")
    return sorted(splits)


class Writer:
    """The records of a canonical image."""

    def __init__(self, tile_count):
        self.words, self.index, self.after = [], {}, {}
        self.packing = Packing(tile_count)
        self.codes, self.usable = self.packing.codes()
        self.by_set = {0: 0}

    def parts(self, bits):
        return [bits >> 31 * part & 0x7FFF_FFFF for part in range(self.packing.width)]

    def code(self, letters):
        """The number of the row, as far as it is the code; None if the letter set is to be written."""
        if letters not in self.by_set and letters.bit_count() == 1 and self.usable:
            first = self.by_set[letters] = self.usable.pop(0)
            for row in self.packing.rows_of(first):
                self.codes[row] = 0, letters
        return self.by_set.get(letters)

    def intern(self, letters, children):
        if not letters and len(children) == 1:
            ((label, child),) = children.items()
            lone = self.packing.lone(label, child)
            if lone is not None:
                return lone
        key = letters, tuple(sorted(children.items()))
        if key not in self.index:
            references = [children[label] for label in sorted(children, reverse=True)]
            if references and self.words and references[0] == len(self.words) - 1:
                references.pop(0)
            row = self.code(letters)
            self.words += references + (self.parts(letters) if row is None else [])
            self.words += self.parts(sum(1 << label for label in children))
            self.words[-1] |= 1 << 31 | (1 << 30 if row is None else row << 27)
            self.index[key] = len(self.words) - 1
        return self.index[key]

    def dawg(self, words, with_root, x=()):
        letters, below = split(words)
        children = {t: self.dawg(below[t], with_root, x + (t,)) for t in sorted(below)}
        if x or with_root:
            self.after[x] = self.intern(letters, children)
        return self.after.get(x)

    def gaddag(self, strings, s=()):
        letters, below = split(strings)
        children = {}
        if below.pop(SEPARATOR, None):
            children[SEPARATOR] = self.after[s[::-1]]
        for t in sorted(below):
            children[t] = self.gaddag(below[t], s + (t,))
        return self.intern(letters, children)


def split(strings):
    """The strings of one symbol as a letter set, and what follows the first symbol of the others."""
    letters, below = 0, {}
    for string in strings:
        if len(string) == 1:
            letters |= 1 << string[0]
        else:
            below.setdefault(string[0], []).append(string[1:])
    return letters, below


class CompactWriter:
    """The compact records of a canonical image."""

    def __init__(self, words, tile_count):
        self.packing = CompactPacking(tile_count)
        # Records by number: letter set and children by ascending label; in `order`, the numbers, children first.
        self.records, self.by_contents, self.heights = [], {}, []
        root = self.intern(words)
        self.order, done = [], set()
        self.add(root, done)
        self.before = dict(zip(self.order[1:], self.order))

    def intern(self, words):
        letters, below = split(words)
        children = tuple((label, self.intern(below[label])) for label in sorted(below))
        key = letters, children
        if key not in self.by_contents:
            self.by_contents[key] = len(self.records)
            self.records.append(key)
            self.heights.append(1 + max((self.heights[child] for _, child in children), default=-1))
        return self.by_contents[key]

    def add(self, record, done):
        if record in done:
            return
        _, children = self.records[record]
        for _, child in sorted(children, key=lambda edge: (-self.heights[edge[1]], edge[0])):
            self.add(child, done)
        done.add(record)
        self.order.append(record)

    def letter_sets(self):
        counts = {}
        for letters, _ in self.records:
            if letters:
                counts[letters] = counts.get(letters, 0) + 1
        return sorted(counts, key=lambda letters: (-counts[letters], letters))

    def popular(self):
        counts = dict.fromkeys(self.order, 0)
        for record in self.order:
            for _, child in self.records[record][1]:
                if child != self.before.get(record):
                    counts[child] += 1
        often = [record for record in self.order if counts[record] >= 4]
        often.sort(key=lambda record: -counts[record])
        return often[: self.packing.most_popular]

    def reference(self, start, place, number, is_chained, kinds):
        """Class and bytes, lowest offset first, of a reference from `start` on to a place, which is popular by number; of
        the first classes, `kinds` many. None if it takes another."""
        found = []
        for kind, what in enumerate(self.packing.classes[:kinds]):
            size = BYTES_OF[what]
            value = place
            if what == "chained":
                if not is_chained:
                    continue
                value = 0
            elif what == "popular":
                value = -1 if number is None else number - self.packing.first_popular[kind]
            elif what in ("distance", "near"):
                value = start + size - 1 - place
            if 0 <= value < 256**size:
                found.append((size, kind, value))
        if not found:
            return None
        size, kind, value = min(found)
        return kind, value.to_bytes(size, "little")

    def section(self):
        """The section, and the place of the root."""
        sets, popular = self.letter_sets(), self.popular()
        set_numbers = {letters: number for number, letters in enumerate(sets)}
        popular_numbers = {record: number for number, record in enumerate(popular)}
        out, places = bytearray(8 + 3 * len(popular)), {}
        for record in self.order:
            letters, children = self.records[record]

            def refer(child, kinds):
                is_chained = child == self.before.get(record)
                return self.reference(len(out), places[child], popular_numbers.get(child), is_chained, kinds)

            kinds = len(self.packing.classes)
            is_short = not letters and len(children) == 1 and refer(children[0][1], kinds // 2) is not None
            label_bytes = b""
            for label, child in reversed(children):
                kind, reference = refer(child, kinds // 2 if is_short else kinds)
                out += reference
                label_bytes += bytes([kind << self.packing.label_bits | label])
            out += label_bytes
            if not is_short:
                count = len(children) if len(children) < 8 else 0
                if count == 0:
                    out.append(len(children))
                code, number = 0, set_numbers.get(letters)
                if letters:
                    code = min(number + 1, 15)
                    if code == 15 and number - 14 < 0xC0:
                        out.append(number - 14)
                    elif code == 15:
                        number -= 14 + 0xC0
                        out += bytes([number % 256, 0xC0 + number // 256])
                out.append(0x80 | count << 4 | code)
            places[record] = len(out) - 1
        end = len(out)
        table = b"".join(places[record].to_bytes(3, "little") for record in popular)
        out[: 8 + len(table)] = struct.pack("<IHH", end, len(sets), len(popular)) + table
        for letters in sets:
            out += letters.to_bytes(self.packing.set_bytes, "little")
        marks = bytearray(b"\xff" * -(-end // 128))
        for place in sorted(places.values()):
            marks[place // 128] = place % 128
        return bytes(out + marks), end - 1


def rebuild(words, tile_count, with_dawg, with_gaddag):
    """The records, the codes and the roots of a canonical image, by "Canonical images"."""
    writer = Writer(tile_count)
    dawg, gaddag = writer.dawg(words, with_dawg), None
    if with_gaddag:
        strings = [word[::-1] for word in words]
        for word in words:
            for turn in range(1, len(word)):
                strings.append(word[:turn][::-1] + (SEPARATOR,) + word[turn:])
        gaddag = writer.gaddag(strings)
    return writer.words, writer.codes, dawg, gaddag


def read_records(found, tile_count, word_count):
    """The records and the roots, checked: what is read by `strings`, and whether they are those of a canonical image."""
    codes = Packing(tile_count).read_codes(found.get(b"SETS"))
    records = Records(u32s(found[b"RECS"]), Packing(tile_count), codes)
    dawg = records.check_root(found[b"DAWG"], 1) if b"DAWG" in found else None
    gaddag = records.check_root(found[b"GADD"], 0) if b"GADD" in found else None
    records.check(dawg)
    for root in (dawg, gaddag):
        check(root is None or records.record(root).mask & 1 == 0, "separator at the root")
    if b"NUMB" in found:
        check_numbers(records, u32s(found[b"NUMB"]), dawg, word_count)

    def is_canonical(words):
        parts = rebuild(words, tile_count, dawg is not None, gaddag is not None)
        return b"SETS" in found and parts == (records.words, codes, dawg, gaddag)

    return records, dawg, gaddag, is_canonical


def read_compact(found, tile_count):
    """The same of compact records."""
    compact = Compact(found[b"COMP"], tile_count)
    compact.check()
    root = compact.check_root(found[b"DAWG"])

    def is_canonical(words):
        return CompactWriter(words, tile_count).section() == (found[b"COMP"], root)

    return compact, root, None, is_canonical


def read(image):
    """The report on an image: its words by automaton, and whether it is canonical."""
    found = sections(image)
    is_compact = b"COMP" in found
    for name in (b"ALPH", b"META", b"DAWG" if is_compact else b"RECS"):
        check(name in found, f"no section {name}")
    check(b"DAWG" in found or b"GADD" in found, "no automaton")
    check(b"DAWG" in found or b"NUMB" not in found, "numbers without DAWG")
    for name in (b"GADD", b"SETS", b"RECS", b"NUMB"):
        check(not is_compact or name not in found, f"{name} beside COMP")
    tiles, faces = read_alphabet(found[b"ALPH"])
    tile_count = len(tiles) - 1
    fingerprint, word_count, longest = read_metadata(found[b"META"])
    if is_compact:
        records, dawg, gaddag, is_canonical = read_compact(found, tile_count)
    else:
        records, dawg, gaddag, is_canonical = read_records(found, tile_count, word_count)

    report, lists = [], []
    if dawg is not None:
        lists.append(("dawg", list(strings(records, dawg))))
    if gaddag is not None:
        lists.append(("gaddag", gaddag_words(strings(records, gaddag))))
    for automaton, words in lists:
        check(words == sorted(words), f"order of the words of the {automaton}")
        check(len(words) == word_count, f"{len(words)} words in the {automaton}")
        check(max(map(len, words)) == longest, f"longest word of the {automaton}")
        lines = [written(word, tiles, faces) + "\n" for word in words]
        if xxhash:
            computed = xxhash.xxh3_128_digest("".join(lines).encode())
            check(computed == fingerprint, f"fingerprint of the {automaton}")
        report += [f"{automaton} {line}" for line in lines]

    if b"ANAG" in found:
        read_anagrams(found[b"ANAG"], words)
    in_order = list(found) == [name for name in KNOWN if name in found]
    canonical = in_order and is_canonical(words) and found.get(b"ANAG", anagrams(words)) == anagrams(words)
    report.append("canonical\n" if canonical else "not canonical\n")
    return "".join(report)


def main():
    (name,) = sys.argv[1:]
    if name == "-":
        image = sys.stdin.buffer.read()
    else:
        with open(name, "rb") as file:
            image = file.read()
    try:
        report = read(image)
    except (Refused, struct.error, UnicodeDecodeError) as error:
        sys.exit(f"reader.py: {error}")
    sys.stdout.buffer.write(report.encode())


main()
