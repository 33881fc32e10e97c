#!/usr/bin/env python3
"""Compiles every kernel of kernels/ with every compiler and option below, and runs what comes out.

Each module must be read, allocated to physical registers and pass its checks over them. The table goes between the marks in
docs/sm/ptx.md; without --bless it must be the one that is there.

    tests/system/compilers.py [--bless]

Debian's clang-14 and NVIDIA's runtime compiler (`tools/fetch.sh cuda`) must be there.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PAGE = ROOT / "docs/sm/ptx.md"
BEGIN, END = "<!-- tests/system/compilers.py --bless -->\n", "<!-- end -->\n"
CLANG = ("clang-14 -x cuda --cuda-device-only -S -nocudainc -nocudalib --cuda-gpu-arch=sm_50 -Xclang -target-feature "
         "-Xclang +ptx60 -gline-tables-only -Wno-unknown-cuda-version").split()
# Columns of the table: a name, and a compiler's options.
CLANGS = [(f"{bits} -O{level}", ["-m" + bits, f"-O{level}"]) for bits in ("32", "64") for level in (0, 1, 3)]
NVRTCS = [
    ("sm_50", ["--gpu-architecture=compute_50"]),
    ("sm_90", ["--gpu-architecture=compute_90"]),
    ("-lineinfo", ["--gpu-architecture=compute_75", "-lineinfo"]),
    ("-G", ["--gpu-architecture=compute_75", "-G"]),
    ("-rdc", ["--gpu-architecture=compute_75", "-rdc=true"]),
]


def run(command):
    return subprocess.run(command, capture_output=True, text=True)


def attempt(source, descriptor, command, ptx):
    """Compiles and runs; says how far it came."""
    made = run(command)
    if made.returncode:
        return "not compiled", made.stderr
    text = re.sub(r'(?m)^ptx = .*$', f'ptx = "{ptx.name}"', descriptor.read_text())
    text = re.sub(r"(?m)^ptx64 = .*\n", "", text)
    copy = ptx.with_suffix(".toml")
    copy.write_text(text)
    warploom = ROOT / "target/release/warploom"
    ran = run([warploom, "ptx", ptx])
    if ran.returncode:
        return "not read", ran.stderr
    ran = run([warploom, "run", copy, "--physical"])
    if ran.returncode == 1 and "-G" in command:
        # For a debugger nothing is fused: products and sums are rounded apart, which equality does not allow.
        first, *checks = text.split("[[checks]]")
        exact = lambda check: "relative" not in check and "absolute" not in check
        loose = ["\nrelative = 1e-5\nabsolute = 1e-5" + check if exact(check) else check for check in checks]
        copy.write_text("[[checks]]".join([first] + loose))
        ran = run([warploom, "run", copy, "--physical"])
        return ("ok*", "") if ran.returncode == 0 else ("wrong", ran.stdout)
    if ran.returncode == 2:
        return "not run", ran.stderr
    return ("ok", "") if ran.returncode == 0 else ("wrong", ran.stdout)


def main():
    rows, failures, columns = [], [], CLANGS + NVRTCS
    kernels = sorted(path.parent for path in (ROOT / "kernels").glob("*/*.cu"))
    with tempfile.TemporaryDirectory() as scratch:
        for kernel in kernels:
            name = kernel.name
            folder = pathlib.Path(scratch) / name
            # Descriptors name their data relative to themselves.
            subprocess.run(["cp", "-r", kernel, folder], check=True)
            source, cells = kernel / f"{name}.cu", []
            for index, (column, options) in enumerate(columns):
                ptx = folder / f"made-{index}.ptx"
                if index < len(CLANGS):
                    command = CLANG + options + [f"-I{ROOT / 'kernels/include'}", source, "-o", ptx]
                else:
                    nvrtc = [sys.executable, ROOT / "tools/nvrtc.py", source, ptx, "-default-device"]
                    command = nvrtc + [f"-I{ROOT / 'kernels/include'}"] + options
                verdict, said = attempt(source, kernel / f"{name}.toml", command, ptx)
                cells.append(verdict)
                if not verdict.startswith("ok"):
                    failures.append(f"{name}, {column}: {verdict}\n{said}")
            rows.append(f"| `{name}` | " + " | ".join(cells) + " |")
    names = [f"clang {name}" for name, _ in CLANGS] + [f"NVRTC {name}" for name, _ in NVRTCS]
    table = "".join(line + "\n" for line in ["| kernel | " + " | ".join(names) + " |", "|---" * (1 + len(names)) + "|"] + rows)
    print("\n".join(failures))
    page = PAGE.read_text()
    before, rest = page.split(BEGIN)
    old, after = rest.split(END)
    if "--bless" in sys.argv[1:]:
        PAGE.write_text(before + BEGIN + table + END + after)
    elif old != table:
        print(f"the table is another than in {PAGE.relative_to(ROOT)}:\n{table}")
        return 1
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
