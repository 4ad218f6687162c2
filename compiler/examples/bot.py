"""Asks `lexc bot` for a move in each position of a file in CGP.

Usage: bot.py POSITIONS IMAGE [OPTIONS...]   the options are those of `lexc bot`
"""

import json
import subprocess
import sys


class Bot:
    """A bot that runs as long as the object is used in a `with` statement."""

    def __init__(self, *arguments, command="lexc"):
        self.process = subprocess.Popen([command, "bot", *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __enter__(self):
        self.about = self.read()
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait()

    def read(self):
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError("the bot has ended")
        return json.loads(line)

    def choose(self, **position):
        """The answer to a position, such as `choose(cgp=..., seconds=2)`."""
        print(json.dumps(position), file=self.process.stdin, flush=True)
        answer = self.read()
        if "error" in answer:
            raise ValueError(answer["error"])
        return answer


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as positions, Bot(*sys.argv[2:]) as bot:
        for cgp in positions:
            print(bot.choose(cgp=cgp.strip())["move"])
