#!/bin/sh
# Fetches one set of pinned tools into the project's tool folder, without root.
#
#   tools/fetch.sh base|formal|cuda
#
# Each set lives in a folder of its own, .tools/SET, laid out as a Python module
# path. It is complete or absent: packages are unpacked into a folder beside it,
# which takes its name in one rename once the last of them is in place. Two stamps
# stand in the folder: the requirement file it was made from, and the Python
# interpreter that its compiled modules fit. Nothing is done while both still hold.
#
# Environment: WARPLOOM_TOOLS, the tool folder; WARPLOOM_PYTHON, the interpreter.
set -eu

set_name=${1:?usage: tools/fetch.sh base|formal|cuda}
here=$(cd "$(dirname "$0")" && pwd)
requirements=$here/requirements-$set_name.txt
tools=${WARPLOOM_TOOLS:-$(dirname "$here")/.tools}
target=$tools/$set_name
retry="make tools"
[ "$set_name" = base ] || retry="make tools-$set_name"

fail() {
    printf 'fetch: %s\n' "$1" >&2
    exit 2
}

[ -f "$requirements" ] || fail "unknown tool set '$set_name' (there are base, formal and cuda)"

# Reads the stamps with builtins where it can: this runs before every build and test.
up_to_date() {
    [ -f "$target/.python" ] || return 1
    read -r fetched_with <"$target/.python" || return 1
    [ -x "$fetched_with" ] || return 1
    [ -z "${WARPLOOM_PYTHON:-}" ] || [ "$(command -v "$WARPLOOM_PYTHON")" = "$fetched_with" ] || return 1
    cmp -s "$requirements" "$target/.requirements"
}

if up_to_date; then exit 0; fi

mkdir -p "$tools" 2>/dev/null || fail "cannot create $tools: set WARPLOOM_TOOLS to a folder that can be written"

# Two fetches at once would replace each other's folder; the second waits and finds it done.
if command -v flock >/dev/null 2>&1; then
    exec 9>"$tools/.lock-$set_name"
    flock 9
    if up_to_date; then exit 0; fi
fi

python=${WARPLOOM_PYTHON:-python3}
command -v "$python" >/dev/null 2>&1 || fail "$python not found: install Python 3.11 or later, or set WARPLOOM_PYTHON"
"$python" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 14))' ||
    fail "$("$python" --version) cannot load the pinned tools: set WARPLOOM_PYTHON to a Python of 3.11 to 3.14"
"$python" -m pip --version >/dev/null 2>&1 ||
    fail "$python has no pip: install it (Debian: apt install python3-pip), or set WARPLOOM_PYTHON"
# A version manager's shim picks another interpreter in another folder, so the real path is kept.
# One that was chosen is kept as chosen, or it would look changed the next time.
if [ -n "${WARPLOOM_PYTHON:-}" ]; then
    interpreter=$(command -v "$python")
else
    interpreter=$("$python" -c 'import sys; print(sys.executable)')
fi

# What an interrupted fetch left behind.
rm -rf "$target".partial.*
partial=$target.partial.$$
trap 'rm -rf "$partial"' EXIT
trap 'exit 130' INT TERM

printf 'fetching the %s tools into %s\n' "$set_name" "$target"
# --target leaves the interpreter's own packages alone, so a distribution's
# "externally managed" mark does not apply.
PIP_USER=0 "$python" -m pip install --quiet --disable-pip-version-check --no-input --no-compile \
    --root-user-action ignore \
    --require-hashes --no-deps --only-binary :all: \
    --requirement "$requirements" --target "$partial" ||
    fail "pip could not install $requirements (see above); mend that and run '$retry' again"

cp "$requirements" "$partial/.requirements"
printf '%s\n' "$interpreter" >"$partial/.python"
rm -rf "$target"
mv "$partial" "$target"
