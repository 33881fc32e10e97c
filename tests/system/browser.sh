# Pages in a real browser: headless Chromium, from Debian's package. Sourced by `run`.

# What the browser makes of a page goes to FILE.dom, what its console says to FILE.console.
browse() { # page, file
    timeout 120 chromium --headless=new --no-sandbox --disable-gpu --user-data-dir="$scratch/chromium" \
        --enable-logging=stderr --v=0 --virtual-time-budget=3000 --dump-dom "file://$1" \
        >"$2.dom" 2>"$2.stderr" || return 1
    grep 'CONSOLE' "$2.stderr" >"$2.console" || true
}

page_shows_a_seeded_bug() {
    command -v chromium >/dev/null ||
        { apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium; }
    local code=0 rtl=$scratch/rtl page=$scratch/page name
    # A page with an error says so: this is how the next one would.
    echo '<!DOCTYPE html><title>x</title><p id="made"></p><script>
        document.getElementById("made").textContent = "by " + "script"; missing();</script>' >"$scratch/bad.html"
    browse "$scratch/bad.html" "$scratch/bad" || return 1
    grep -q 'by script' "$scratch/bad.dom" || return 1
    grep -q 'missing is not defined' "$scratch/bad.console" || return 1

    cp -r cosim/tests/designs/decompressor "$rtl"
    sed -i 's/{16{high\[7\]}}/{16{high[6]}}/' "$rtl/bdi_decompressor_lane.v"
    "$warploom" regress --suite full --rtl "$rtl" --kernel vector_add --scheme baseline --cycles 20000 \
        --coverage --resume "$scratch/results" --html "$page" || code=$?
    [ "$code" = 1 ] || return 1
    browse "$page/index.html" "$scratch/good" || return 1
    cat "$scratch/good.console"
    [ ! -s "$scratch/good.console" ] || return 1
    for name in 'id="matrix"' 'vector_add' 'bdi_decompressor: out_data differs: 4 jobs' 'golden' \
        'warploom replay' '>waveform</a>' '1,024-bit buses'; do
        grep -qF "$name" "$scratch/good.dom" || { echo "the page does not show $name"; return 1; }
    done
    # What it links to is there.
    grep -o 'href="failures/[^"]*"' "$scratch/good.dom" | cut -d'"' -f2 | sort -u >"$scratch/links"
    [ "$(wc -l <"$scratch/links")" = 8 ] || return 1
    while read -r name; do [ -s "$page/$name" ] || return 1; done <"$scratch/links"
}

# The papers' page: every figure is drawn, with its words, and what it links to is there.
papers_page_shows_figures() {
    command -v chromium >/dev/null ||
        { apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium; }
    local page=$scratch/papers name
    "$warploom" paper --quick --resume "$scratch/paper-runs" --out "$page" || return 1
    browse "$page/index.html" "$scratch/papers-page" || return 1
    cat "$scratch/papers-page.console"
    [ ! -s "$scratch/papers-page.console" ] || return 1
    for name in 'id="headlines"' 'id="warped-compression-figure-9"' 'id="avc-figure-7a"' 'id="slumber-figure-9"' \
        'id="regless-figure-16"' 'stated by the paper' 'particle_filter' 'Six kernels, cut short'; do
        grep -qF "$name" "$scratch/papers-page.dom" || { echo "the page does not show $name"; return 1; }
    done
    grep -o 'href="[a-z-]*/[^"]*"' "$scratch/papers-page.dom" | cut -d'"' -f2 | sort -u >"$scratch/links"
    [ "$(wc -l <"$scratch/links")" -gt 40 ] || return 1
    while read -r name; do [ -s "$page/$name" ] || { echo "no $name"; return 1; }; done <"$scratch/links"
    # As many charts as there are files of them, each with a size on the screen.
    [ "$(grep -o '<svg' "$scratch/papers-page.dom" | wc -l)" = "$(find "$page" -name '*.svg' | wc -l)" ] || return 1
    timeout 120 chromium --headless=new --no-sandbox --disable-gpu --user-data-dir="$scratch/chromium" \
        --window-size=1300,9000 --screenshot="$scratch/papers.png" "file://$page/index.html" || return 1
    # A page that shows nothing compresses to nothing.
    [ "$(stat -c %s "$scratch/papers.png")" -gt 200000 ]
}
