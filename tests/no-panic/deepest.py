#!/usr/bin/env python3
"""Prints the stack that functions of an ARM program take: the sum of the frames on the deepest path of calls.

Usage: tests/no-panic/deepest.py [--most BYTES] [--without TEXT] [--pointers REGEX] PROGRAM NAME...

Each NAME is a regular expression for symbols, such as `plays_by_anchor` or `meter4call.*7look_up`. Build the program with
rustc's `-Zemit-stack-sizes`: then it holds the size of each frame, saved registers included. The script reads calls from
the disassembly. It marks recursion and calls through pointers on the path, and leaves both out of the sum. With --pointers,
a call through a pointer counts as a call of each function whose symbol matches REGEX, and the sum includes it. --most prints
only the sum, not the path. The script then fails if the sum exceeds BYTES, if no symbol matches a NAME, or if the program
holds no frame sizes. --without follows no calls to functions whose symbol contains TEXT.
It needs llvm-nm, llvm-objdump and llvm-readobj.
"""

import argparse
import bisect
import re
import subprocess
import sys


def output(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def functions(program):
    found = {}
    for line in output("llvm-nm", "-n", program).splitlines():
        fields = line.split()
        if len(fields) == 3 and fields[1] in "tTwW" and not fields[2].startswith("$"):
            # The lowest bit marks Thumb code.
            found[int(fields[0], 16) & ~1] = fields[2]
    return found


def frames(program):
    text = output("llvm-readobj", "--stack-sizes", program)
    sizes = {}
    for names, size in re.findall(r"Functions: \[(.*?)\]\s*Size: (0x[0-9A-F]+)", text):
        sizes.update(dict.fromkeys(names.split(", "), int(size, 16)))
    return sizes


def calls(program, names):
    starts = sorted(names)
    found, by_pointer = {}, set()
    for line in output("llvm-objdump", "-d", "--no-show-raw-insn", program).splitlines():
        branch = re.match(r"\s*([0-9a-f]+):\s+(blx?|b(?:\.w)?)\s+(.*)", line)
        if not branch:
            continue
        place = int(branch[1], 16)
        caller = starts[bisect.bisect_right(starts, place) - 1]
        absolute = re.search(r"0x([0-9a-f]+)", branch[3])
        relative = re.search(r"#(-?\d+)", branch[3])
        if absolute:
            target = int(absolute[1], 16)
        elif relative:
            target = place + 4 + int(relative[1])
        else:
            by_pointer.add(caller)
            continue
        # A branch to a function's start is a call, except a loop to the function's own start.
        if target in names and (target != caller or branch[2].startswith("bl")):
            found.setdefault(caller, set()).add(target)
    return found, by_pointer


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--most", type=int)
    parser.add_argument("--without")
    parser.add_argument("--pointers")
    parser.add_argument("program")
    parser.add_argument("name", nargs="+")
    options = parser.parse_args()
    names, sizes = functions(options.program), frames(options.program)
    graph, by_pointer = calls(options.program, names)
    pointed = [function for function, name in names.items() if options.pointers and re.search(options.pointers, name)]
    known = {}

    def deepest(function, path):
        if function in path:
            return 0, [(0, "recursion: " + names[function])]
        if function not in known:
            size = sizes.get(names[function], 0)
            called = [one for one in graph.get(function, ()) if not options.without or options.without not in names[one]]
            called += pointed if function in by_pointer else []
            below = [deepest(one, path | {function}) for one in called]
            depth, rest = max(below, default=(0, []))
            note = ", calls through a pointer" if function in by_pointer else ""
            known[function] = (size + depth, [(size, names[function] + note)] + rest)
        return known[function]

    found = [deepest(function, frozenset()) for function, name in sorted(names.items())
             if any(re.search(part, name) for part in options.name)]
    if options.most is None:
        for depth, path in found:
            print(f"{depth:6} bytes")
            for size, part in path:
                print(f"{size:8} {part}")
        return
    depth, path = max(found, default=(0, []))
    if not path or not sizes or depth > options.most:
        sys.exit(f"{depth} bytes of the stack, of {options.most}: " + " calls ".join(part for _, part in path))
    print(f"{depth} bytes of the stack")


main()
