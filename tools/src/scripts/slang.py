# Acts as the program slang, with the Python module.
import sys

if sys.argv[1:] == ["--version"]:
    import pyslang

    print("slang", getattr(pyslang, "__version__", "of unknown version"))
    sys.exit(0)

from pyslang import driver

slang = driver.Driver()
slang.addStandardArgs()
line = " ".join('"' + argument + '"' for argument in ["slang"] + sys.argv[1:])
if not (slang.parseCommandLine(line) and slang.processOptions() and slang.parseAllSources()):
    sys.exit(1)
sys.exit(0 if slang.runFullCompilation(True) else 1)
