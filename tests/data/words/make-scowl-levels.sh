#!/bin/sh
# Writes the level of each word of scowl-60.txt, one a line in the order of the words, to standard output: the smallest of
# SCOWL's sizes 10, 20, 35, 40, 50, 55 and 60 that has the word. `gzip -9n` makes scowl-60-levels.gz of it.
#
# Usage: make-scowl-levels.sh [DIRECTORY]
# DIRECTORY holds SCOWL's word files; by default, it is where Debian's package `scowl` puts them.
#
# As a table of words and levels: paste scowl-60.txt <(zcat scowl-60-levels.gz)
set -eu
LC_ALL=C
export LC_ALL

directory=${1:-/usr/share/dict/scowl}

for level in 10 20 35 40 50 55 60; do
    for spelling in english american; do
        file=$directory/$spelling-words.$level
        if [ ! -r "$file" ]; then
            echo "make-scowl-levels.sh: cannot read $file (apt-get install scowl)" >&2
            exit 2
        fi
        grep -xE '[a-z]{2,15}' "$file" | tr '[:lower:]' '[:upper:]' | sed "s/\$/ $level/"
    done
done | sort -s -k 1,1 -u | cut -d ' ' -f 2
