#!/usr/bin/env python3
"""Compiles CUDA C to PTX with NVIDIA's runtime compiler, fetched by `tools/fetch.sh cuda`.

    tools/nvrtc.py SOURCE PTX [OPTION...]

OPTIONs are NVRTC's, such as --gpu-architecture=compute_50, -G, -lineinfo, -rdc=true. The PTX names the source by its file
name alone, wherever it is compiled.
"""

import ctypes
import os
import pathlib
import sys

TOOLS = os.environ.get("WARPLOOM_TOOLS", pathlib.Path(__file__).resolve().parent.parent / ".tools")


def library():
    folder = pathlib.Path(TOOLS) / "cuda/nvidia/cuda_nvrtc/lib"
    # The compiler looks for its built-in functions by name, so they are loaded first.
    for name in ("libnvrtc-builtins.so.12.9", "libnvrtc.so.12"):
        loaded = ctypes.CDLL(str(folder / name), mode=ctypes.RTLD_GLOBAL)
    return loaded


def compile_(source, name, options):
    """The PTX, or the compiler's log in an exception."""
    nvrtc = library()
    program = ctypes.c_void_p()
    if nvrtc.nvrtcCreateProgram(ctypes.byref(program), source.encode(), name.encode(), 0, None, None):
        raise RuntimeError("nvrtcCreateProgram failed")
    texts = (ctypes.c_char_p * len(options))(*[option.encode() for option in options])

    def text(size, get):
        length = ctypes.c_size_t()
        getattr(nvrtc, size)(program, ctypes.byref(length))
        buffer = ctypes.create_string_buffer(length.value)
        getattr(nvrtc, get)(program, buffer)
        return buffer.value.decode()

    if nvrtc.nvrtcCompileProgram(program, len(options), texts):
        raise RuntimeError(text("nvrtcGetProgramLogSize", "nvrtcGetProgramLog"))
    return text("nvrtcGetPTXSize", "nvrtcGetPTX")


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    source, ptx = [pathlib.Path(argument).absolute() for argument in sys.argv[1:3]]
    options = [option if not option.startswith("-I") else "-I" + os.path.abspath(option[2:]) for option in sys.argv[3:]]
    # What is written for a debugger names the folder.
    os.chdir("/")
    try:
        made = compile_(source.read_text(), "/" + source.name, options)
    except (OSError, RuntimeError) as problem:
        sys.exit(f"nvrtc: {source}: {problem}")
    ptx.write_text(made.replace(f'"/{source.name}"', f'"{source.name}"'))


if __name__ == "__main__":
    main()
