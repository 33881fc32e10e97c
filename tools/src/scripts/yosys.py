# Acts as the program yosys for the options -V and -p COMMAND, with the Python module.
import sys

from pyosys import libyosys

arguments = sys.argv[1:]
design = libyosys.Design()
if arguments == ["-V"]:
    print(libyosys.yosys_maybe_version())
    sys.exit(0)
for option, command in zip(arguments[::2], arguments[1::2]):
    if option != "-p":
        sys.exit("unknown option " + option)
    libyosys.run_pass(command, design)
