#!/bin/sh
# Writes the SCOWL-60 word list, in upper case and in byte order, to standard output.
#
# Usage: make-scowl.sh [DIRECTORY]
# DIRECTORY holds SCOWL's word files; by default, it is where Debian's package `scowl` puts them.
set -eu
LC_ALL=C
export LC_ALL

directory=${1:-/usr/share/dict/scowl}

# SCOWL's levels are cumulative, and each spelling adds to the common part, `english`. The pipeline below keeps words of the
# lower-case letters a to z only: the game has no capitals, apostrophes or accents.
set --
for spelling in english american; do
    for level in 10 20 35 40 50 55 60; do
        file=$directory/$spelling-words.$level
        if [ ! -r "$file" ]; then
            echo "make-scowl.sh: cannot read $file (apt-get install scowl)" >&2
            exit 2
        fi
        set -- "$@" "$file"
    done
done

cat "$@" | grep -xE '[a-z]{2,15}' | tr '[:lower:]' '[:upper:]' | sort -u
